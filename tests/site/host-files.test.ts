import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildInMemory, now, smallContent } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';

/** The small paper with lines added to site.yaml, and former addresses. */
async function built(lines: string, redirects: readonly object[] = []) {
  const key = /^\w+(?=:)/.exec(lines)?.[0] ?? 'nothing';
  return buildInMemory(
    smallContent({
      'site.yaml': (text) => `${text.replace(new RegExp(`^${key}:.*\n`, 'm'), '')}\n${lines}\n`,
      ...(redirects.length > 0 && { 'redirects.yaml': JSON.stringify(redirects) }),
    }),
  );
}

const aliases = [{ from: '/2019/story.html', to: '/faq?a={b}' }];
const settings = (files: ReadonlyMap<string, string>) =>
  [...files.keys()].filter((path) => /^[._](?!nojekyll)/.test(path)).sort();

it.each([
  ['', ['_headers', '_redirects'], '/2019/story.html /faq?a=%7Bb%7D 301\n'],
  ['hosts: [netlify]', ['_headers', '_redirects'], '/2019/story.html /faq?a=%7Bb%7D 301!\n'],
  ['hosts: [netlify, cloudflare-pages]', ['_headers', '_redirects'], '/2019/story.html /faq?a=%7Bb%7D 301\n'],
  ['hosts: [nginx]', ['.hosts/nginx-http.conf', '.hosts/nginx-server.conf'], undefined],
  ['hosts: [caddy, apache]', ['.hosts/Caddyfile', '.htaccess'], undefined],
  ['hosts: []', [], undefined],
])('a paper with “%s” has the settings %j', async (lines, names, redirects) => {
  const { files } = await built(lines, aliases);
  expect(settings(files)).toEqual(names);
  expect(files.get('_redirects')).toBe(redirects);
});

it('_headers allows frames what their provider is allowed, and no page anything', async () => {
  const { files } = await built('');
  expect(files.get('_headers')).toBe(`/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()
  Strict-Transport-Security: max-age=31536000
  Content-Security-Policy: frame-ancestors 'self'
  Cross-Origin-Opener-Policy: same-origin
/media/*.svg
  Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox
/art/*.svg
  Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox
/admin
  Cross-Origin-Opener-Policy: same-origin-allow-popups
/assets/*
  Access-Control-Allow-Origin: *
  Cache-Control: max-age=31536000, immutable
/rss.xml
  Cache-Control: max-age=3600
/feed.json
  Cache-Control: max-age=3600
`);
});

it('a paper without https does not ask for it', async () => {
  const { files } = await buildInMemory(smallContent(), { baseUrl: 'http://alderferry.example' });
  expect(files.get('_headers')).toContain('nosniff');
  expect(files.get('_headers')).not.toContain('Strict-Transport-Security');
});

it.each([
  ['caddy, apache', []],
  ['nginx, netlify', ['host-limit']],
  ['cloudflare-pages', ['host-limit']],
])('a paper with a radio is warned of hosts that serve files alone: %s', async (hosts, rules) => {
  const { report } = await built(`hosts: [${hosts}]`);
  expect(report.problems.map(({ rule }) => rule)).toEqual(rules);
});

it('a host that reads no settings is named as such', async () => {
  const { report } = await built('hosts: [github-pages]');
  expect(report.problems[0]).toMatchObject({
    message: '`github-pages` is not one of the values `hosts` can have.',
    hint: expect.stringMatching(
      /cloudflare-pages\. GitHub Pages, Vercel and S3 read no settings and are not named/,
    ),
  });
});

it('texts have compressed copies, which stay as they are as long as the text does', async () => {
  const folder = await smallPaper();
  appendFileSync(join(folder, 'content/site.yaml'), '\nhosts: [caddy]\n');
  writeFileSync(join(folder, 'content/redirects.yaml'), '- { from: /old, to: /faq }\n');
  const at = (path: string) => join(folder, 'dist', path);
  const build = async () => {
    const { status, stderr } = await galleyWarm(folder, ['build', '--now', now.toISOString()]);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    for (const path of ['about.html', 'blog/heron-count.html', 'rss.xml']) {
      expect(brotliDecompressSync(readFileSync(at(`${path}.br`))).equals(readFileSync(at(path)))).toBe(true);
      expect(gunzipSync(readFileSync(at(`${path}.gz`))).equals(readFileSync(at(path)))).toBe(true);
    }
    expect(() => statSync(at('old.html.br'))).toThrow('ENOENT');
    expect(() => statSync(at('logo.png.br'))).toThrow('ENOENT');
    return ['about.html.br', 'blog/heron-count.html.br'].map((path) => statSync(at(path)).mtimeMs);
  };
  const before = await build();
  const post = join(folder, 'content/blog/heron-count.md');
  writeFileSync(post, readFileSync(post, 'utf8').replace(/\n*$/, '\n\nAnother heron came.\n'));
  const after = await build();
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBeGreaterThan(before[1] ?? 0);
});
