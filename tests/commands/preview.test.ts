import type { ChildProcess } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { galley, now, startServer, temporaryFolder } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';
import { sendRaw } from './serve/requests.ts';

let folder: string;
let server: ChildProcess;
let base: string;
let log = '';

beforeAll(async () => {
  folder = await smallPaper();
  await galleyWarm(folder, ['build', '--now', now.toISOString()]);
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'dist', 'secret.txt'));
  symlinkSync(folder, join(folder, 'dist', 'up'));
  ({ server, base } = await startServer(folder, ['preview', '--port', '0']));
  server.stderr?.on('data', (data) => (log += data));
});

afterAll(() => void server.kill());

const ask = (path: string, init: RequestInit = {}) => fetch(base + path, { redirect: 'manual', ...init });

describe('galley preview', () => {
  it('answers every canonical address with 200, at exactly that address', async () => {
    const sitemap = readFileSync(join(folder, 'dist', 'sitemap.xml'), 'utf8');
    const addresses = Array.from(
      sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g),
      ([, path = '']) => path,
    );
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of [...addresses, '/login', '/embeds/form/contact?category=x%20y']) {
      const response = await ask(address);
      const type = response.headers.get('content-type');
      expect([address, response.status, type]).toEqual([address, 200, 'text/html; charset=UTF-8']);
      await response.text();
    }
  });

  it.each([
    ['/blog/', '/blog'],
    ['/blog.html', '/blog'],
    ['/blog/index.html', '/blog'],
    ['/index.html', '/'],
    ['/blog/?a=b', '/blog?a=b'],
    ['//blog/', '/blog'],
  ])('sends %s to %s with 308', async (from, to) => {
    const response = await ask(from);
    expect([response.status, response.headers.get('location')]).toEqual([308, to]);
  });

  it('answers the feeds as XML and JSON, to be cached for an hour', async () => {
    for (const [path, type] of [
      ['/rss.xml', 'application/xml'],
      ['/business/rss.xml', 'application/xml'],
      ['/feed.json', 'application/json; charset=UTF-8'],
    ] as const) {
      const { headers } = await ask(path);
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([type, 'max-age=3600']);
    }
  });

  it('answers unknown addresses with 404.html and 404, and logs them', async () => {
    const response = await ask('/entertainmint');
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(readFileSync(join(folder, 'dist', '404.html'), 'utf8'));
    await expect.poll(() => log).toContain('404 /entertainmint\n');
  });

  it('gives no file that is hidden, outside of the site, or another form of an address, and no folder', async () => {
    const paths = [
      ...'/.galley-site /%2egalley /secret.txt /up/secret.txt /..%2fsecret.txt /404 /404.html'.split(' '),
      ...'/blog/..%2f..%2fsecret.txt /%5c..%5csecret.txt /assets /assets/ /% /%00'.split(' '),
      `/${'a'.repeat(400)}`,
    ];
    for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });

  it('refuses a path that climbs, sent raw', async () => {
    const answer = await sendRaw(Number(new URL(base).port), [
      'GET /../secret.txt HTTP/1.1',
      'Host: localhost',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('\r\n\r\nsecret');
  });

  it('refuses other methods than GET and HEAD', async () => {
    const post = await ask('/blog', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('exits 3 without a built site', () => {
    const unbuilt = galley(temporaryFolder(), ['preview']);
    expect([unbuilt.status, unbuilt.stderr]).toEqual([3, expect.stringContaining('npm run build')]);
  });
});
