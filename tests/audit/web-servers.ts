import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import http, { createServer, type IncomingMessage } from 'node:http';
import https, { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { temporaryFolder } from '../helpers.ts';
import { requireApache, requireCaddy, requireNginx, requireOpenssl } from '../machine.ts';
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

interface Place {
  readonly folder: string;
  readonly out: string;
  readonly host: string;
  readonly port: number;
}

/** The parts of Apache that Debian starts, and the three that the guide names: `a2enmod rewrite headers ssl`. */
const apacheModules =
  'mpm_event authz_core authz_host access_compat alias autoindex deflate dir env filter mime negotiation setenvif rewrite headers socache_shmcb ssl';

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

/** How each server is started, with what the guide says around the file that the build has written. */
const programs = {
  nginx: ({ folder, out, host, port }: Place) => {
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        map_hash_bucket_size 1024; map_hash_max_size 16384;
        include ${out}/.hosts/nginx-http.conf;
        server {
          listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/tls.pem; ssl_certificate_key ${folder}/tls.pem;
          server_name ${host}; root ${out};
          include ${out}/.hosts/nginx-server.conf;
        }
      }`,
    );
    return [requireNginx(), '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
  caddy: ({ folder, out, host, port }: Place) => {
    writeFileSync(
      join(folder, 'Caddyfile'),
      `{
        admin off
        auto_https disable_redirects
        storage file_system ${folder}
      }
      https://${host}:${port} {
        bind 127.0.0.1
        tls ${folder}/tls.pem ${folder}/tls.pem
        root * ${out}
        import ${out}/.hosts/Caddyfile
      }`,
    );
    return [requireCaddy(), 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
  apache: ({ folder, out, host, port }: Place) => {
    const modules = apacheModules.split(' ').filter((name) => existsSync(`${modulesFolder}/mod_${name}.so`));
    const settings = ['mime', 'deflate', 'dir', 'autoindex', 'negotiation'];
    writeFileSync(
      join(folder, 'apache.conf'),
      `ServerRoot ${folder}
      PidFile ${folder}/pid
      DefaultRuntimeDir ${folder}
      ErrorLog ${folder}/error.log
      ${modules.map((name) => `LoadModule ${name}_module ${modulesFolder}/mod_${name}.so`).join('\n')}
      ${settings.map((name) => `IncludeOptional /etc/apache2/mods-available/${name}.conf`).join('\n')}
      ${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
      ServerName ${host}
      Listen 127.0.0.1:${port}
      <Directory />
        Options FollowSymLinks
        AllowOverride None
        Require all denied
      </Directory>
      <FilesMatch "^\\.ht">
        Require all denied
      </FilesMatch>
      <VirtualHost *:${port}>
        DocumentRoot ${out}
        SSLEngine on
        SSLCertificateFile ${folder}/tls.pem
        SSLCertificateKeyFile ${folder}/tls.pem
        <Directory ${out}>
          AllowOverride All
          Require all granted
        </Directory>
      </VirtualHost>\n`,
    );
    return [requireApache(), '-DFOREGROUND', '-f', join(folder, 'apache.conf')];
  },
} as const;

export type WebServerName = keyof typeof programs;

/** Starts a web server of this machine with TLS, for the site in `out`, which must have been built for it. */
export async function startWebServer(name: WebServerName, out: string, host: string): Promise<WebServer> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'home'));
  const flags = `req -x509 -nodes -days 1 -subj /CN=${host} -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -keyout - -out -`;
  writeFileSync(join(folder, 'tls.pem'), execFileSync(requireOpenssl(), flags.split(' '), { stdio: 'pipe' }));
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
