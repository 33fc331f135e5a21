import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterTheFile } from '../cleanup.ts';
import { root, sites, startServer, temporaryFolder } from '../helpers.ts';
import { testCache } from '../test-cache.ts';
import { galleyWarm } from '../warm-program.ts';
import { isSmoke, skips, some } from './scope.ts';
import { getFrom, startWebServer, type WebServer, type WebServerName } from './web-servers.ts';

/** Former addresses as they are requested, and where their readers come; what is left out of a name stands for itself. */
const former: readonly (readonly [from: string, requested: readonly string[], to: string])[] = [
  ['/2019/story.html', ['/2019/story.html', '/2019/story', '/2019/story/', '/2019/story.html?id=3'], '/blog'],
  ['/News/', ['/News/', '/News', '/News/index.html'], 'https://old.example/a?b=%241&c=%7Bx%7D#d%20e'],
  ['/café', ['/caf%C3%A9', '/caf%c3%a9/'], '/about?x=1'],
  ['/a%20b%2Bc', ['/a%20b+c', '/a%20b%2Bc.html'], '/faq#delivery'],
  ['/a{b}$c`d(e);g', ['/a%7Bb%7D$c%60d(e);g', '/a%7Bb%7D%24c%60d%28e%29%3Bg/'], '/ads.txt'],
  ['/a{host}', ['/a%7Bhost%7D', '/a%7bhost%7d/'], '/faq'],
  ['/old.php', ['/old.php', '/old.php/'], '/faq'],
  ['/{$HOME}/{env.HOME}', ['/%7B$HOME%7D/%7Benv.HOME%7D'], '/blog/heron-count'],
];

/** The small paper with former addresses and files of public/, or the demo. */
async function build(name: 'small' | 'demo') {
  const folder = temporaryFolder();
  const content = join(folder, 'content');
  cpSync(name === 'small' ? join(sites, 'small', 'content') : join(root, 'content'), content, {
    recursive: true,
  });
  appendFileSync(join(content, 'site.yaml'), '\nhosts: [nginx, caddy, apache]\n');
  if (name === 'small') {
    const targets = former.map(([from, , to]) => ({
      from,
      to: to.replace('%241', '$1').replace('%7Bx%7D', '{x}'),
    }));
    writeFileSync(join(content, 'redirects.yaml'), JSON.stringify(targets));
    mkdirSync(join(content, 'public', '.well-known'), { recursive: true });
    writeFileSync(
      join(content, 'public', '.well-known', 'security.txt'),
      'Contact: mailto:desk@alderferry.example\n',
    );
    writeFileSync(join(content, 'public', 'ads.txt'), 'none\n');
    writeFileSync(join(content, 'public', 'site.webmanifest'), '{}\n');
  }
  const { status, stderr } = await galleyWarm(folder, ['build', '--feeds', 'none', '--cache', testCache]);
  if (status !== 0) throw new Error(stderr);
  return { out: join(folder, 'dist'), folder };
}

const small = build('small');
// The program builds one site at a time here.
const papers = { small, demo: isSmoke ? undefined : small.then(() => build('demo')) };
const hosts = { small: 'alderferry.example', demo: 'trinitycourier.example' };

/** The headers of a file, as the table in docs/guides/live.md has them. */
function expectHeaders(found: IncomingHttpHeaders, file: string, path: string) {
  const isPage = file.endsWith('.html');
  const isDrawing = /^\/(?:media|art)\/.*\.svg$/.test(file);
  const isKept = file.startsWith('/assets/') || /^\/(?:art|share)\/.*-[0-9a-f]{8}\./.test(file);
  const expected = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': expect.stringMatching(
      isDrawing ? /default-src 'none'.*; sandbox$/ : /^frame-ancestors 'self'$/,
    ),
    'cross-origin-opener-policy': isPage ? 'same-origin' : undefined,
    'cross-origin-resource-policy': isPage ? 'same-origin' : undefined,
    'access-control-allow-origin': file.startsWith('/assets/') ? '*' : undefined,
    'permissions-policy': expect.stringMatching(/camera=\(\).*usb=\(\)/),
    'cache-control': isKept
      ? 'max-age=31536000, immutable'
      : /(?:rss\.xml|feed\.json)$/.test(file)
        ? 'max-age=3600'
        : 'no-cache',
  };
  const named = Object.keys(expected).map((name) => [name, found[name]]);
  expect([path, Object.fromEntries(named)]).toEqual([path, expected]);
}

/** The headers of a redirect: those of all answers. */
function expectRedirect(found: IncomingHttpHeaders, path: string) {
  expect([path, found]).toEqual([
    path,
    expect.objectContaining({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': "frame-ancestors 'self'",
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': expect.stringMatching(/^no-(?:cache|store)$/),
    }),
  ]);
}

type Host = WebServerName | 'preview';

/** Apache names the host in redirects within the site, and the others do not, so that they work behind a proxy. */
const locationOf = (name: Host, { location }: IncomingHttpHeaders) =>
  name === 'apache'
    ? location?.replace(/^https:\/\/(?:alderferry|trinitycourier)\.example(?::\d+)?/, '')
    : location;

const typesByEnding: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  ics: 'text/calendar; charset=utf-8',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mp3: 'audio/mpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
const isText = (file: string) => /charset|svg/.test(typesByEnding[file.split('.').at(-1) ?? ''] ?? '');

describe.each(['preview', 'nginx', 'caddy', 'apache'] as const)('%s', (name: Host) => {
  const isSkipped = name !== 'preview' && skips(`the site on ${name}`, name, 'openssl');
  describe.each(isSmoke ? (['small'] as const) : (['small', 'demo'] as const))('the paper %s', (paper) => {
    let server: Pick<WebServer, 'get'>;
    let out: string;
    let files: readonly string[];

    beforeAll(async () => {
      if (isSkipped) return;
      const built = await papers[paper];
      if (!built) throw new Error('not built');
      out = built.out;
      files = readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => `${parentPath.slice(out.length)}/${name}`);
      if (name === 'preview') {
        const { server: program, base } = await startServer(built.folder, ['preview', '--port', '0']);
        afterTheFile(() => void program.kill());
        server = { get: getFrom(base, 'localhost') };
      } else {
        const started = await startWebServer(name, out, hosts[paper]);
        afterTheFile(started.close);
        server = started;
      }
    });

    const isFormer = (file: string) =>
      file.endsWith('.html') && /<meta http-equiv="refresh"/.test(readFileSync(join(out, file), 'utf8'));
    const isHidden = (file: string) => /\/\.(?!well-known)|\.(?:br|gz)$|^\/404\.html$/.test(file);
    const addressOf = (file: string) => (file === '/index.html' ? '/' : file.replace(/\.html$/, ''));
    const pages = () => files.filter((file) => file.endsWith('.html') && !isHidden(file) && !isFormer(file));
    const sent = () => files.filter((file) => !isHidden(file) && !isFormer(file));

    test.skipIf(isSkipped)('answers every address with its file, its type and its headers', async () => {
      for (const file of some(sent(), 60)) {
        const bytes = readFileSync(join(out, file));
        const { status, headers, body } = await server.get(encodeURI(addressOf(file)));
        expect([file, status, body.equals(bytes)]).toEqual([file, 200, true]);
        const type = typesByEnding[file.split('.').at(-1) ?? ''];
        const found = headers['content-type']?.toLowerCase();
        expect([file, name === 'preview' ? found?.replace(/;.*/, '') : found]).toEqual([
          file,
          name === 'preview' ? type?.replace(/;.*/, '') : type,
        ]);
        expectHeaders(headers, file, file);
        expect([file, headers.vary ?? '']).toEqual([
          file,
          isText(file) ? expect.stringMatching(/accept-encoding/i) : '',
        ]);
      }
    });

    test.skipIf(isSkipped)('compresses texts', async () => {
      const encodings =
        name === 'caddy' || name === 'apache' ? (['br', 'gzip'] as const) : (['gzip'] as const);
      for (const file of some(sent(), 30))
        for (const encoding of encodings) {
          const { headers, body } = await server.get(encodeURI(addressOf(file)), encoding);
          if (!isText(file)) expect([file, headers['content-encoding']]).toEqual([file, undefined]);
          else {
            expect([file, headers['content-encoding'], headers['content-type']]).toEqual([
              file,
              encoding,
              expect.stringMatching(typesByEnding[file.split('.').at(-1) ?? '']?.replace(/[;+].*/, '') ?? ''),
            ]);
            expect([file, headers['content-language']]).toEqual([file, undefined]);
            expect(decoders[encoding](body).equals(readFileSync(join(out, file)))).toBe(true);
            expectHeaders(headers, file, file);
          }
        }
    });

    test.skipIf(isSkipped)('sends other forms of an address to the page', async () => {
      for (const file of some(pages(), 30)) {
        const address = addressOf(file);
        const bare = address === '/' ? '' : address;
        const forms = [
          ...(bare ? [`${bare}.html`, `${bare}.html/`, `${bare}/`, `${bare}//`] : []),
          ...[`${bare}/index.html`, `${bare}/index.html/`, `${bare}/index`, `${bare}/index/`],
        ];
        for (const form of forms) {
          const { status, headers } = await server.get(`${form}?a=1`);
          expect([form, status, locationOf(name, headers)]).toEqual([form, 308, `${address}?a=1`]);
          expectRedirect(headers, form);
        }
        const plain = await server.get(`${bare}/index.html`);
        expect(locationOf(name, plain.headers)).toBe(address);
      }
    });

    test.skipIf(isSkipped)(
      'answers what is not there, and what is nobody’s business, with the page for that',
      async () => {
        const missing = readFileSync(join(out, '404.html'));
        const hidden = files.filter(isHidden);
        const folders = [...new Set(files.map((file) => file.replace(/\/[^/]*$/, '')))].filter(
          (folder) =>
            folder !== '' && !files.includes(`${folder}.html`) && !files.includes(`${folder}/index.html`),
        );
        const made = [
          '/nothing',
          '/nothing/',
          '/nothing.html',
          '/404',
          '/.git/config',
          '/blog/.env',
          '/.well-known/',
          '/.well-known',
          '/assets/nothing.css',
          '/_headers',
          '/_headers/',
          '/404/',
          '/robots.txt/',
          '/robots.txt.gz/',
          '/index.html.br/',
          '/%0A',
          '/about%0A',
          '/about%0D',
          '//evil.example/',
          '/%5Cevil.example/',
        ];
        for (const path of [
          ...some(hidden, 20),
          ...folders,
          ...folders.map((folder) => `${folder}/`),
          ...made,
        ]) {
          const { status, headers, body } = await server.get(made.includes(path) ? path : encodeURI(path));
          // Debian's Apache refuses these before any rule is read.
          const expected = name === 'apache' && /\/\.ht[^/]*$/.test(path) ? 403 : 404;
          expect([path, status, body.equals(missing)]).toEqual([path, expected, true]);
          expectHeaders(headers, '/404.html', path);
        }
      },
    );

    test.skipIf(isSkipped)('reads an encoded slash as one, or answers 404', async () => {
      for (const path of ['/blog%2Fheron-count', '/%2Fabout', '/nothing%2Fhere']) {
        const { status, body } = await server.get(path);
        const page = await server.get(path.replaceAll('%2F', '/'));
        const isPage = name !== 'apache' && body.equals(page.body);
        expect([path, status, status === 404 || isPage]).toEqual([path, status, true]);
      }
    });

    test.skipIf(isSkipped || paper !== 'small' || name === 'preview')(
      'sends the readers of former addresses on',
      async () => {
        for (const [, requested, to] of former)
          for (const path of requested) {
            const { status, headers } = await server.get(path);
            expect([path, status, locationOf(name, headers)]).toEqual([path, 301, to]);
            expectRedirect(headers, path);
          }
      },
    );
  });
});
