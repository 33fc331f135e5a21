import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https, { Agent } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../commands/relay/wire.ts';
import { root, temporaryFolder } from '../helpers.ts';
import { requireProgram } from '../machine.ts';
import { until } from '../until.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface WebServer {
  readonly get: (path: string, encodings?: string) => Promise<Answer>;
  readonly close: () => void;
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 8 });

interface Place {
  readonly folder: string;
  readonly out: string;
  readonly host: string;
  readonly port: number;
}

/** The parts of Apache that Debian starts, and the three that the guide names: `a2enmod rewrite headers ssl`. */
const apacheModules =
  'mpm_event authz_core authz_host access_compat alias autoindex deflate dir env filter mime negotiation setenvif rewrite headers socache_shmcb ssl';

const isRoot = process.getuid?.() === 0;
const modulesFolder = '/usr/lib/apache2/modules';

/** Requests paths of a server as they are written, for a host name. */
export const getFrom =
  (base: string, host: string) =>
  (path: string, encodings?: string): Promise<Answer> =>
    new Promise((done, fail) => {
      const { protocol, port } = new URL(base);
      const headers = { host, ...(encodings && { 'accept-encoding': encodings }) };
      const options = { port, host: '127.0.0.1', path, headers };
      const receive = (response: IncomingMessage) => {
        const { statusCode: status = 0, headers } = response;
        buffer(response).then((body) => done({ status, headers, body }), fail);
      };
      const sent =
        protocol === 'https:'
          ? https.request({ ...options, servername: host, agent }, receive)
          : http.request({ ...options, agent: false }, receive);
      sent.once('error', fail).end();
    });

/** The settings that the guide has for a server, changed by `changes`, each of which must find something. */
function fromGuide(name: string, changes: readonly (readonly [from: string, to: string])[]): string {
  const guide = readFileSync(join(root, 'docs', 'guides', 'live.md'), 'utf8');
  const [, section = ''] = guide.split(`\n### ${name}\n`);
  const examples =
    section
      .split('\n### ', 1)
      .join()
      .match(/(?:^ {4}.*\n|^\n(?= {4}))+/gm) ?? [];
  let text = examples.find((example) => example.includes('/srv/ridge') && !example.includes('rsync')) ?? '';
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`The guide’s settings of ${name} have no ${from}.`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

/** How each server is started, with the guide’s settings and a certificate. */
const programs = {
  nginx: ({ folder, out, host, port }: Place) => {
    const listen = `listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/tls.pem; ssl_certificate_key ${folder}/tls.pem;`;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
      http {
        access_log off;
        ${temporary.join(' ')}
        ${fromGuide('nginx', [
          ['listen 80;', listen],
          ['ridgeherald.com', host],
          ['/srv/ridge', out],
        ])}
      }`,
    );
    return [requireProgram('nginx'), '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
  caddy: ({ folder, out, host, port }: Place) => {
    const site = `https://${host}:${port} {\n bind 127.0.0.1\n tls ${folder}/tls.pem ${folder}/tls.pem`;
    writeFileSync(
      join(folder, 'Caddyfile'),
      `{
        admin off
        auto_https disable_redirects
        storage file_system ${folder}
      }
      ${fromGuide('Caddy', [
        ['ridgeherald.com {', site],
        ['/srv/ridge', out],
      ])}`,
    );
    return [requireProgram('caddy'), 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
  apache: ({ folder, out, host, port }: Place) => {
    const program = requireProgram('apache');
    const modules = apacheModules.split(' ').filter((name) => existsSync(`${modulesFolder}/mod_${name}.so`));
    const settings = ['mime', 'deflate', 'dir', 'autoindex', 'negotiation'];
    const tls = `SSLEngine on\nSSLCertificateFile ${folder}/tls.pem\nSSLCertificateKeyFile ${folder}/tls.pem`;
    writeFileSync(
      join(folder, 'apache.conf'),
      `ServerRoot ${folder}
      PidFile ${folder}/pid
      DefaultRuntimeDir ${folder}
      ErrorLog ${folder}/error.log
      ${modules.map((name) => `LoadModule ${name}_module ${modulesFolder}/mod_${name}.so`).join('\n')}
      ${settings.map((name) => `IncludeOptional /etc/apache2/mods-available/${name}.conf`).join('\n')}
      ${isRoot ? 'User www-data\nGroup www-data' : ''}
      ServerName ${host}
      Listen 127.0.0.1:${port}
      <Directory />
        Options FollowSymLinks MultiViews
        AllowOverride None
        Require all denied
      </Directory>
      <FilesMatch "^\\.ht">
        Require all denied
      </FilesMatch>
      ${fromGuide('Apache', [
        ['*:80>', `*:${port}>\n${tls}`],
        ['ridgeherald.com', host],
        ['/srv/ridge', out],
      ])}\n`,
    );
    return [program, '-DFOREGROUND', '-f', join(folder, 'apache.conf')];
  },
} as const;

export type WebServerName = keyof typeof programs;

/** Starts a web server of this machine with TLS, for the site in `out`, which must have been built for it. */
export async function startWebServer(name: WebServerName, out: string, host: string): Promise<WebServer> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'home'));
  const flags = `req -x509 -nodes -days 1 -subj /CN=${host} -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -keyout - -out -`;
  writeFileSync(
    join(folder, 'tls.pem'),
    execFileSync(requireProgram('openssl'), flags.split(' '), { stdio: 'pipe' }),
  );
  // The processes of a server have users of their own.
  for (const path of [folder, join(out, '..'), out]) chmodSync(path, 0o755);
  const port = await freePort();
  const [command = '', ...args] = programs[name]({ folder, out, host, port });
  const server: ChildProcess = spawn(command, args, { env: { ...process.env, HOME: join(folder, 'home') } });
  let said = '';
  server.stderr?.on('data', (data) => (said += data));
  const get = getFrom(`https://127.0.0.1:${port}`, host);
  await until(async () => {
    if (server.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    return get('/').then(
      () => true,
      () => false,
    );
  }, `${name} at port ${port}`);
  return { get, close: () => void server.kill() };
}
