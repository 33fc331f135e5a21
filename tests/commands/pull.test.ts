import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeFiles, galleyBeside } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';
import { startServer } from './pull/bad-server.ts';

let folder: string;

beforeEach(async () => {
  folder = await smallPaper();
});

const rss = (title: string) =>
  `<rss version="2.0"><channel><title>Wire</title><item><title>${title}</title><link>https://wire.example/1</link></item></channel></rss>`;

/** Serves every feed of the small site from a server of the test. */
async function serveFeeds(
  listener: RequestListener = (_, response) => void response.end(rss('A ferry comes back')),
) {
  const server = await startServer(listener);
  for (const name of readdirSync(join(folder, 'content', 'pages'))) {
    const file = join(folder, 'content', 'pages', name);
    if (!/\.(?:yaml|md)$/.test(name)) continue;
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/https:\/\/(\w+)\.example\/rss/g, `${server.url}/$1`));
  }
  return server;
}

function edit(path: string, from: string | RegExp, to: string) {
  changeFiles(join(folder, 'content'), { [path]: (text) => text.replace(from, to) });
}

const pull = (...flags: readonly string[]) => galleyWarm(folder, ['pull', '--allow-private', ...flags]);

describe('galley pull', () => {
  it('requests each feed once, says who asks, and prints the result', async () => {
    const server = await serveFeeds();
    const { status, stdout, stderr } = await galleyBeside(folder, ['pull', '--allow-private']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^pulled 4 feeds in [\d.]+ m?s: 4 with new headlines, 0 unchanged\n$/);
    const asked = server.requests.map((request) => request.split('\n')[0]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(server.requests[0]).toMatch(/^user-agent: Galley\/\d+\.\d+\.\d+ \(\+https:\/\/\S+\)$/m);
    expect(server.requests[0]).toMatch(/^accept: application\/rss\+xml/m);
    expect(readdirSync(folder).sort()).toEqual(['.galley', 'content']);
    const again = await pull();
    expect(again.stdout).toMatch(/0 with new headlines, 0 unchanged, 4 not due yet\n$/);
  });

  it('leaves a page to its fallback after a week without an answer, and `check` says so', async () => {
    await serveFeeds();
    await pull();
    const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19);
    const warnings = async (days: number) =>
      (await galleyWarm(folder, ['check', '--now', `${later(days)}Z`])).stderr.match(/The headlines .*/g);
    expect(await warnings(6)).toBeNull();
    const told = (await warnings(8)) ?? [];
    expect(new Set(told)).toEqual(
      new Set([
        `The headlines of this feed were last read on ${later(0).slice(0, 10)}, too long ago for the page to show them.`,
      ]),
    );
  });

  it('exits 0 where some feeds fail, with a warning at the line that names each', async () => {
    await serveFeeds(({ url }, response) => {
      if (url === '/trade') response.writeHead(404).end();
      else response.end(rss('A ferry comes back'));
    });
    const { status, stdout, stderr } = await pull();
    expect(status).toBe(0);
    expect(stdout).toMatch(/3 with new headlines, 0 unchanged, 1 failed\n$/);
    expect(stderr).toMatch(
      /^warning feed-failed content\/pages\/business\.yaml:8:13\n {2}The feed of Trade News could not be read: it answered 404 Not Found\.\n/,
    );
    expect(stderr).toContain('1 warning in 1 file');
  });

  it('exits 3 where no feed could be read, and says why in one line', async () => {
    await serveFeeds((_, response) => void response.writeHead(500).end());
    const { status, stdout, stderr } = await pull();
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toBe('error none of the 4 feeds could be read: it answered 500 Internal Server Error\n');
  });

  it('refuses hosts of a private network without --allow-private', async () => {
    const server = await serveFeeds();
    const { status, stderr } = await galleyWarm(folder, ['pull']);
    expect(status).toBe(3);
    expect(stderr).toMatch(/private address \(127\.0\.0\.1\); use --allow-private/);
    expect(server.connections()).toBe(0);
  });

  it('says which feed a web page has, for programs too', async () => {
    await serveFeeds(({ url }, response) => {
      if (url === '/trade') response.writeHead(410).end();
      else if (url === '/county')
        response.end(
          '<!DOCTYPE html><title>News</title><link rel="alternate" type="application/rss+xml" href="/rss2">',
        );
      else response.end(rss('A ferry comes back'));
    });
    const { stdout, status } = await pull('--format', 'json');
    expect(status).toBe(0);
    const { version, problems, summary } = JSON.parse(stdout);
    expect(version).toBe(1);
    expect(problems).toMatchObject([
      { rule: 'feed-failed', severity: 'warning', file: 'content/pages/business.yaml', line: 8, column: 13 },
      { rule: 'not-a-feed', file: 'content/pages/home.yaml', suggestion: expect.stringMatching(/\/rss2$/) },
    ]);
    expect(summary).toMatchObject({ feeds: 4, new: 2, same: 0, notDue: 0, failed: 2 });
    const annotations = (await pull('--force', '--format', 'github')).stdout;
    expect(annotations).toMatch(/^::warning file=content\/pages\/business\.yaml,line=8,/);
  });

  it('exits 1 where files that name feeds have mistakes, and pulls the feeds of the others', async () => {
    const server = await serveFeeds();
    edit('pages/home.yaml', 'title:', 'tittle:');
    edit('blog/heron-count.md', 'title:', 'tittle:');
    const { status, stderr } = await pull();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error \S+ content\/pages\/home\.yaml:/);
    expect(stderr).not.toContain('heron-count');
    expect(server.requests).toHaveLength(2);
  });

  it('requests only the feeds of one host, and exits 2 where content names none of that host', async () => {
    const server = await serveFeeds();
    const other = await startServer((_, response) => void response.end(rss('Elsewhere')));
    edit('pages/business.yaml', /rssUrl: .*/, `rssUrl: ${other.url}/rss`);
    expect((await pull('--only', `127.0.0.1:${other.port}`)).stdout).toMatch(/^pulled 1 feed /);
    expect(server.requests).toHaveLength(0);
    const { status, stderr } = await pull('--only', 'nowhere.example');
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /No feed of content is at `nowhere\.example`\. There is: 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+\.\n$/,
    );
  });

  it('lists the saved headlines without a request', async () => {
    const server = await serveFeeds();
    await pull('--only', new URL(server.url).host);
    const asked = server.connections();
    const { status, stdout } = await pull('--list');
    expect(status).toBe(0);
    const saved = / {2}1 headline, read 2\S+Z; last answer: new headlines\n/g;
    expect(stdout.match(saved)).toHaveLength(4);
    expect(server.connections()).toBe(asked);
    const { summary } = JSON.parse((await pull('--list', '--format', 'json')).stdout);
    expect(summary.feeds[0]).toMatchObject({ items: 1, answer: 'new headlines' });
  });

  it('saves headlines in the folder of --feeds, and build reads them there and requests nothing', async () => {
    const server = await serveFeeds();
    await pull('--feeds', 'kept');
    const asked = server.requests.length;
    expect(existsSync(join(folder, '.galley', 'feeds'))).toBe(false);
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(4);
    await galleyWarm(folder, ['build', '--feeds', 'kept']);
    expect(readFileSync(join(folder, 'dist', 'business.html'), 'utf8')).toContain('A ferry comes back');
    expect(server.requests).toHaveLength(asked);
  });
});
