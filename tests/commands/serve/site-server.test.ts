import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSiteServer } from '../../../cli/commands/serve/site-server.ts';
import { drawingPolicy, framePolicy, mediaTypes } from '../../../cli/site/headers.ts';
import { temporaryFolder } from '../../helpers.ts';
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
      expect([name, (await ask(`/${name}`)).field('content-type')]).toEqual([name, type]);
    }
  });

  it.each([
    ['bytes=0-', 206, digits, 'bytes 0-9/10'],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-99999999999999999999', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-2', 416, '', null],
    ['bytes=10-', 416, '', null],
    ['nonsense', 416, '', null],
  ])('requested with Range: %s gives %i “%s”', async (range, status, body, said) => {
    expect(await askRange(range)).toEqual([status, body, said]);
  });

  it('gets a policy against scripts where it is an SVG picture of content', async () => {
    mkdirSync(join(folder, 'media'));
    for (const [path, policy] of [
      ['media/plan.svg', drawingPolicy],
      ['media/PLAN.SVG', drawingPolicy],
      ['media/photo.png', framePolicy],
      ['drawn.svg', framePolicy],
    ] as const) {
      writeFileSync(join(folder, path), digits);
      expect((await ask(`/${path}`)).field('content-security-policy')).toBe(policy);
    }
    expect(drawingPolicy).toMatch(/default-src 'none'.*; sandbox$/);
  });

  it('is compressed where it is text and the browser takes that, but not a part of it', async () => {
    const text = 'The ferry sails at noon. '.repeat(100);
    writeFileSync(join(folder, 'ferry.html'), text);
    writeFileSync(join(folder, 'ferry.png'), text);
    const seen = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      const body = await response.text();
      return [response.status, response.headers.get('content-encoding'), response.headers.get('vary'), body];
    };
    const gzip = { 'accept-encoding': 'br, gzip' };
    expect(await seen('/ferry', gzip)).toEqual([200, 'gzip', 'Accept-Encoding', text]);
    expect(await seen('/ferry', { 'accept-encoding': 'br' })).toEqual([200, null, 'Accept-Encoding', text]);
    expect(await seen('/ferry.png', gzip)).toEqual([200, null, null, text]);
    expect(await seen('/ferry', { ...gzip, range: 'bytes=4-8' })).toEqual([
      206,
      null,
      'Accept-Encoding',
      'ferry',
    ]);
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await ask('/sound.mp3')).field('etag') ?? '';
    for (const [name, value, status] of [
      ['if-none-match', etag, 304],
      ['if-none-match', '"other"', 200],
      ['if-modified-since', lastModified, 304],
      ['if-modified-since', 'Fri, 20 Nov 2026 11:59:59 GMT', 200],
      ['if-modified-since', 'nonsense', 200],
    ] as const) {
      const answer = await ask('/sound.mp3', { [name]: value });
      expect([name, value, answer.status, answer.body]).toEqual([
        name,
        value,
        status,
        status === 304 ? '' : digits,
      ]);
      expect(answer.field('cache-control')).toBe('no-cache');
    }
  });

  it('has its length and no body for HEAD', async () => {
    const { status, body, field } = await ask('/sound.mp3', {}, 'HEAD');
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
