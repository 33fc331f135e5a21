import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mediaTypes } from '../../cli/pipeline/read.ts';
import { createSiteServer, drawingPolicy } from '../../cli/server/site-server.ts';
import { root, temporaryFolder } from '../helpers.ts';
import { send, serveHere } from './requests.ts';

let folder: string;
let port: number;

/** Ten bytes, last changed between two full seconds. */
const digits = '0123456789';
const changed = new Date('2026-11-20T12:00:00.500Z');
const lastModified = 'Fri, 20 Nov 2026 12:00:00 GMT';

beforeEach(async () => {
  folder = temporaryFolder();
  writeFileSync(join(folder, '404.html'), 'There is no such page, and this page says so.');
  writeFileSync(join(folder, 'sound.mp3'), digits);
  utimesSync(join(folder, 'sound.mp3'), changed, changed);
  port = await serveHere(createSiteServer(folder, { names: [], onMissing() {}, first: () => false }));
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, method });
  const field = (name: string) => response.headers.get(name);
  return { status: response.status, body: await response.text(), field };
}

const askRange = async (range: string, more: Record<string, string> = {}) => {
  const { status, body, field } = await ask('/sound.mp3', { range, ...more });
  return [status, status === 416 ? '' : body, field('content-range')];
};

describe('a file of the site', () => {
  it.each(Object.entries(mediaTypes))('that ends in %s is sent as %s', async (ending, type) => {
    for (const name of [`a${ending}`, `b${ending.toUpperCase()}`]) {
      writeFileSync(join(folder, name), digits);
      for (const range of ['bytes=0-3', 'none']) {
        const { field } = await ask(`/${name}`, { range });
        expect([name, range, field('content-type')]).toEqual([name, range, type]);
      }
    }
  });

  it.each([
    ['font.woff2', 'font/woff2'],
    ['site.css', 'text/css; charset=UTF-8'],
    ['site.js', 'application/javascript; charset=UTF-8'],
    ['data.json', 'application/json; charset=UTF-8'],
    ['sitemap.xml', 'application/xml'],
    ['robots.txt', 'text/plain; charset=UTF-8'],
  ])('%s is sent as %s', async (name, type) => {
    writeFileSync(join(folder, name), digits);
    expect((await ask(`/${name}`)).field('content-type')).toBe(type);
  });

  it.each([
    ['bytes=0-', 206, digits, 'bytes 0-9/10'],
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=7-99999999999999999999', 206, '789', 'bytes 7-9/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, digits, 'bytes 0-9/10'],
    ['BYTES = 2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 416, '', 'bytes */10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=999999-', 416, '', 'bytes */10'],
    ['bytes=0-1,5-6', 200, digits, null],
    ['bytes=-', 200, digits, null],
    ['bytes=a-b', 200, digits, null],
    ['bytes=--3', 200, digits, null],
    ['lines=0-1', 200, digits, null],
  ])('asked for with Range: %s gives %i “%s”', async (range, status, body, said) => {
    expect(await askRange(range)).toEqual([status, body, said]);
  });

  it('gets a policy against scripts where it is an SVG picture of content', async () => {
    mkdirSync(join(folder, 'media'));
    for (const [path, policy] of [
      ['media/plan.svg', drawingPolicy],
      ['media/PLAN.SVG', drawingPolicy],
      ['media/photo.png', null],
      ['drawn.svg', null],
    ] as const) {
      writeFileSync(join(folder, path), digits);
      expect((await ask(`/${path}`)).field('content-security-policy')).toBe(policy);
    }
    expect(drawingPolicy).toMatch(/default-src 'none'.*; sandbox$/);
    expect(readFileSync(join(root, 'docs/guides/live.md'), 'utf8').split(drawingPolicy)).toHaveLength(3);
  });

  it('has no ranges where it is empty', async () => {
    writeFileSync(join(folder, 'empty.mp3'), '');
    expect((await ask('/empty.mp3', { range: 'bytes=0-' })).status).toBe(416);
    expect((await ask('/empty.mp3')).status).toBe(200);
  });

  it('gives a range only of the version that If-Range names', async () => {
    const etag = (await ask('/sound.mp3')).field('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const meant of [etag, lastModified])
      expect(await askRange('bytes=-2', { 'if-range': meant })).toEqual([206, '89', 'bytes 8-9/10']);
    for (const other of ['"other"', `W/${etag}`, 'Fri, 20 Nov 2026 11:59:59 GMT', 'nonsense'])
      expect(await askRange('bytes=-2', { 'if-range': other })).toEqual([200, digits, null]);
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await ask('/sound.mp3')).field('etag') ?? '';
    const headers: readonly Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': lastModified },
      { 'if-modified-since': 'Sat, 21 Nov 2026 12:00:00 GMT' },
      { 'if-none-match': etag, 'if-modified-since': 'Thu, 19 Nov 2026 12:00:00 GMT' },
      { 'if-none-match': etag, range: 'bytes=0-1' },
    ];
    for (const conditions of headers) {
      const { status, body, field } = await ask('/sound.mp3', conditions);
      expect([conditions, status, body, field('etag')]).toEqual([conditions, 304, '', etag]);
      expect(field('cache-control')).toBe('no-cache');
    }
    const others: readonly Record<string, string>[] = [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': lastModified },
      { 'if-modified-since': 'Fri, 20 Nov 2026 11:59:59 GMT' },
      { 'if-modified-since': 'nonsense' },
    ];
    for (const conditions of others)
      expect([conditions, (await ask('/sound.mp3', conditions)).status]).toEqual([conditions, 200]);
  });

  it('is sent again after a change', async () => {
    const etag = (await ask('/sound.mp3')).field('etag') ?? '';
    writeFileSync(join(folder, 'sound.mp3'), 'abcdefghij');
    expect(await ask('/sound.mp3', { 'if-none-match': etag })).toMatchObject({
      status: 200,
      body: 'abcdefghij',
    });
  });

  it('is a feed: it has conditions, a length and no body for HEAD like other files', async () => {
    writeFileSync(join(folder, 'feed.json'), digits);
    const { body, field } = await ask('/feed.json');
    const etag = field('etag') ?? '';
    expect([body, field('content-length'), field('accept-ranges')]).toEqual([digits, '10', null]);
    expect(await ask('/feed.json', { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' });
    const head = await ask('/feed.json', {}, 'HEAD');
    expect([head.status, head.body, head.field('content-length')]).toEqual([200, '', '10']);
  });

  it('is described as a whole to HEAD', async () => {
    const { status, body, field } = await ask('/sound.mp3', { range: 'bytes=0-3' }, 'HEAD');
    expect([status, body, field('content-length'), field('accept-ranges')]).toEqual([200, '', '10', 'bytes']);
    expect(field('last-modified')).toBe(lastModified);
  });

  it('that is missing gives the whole 404.html, whatever range or condition the request has', async () => {
    const page = 'There is no such page, and this page says so.';
    const others: readonly Record<string, string>[] = [
      { range: 'bytes=0-3' },
      { 'if-none-match': '*' },
      { 'if-modified-since': 'Sat, 21 Nov 2037 12:00:00 GMT' },
    ];
    for (const conditions of others)
      expect(await ask('/nowhere', conditions)).toMatchObject({ status: 404, body: page });
  });

  it.runIf(process.platform === 'linux')('is closed when the client disconnects', async () => {
    const file = join(folder, 'long.mp3');
    const descriptor = openSync(file, 'w');
    ftruncateSync(descriptor, 64 * 1024 * 1024);
    closeSync(descriptor);
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === file;
        } catch {
          return false;
        }
      }).length;
    for (const fields of [[], ['Range: bytes=0-']]) {
      const socket = send(port, ['GET /long.mp3 HTTP/1.1', 'Host: localhost', ...fields]);
      await new Promise((done) => socket.once('data', done));
      socket.pause();
      expect(open()).toBe(1);
      socket.destroy();
      await expect.poll(open, { timeout: 10_000 }).toBe(0);
    }
  });
});
