import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openClient } from '../../../cli/commands/pull/feed-client.ts';
import { type PullOptions, pull } from '../../../cli/commands/pull/pull.ts';
import { readPulled, readSnapshot } from '../../../cli/headlines/snapshots.ts';
import { temporaryFolder } from '../../helpers.ts';
import { startServer } from './bad-server.ts';

const client = openClient({ allowPrivate: true });
afterAll(() => client.close());

const minute = 60_000;
const hour = 60 * minute;

let folder: string;
let now: Date;

beforeEach(() => {
  folder = join(temporaryFolder(), '.galley', 'feeds');
  now = new Date('2026-11-20T18:00:00Z');
});

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

const run = (urls: readonly string[], more: Partial<PullOptions> = {}) =>
  pull(urls, { folder, client, userAgent: 'Galley/test', force: false, now: () => now, ...more });

const rss = (...titles: readonly string[]) =>
  `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example/</link>${titles
    .map((title) => `<item><title>${title}</title><link>https://wire.example/${title}</link></item>`)
    .join('')}</channel></rss>`;

/** A server whose answer to every request is `answer` as it is at that time. */
async function serveFeed(answer: {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}) {
  const server = await startServer((request, response) => {
    const { status = 200, headers = {}, body = '' } = answer;
    if (headers.etag && request.headers['if-none-match'] === headers.etag)
      response.writeHead(304, headers).end();
    else response.writeHead(status, headers).end(body);
  });
  return { url: `${server.url}/rss`, server };
}

const unknown = Buffer.from(rss('\xcd\xee\xe2\xfb\xe9 \xec\xee\xf1\xf2'), 'latin1');
const bomb = gzipSync(Buffer.alloc(3 * 1024 * 1024));

const file = () => join(folder, readdirSync(folder)[0] ?? '');

describe('pull', () => {
  it('keeps the headlines of a feed in a file that people can read, hidden from git', async () => {
    const { url } = await serveFeed({
      body: `<rss><channel><title>Wire</title><link>https://wire.example/</link><item><title>Dated</title>
        <link>/dated</link><pubDate>Fri, 20 Nov 2026 06:30:00 -0600</pubDate><description>Not ours to keep.</description>
        </item><item><title>Undated</title></item></channel></rss>`,
    });
    expect(await run([url])).toEqual([{ outcome: 'new', items: 2 }]);
    expect(file()).toMatch(/\/127\.0\.0\.1-\d+-rss-[\da-f]{8}\.json$/);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      version: 1,
      url,
      title: 'Wire',
      link: 'https://wire.example/',
      read: '2026-11-20T18:00:00Z',
      request: {
        at: '2026-11-20T18:00:00Z',
        answer: 'new headlines',
        checked: '2026-11-20T18:00:00Z',
        retryAt: '2026-11-20T18:27:00Z',
      },
      items: [
        { title: 'Dated', link: 'https://wire.example/dated', published: '2026-11-20T12:30:00Z' },
        { title: 'Undated' },
      ],
    });
    expect(readFileSync(join(folder, '..', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('tells new headlines from those it has', async () => {
    const answer = { body: rss('One', 'Two') };
    const { url } = await serveFeed(answer);
    await run([url]);
    later(hour);
    expect(await run([url])).toEqual([{ outcome: 'same', items: 2 }]);
    expect(readPulled(folder, [url]).get(url)?.checked).toEqual(now);
    later(hour);
    answer.body = rss('Three', 'Two');
    expect(await run([url])).toEqual([{ outcome: 'new', items: 2 }]);
    expect(readSnapshot(folder, url)?.items.map(({ title }) => title)).toEqual(['Three', 'Two']);
  });

  it('sends the validators of the last answer, and counts an unchanged feed as read', async () => {
    const answer = {
      headers: { etag: '"7"', 'last-modified': 'Fri, 20 Nov 2026 12:00:00 GMT' },
      body: rss('One'),
    };
    const { url, server } = await serveFeed(answer);
    await run([url]);
    later(hour);
    expect(await run([url])).toEqual([{ outcome: 'same', items: 1 }]);
    expect(server.requests[1]).toContain('if-none-match: "7"');
    expect(server.requests[1]).toContain('if-modified-since: Fri, 20 Nov 2026 12:00:00 GMT');
    expect(readPulled(folder, [url]).get(url)?.checked).toEqual(now);
  });

  it.each([
    ['27 minutes', {}, rss('One'), 27],
    ['nine tenths of max-age', { 'cache-control': 'public, s-maxage=9, Max-Age="6000"' }, rss('One'), 90],
    ['nine tenths of ttl', {}, rss('One').replace('<title>', '<ttl>200</ttl><title>'), 180],
    ['at most six hours', { 'cache-control': 'max-age=999999' }, rss('One'), 324],
  ])(
    'requests a feed again after %s, and not before unless it is forced',
    async (_, headers, body, minutes) => {
      const { url, server } = await serveFeed({ headers, body });
      await run([url]);
      later(minutes * minute - 1000);
      expect(await run([url])).toEqual([{ outcome: 'not-due', items: 1 }]);
      expect(server.requests).toHaveLength(1);
      later(1000);
      await run([url]);
      expect(server.requests).toHaveLength(2);
      await run([url], { force: true });
      expect(server.requests).toHaveLength(3);
    },
  );

  it.each([
    ['does not answer', ({ socket }) => socket?.destroy()],
    ['answers 404', (response) => response.writeHead(404).end()],
    ['sends something else', (response) => response.end('Good morning.')],
    ['sends a web page', (response) => response.end('<!DOCTYPE html><title>Moved</title><p>Nothing.')],
    ['has lost its headlines', (response) => response.end(rss())],
    ['sends nothing', (response) => response.end()],
    ['is in an unknown encoding', (response) => response.end(unknown)],
    ['redirects in a circle', (response) => response.writeHead(302, { location: '/' }).end()],
    ['swells to 3 MiB', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)],
  ] satisfies [string, (response: ServerResponse) => unknown][])(
    'keeps what it has of a feed that %s, and requests it less and less often, unless it is forced',
    async (_, answer: (response: ServerResponse) => unknown) => {
      let isBroken = false;
      const server = await startServer((_, response) => {
        if (isBroken) answer(response);
        else response.end(rss('One', 'Two'));
      });
      const url = `${server.url}/`;
      await run([url]);
      const { checked } = readPulled(folder, [url]).get(url) ?? {};
      later(hour);
      isBroken = true;
      const hours: number[] = [];
      for (let i = 0; i < 96; i += 1) {
        const before = server.requests.length;
        const [report] = await run([url]);
        expect(report).toMatchObject({ outcome: 'failed', items: 2 });
        if (server.requests.length > before) hours.push(i);
        else expect(report?.reason).toMatch(/; it is not requested before 2026-11-2\dT.* without --force$/);
        later(hour);
      }
      expect(hours).toEqual([0, 1, 2, 4, 8, 16, 31, 55, 79]);
      expect(readPulled(folder, [url]).get(url)).toMatchObject({ checked, snapshot: { items: [{}, {}] } });
      isBroken = false;
      expect(await run([url], { force: true })).toMatchObject([{ outcome: 'same' }]);
      later(hour);
      expect(await run([url])).toMatchObject([{ outcome: 'same' }]);
    },
  );

  it('leaves a server alone that asks for it, a day at most', async () => {
    const answer = { status: 429, headers: { 'retry-after': '7200' } };
    const { url, server } = await serveFeed(answer);
    const reason = 'it answered 429 Too Many Requests';
    expect(await run([url])).toMatchObject([{ outcome: 'failed', reason }]);
    later(2 * hour - 1000);
    await run([url]);
    expect(server.requests).toHaveLength(1);
    later(1000);
    answer.headers['retry-after'] = '9'.repeat(400);
    await run([url]);
    later(24 * hour);
    await run([url]);
    expect(server.requests).toHaveLength(3);
  });

  it('does not hold against a feed what is the fault of this machine', async () => {
    const { url } = await serveFeed({ body: rss('One') });
    await run([url]);
    const saved = readFileSync(file(), 'utf8');
    later(hour);
    const closed = openClient({ allowPrivate: true });
    await closed.close();
    const reason = 'there was no time for it';
    for (const _ of [1, 2])
      expect(await run([url], { client: closed })).toMatchObject([{ outcome: 'failed', items: 1, reason }]);
    expect(readFileSync(file(), 'utf8')).toBe(saved);
  });

  it.each([
    ['is damaged', 'not JSON'],
    ['has a field too many', undefined],
  ])('reads a feed again whose snapshot %s', async (_, content) => {
    const { url, server } = await serveFeed({ headers: { etag: '"7"' }, body: rss('One') });
    await run([url]);
    const known = JSON.parse(readFileSync(file(), 'utf8'));
    writeFileSync(file(), content ?? JSON.stringify({ ...known, extra: 1 }));
    expect(readPulled(folder, [url])).toEqual(new Map());
    expect(await run([url])).toEqual([{ outcome: 'new', items: 1 }]);
    expect(server.requests[1]).not.toContain('if-none-match');
  });

  it('deletes snapshots that no pull has written for 60 days, and nothing else', async () => {
    const { url } = await serveFeed({ body: rss('One') });
    await run([url]);
    const old = new Date(Date.now() - 61 * 24 * hour);
    const [mine, other] = [join(folder, 'notes.json'), join(folder, 'other.example-rss-12345678.json')];
    for (const path of [mine, other]) {
      writeFileSync(path, '{}');
      utimesSync(path, old, old);
    }
    await run([url]);
    expect(readdirSync(folder)).toHaveLength(2);
    expect([existsSync(mine), existsSync(other)]).toEqual([true, false]);
  });

  it('requests eight feeds at once, and two of one host', async () => {
    const underWay: string[] = [];
    let [most, mostPerHost] = [0, 0];
    const servers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        startServer(({ headers: { host = '' } }, response) => {
          underWay.push(host);
          most = Math.max(most, underWay.length);
          mostPerHost = Math.max(mostPerHost, underWay.filter((other) => other === host).length);
          setTimeout(() => {
            underWay.splice(underWay.indexOf(host), 1);
            response.end(rss(`Story ${i}`));
          }, 20);
        }),
      ),
    );
    const urls = servers.flatMap(({ url }) => Array.from({ length: 5 }, (_, i) => `${url}/${i}`));
    const reports = await run(urls);
    expect(reports).toHaveLength(urls.length);
    expect(reports.every(({ outcome }) => outcome === 'new')).toBe(true);
    expect([most, mostPerHost]).toEqual([8, 2]);
  });

  it('rejects if the folder cannot be written', async () => {
    const { url } = await serveFeed({ body: rss('One') });
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'a file');
    await expect(run([url])).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});
