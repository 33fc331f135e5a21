import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuildState } from '../../cli/commands/serve/live-reload.ts';
import { feedsFolder } from '../../cli/commands/terminal/flags.ts';
import { writeSnapshot } from '../../cli/headlines/snapshots.ts';
import { atNow, galley, startServer } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';

let folder: string;
let server: ChildProcess;
let base: string;
const states: BuildState[] = [];
const listening = new AbortController();

beforeAll(async () => {
  folder = await smallPaper();
  const flags = ['--port', '0', '--out', 'site', ...atNow];
  ({ server, base } = await startServer(folder, ['dev', ...flags]));
  void listen();
});

afterAll(() => {
  listening.abort();
  server.kill();
});

/** Collects the states that open pages get. */
async function listen() {
  const { body } = await fetch(`${base}/__galley/events`, { signal: listening.signal });
  let text = '';
  try {
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) states.push(JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? '{}'));
    }
  } catch {
    // The test is over.
  }
}

const page = async (path: string) => (await fetch(base + path, { headers: { accept: 'text/html' } })).text();
const state = () => states.at(-1);
const about = () => join(folder, 'content', 'pages', 'about.yaml');

describe('galley dev', () => {
  it('sends the new build to open pages after a save, and serves the new text', async () => {
    await expect.poll(() => state()?.report).toBe('');
    const before = state()?.build;
    writeFileSync(about(), readFileSync(about(), 'utf8').replace(/^title: .*$/m, 'title: A new headline'));
    await expect.poll(() => state()?.build).not.toBe(before);
    expect(state()?.report).toBe('');
    expect(await page('/about')).toContain('<h1>A new headline</h1>');
  });

  it('adds the live reload script to every page, also to 404.html', async () => {
    const script = `<script type="module" src="/__galley/client.js?build=${state()?.build}"></script>`;
    expect(await page('/about')).toContain(script);
    expect(await page('/nowhere')).toContain(script);
    expect(await page('/__galley/client.js')).toContain('EventSource');
  });

  it('shows the front page of a quiet and of a big day, which are no pages of the site', async () => {
    expect(await page('/?day=big')).toContain('front-page--banner');
    for (const path of ['/', '/?day=quiet', '/?day=other'])
      expect(await page(path)).toContain('front-page--usual');
  });

  it('shows problems while it serves the last good page, and the new one once they are solved', async () => {
    const good = readFileSync(about(), 'utf8');
    const build = state()?.build;
    writeFileSync(about(), good.replace('title:', 'tittle:'));
    await expect.poll(() => state()?.report).toContain('unknown-key content/pages/about.yaml');
    expect(state()?.build).toBe(build);
    expect(await page('/about')).toContain('<h1>A new headline</h1>');
    writeFileSync(about(), '\u0000');
    await expect.poll(() => state()?.report).not.toContain('unknown-key');
    expect(state()?.report).not.toBe('');
    writeFileSync(about(), good.replace('A new headline', 'Mended'));
    await expect.poll(() => state()?.report).toBe('');
    expect(await page('/about')).toContain('<h1>Mended</h1>');
    expect(server.exitCode).toBe(null);
  });

  it('shows a page with a link that leads nowhere, and says so', async () => {
    const post = join(folder, 'content', 'blog', 'heron-count.md');
    const good = readFileSync(post, 'utf8');
    writeFileSync(post, `${good}\n[There](/nowhere-at-all)\n`);
    await expect.poll(() => state()?.report).toContain('dead-link content/blog/heron-count.md');
    expect(await page('/blog/heron-count')).toContain('href="/nowhere-at-all"');
    expect((await fetch(`${base}/rss.xml`)).headers.get('content-type')).toContain('xml');
    expect(await page('/nowhere-at-all')).toContain('data-page="not-found"');
    writeFileSync(post, good);
    await expect.poll(() => state()?.report).toBe('');
    expect(await page('/blog/heron-count')).not.toContain('nowhere-at-all');
  });

  it('tells no page of a build that changes nothing', async () => {
    const seen = states.length;
    const text = readFileSync(about(), 'utf8');
    writeFileSync(about(), text);
    writeFileSync(about(), text.replace(/^title: .*$/m, 'title: Once'));
    await expect.poll(() => page('/about')).toContain('<h1>Once</h1>');
    await expect.poll(() => states.length).toBe(seen + 1);
    writeFileSync(about(), text);
    await expect.poll(() => page('/about')).not.toContain('<h1>Once</h1>');
  });

  it('ignores temporary files of editors', async () => {
    const seen = states.length;
    for (const name of ['.about.yaml.swp', 'about.yaml~', '#about.yaml#', '.DS_Store'])
      writeFileSync(join(folder, 'content', 'pages', name), 'x');
    writeFileSync(about(), readFileSync(about(), 'utf8').replace('Mended', 'After'));
    await expect.poll(() => states.length).toBeGreaterThan(seen);
    expect(state()?.report).toBe('');
    expect(await page('/about')).toContain('<h1>After</h1>');
  });

  it('works again when the content folder is moved away and back', async () => {
    const content = join(folder, 'content');
    renameSync(content, join(folder, 'away'));
    await expect.poll(() => state()?.report).toContain('There is no content folder');
    renameSync(join(folder, 'away'), content);
    await expect.poll(() => state()?.report).toBe('');
    writeFileSync(about(), readFileSync(about(), 'utf8').replace('After', 'Back again'));
    await expect.poll(() => page('/about')).toContain('<h1>Back again</h1>');
  });

  it('serves a folder that is removed and made again', async () => {
    const pages = join(folder, 'content', 'pages');
    cpSync(pages, join(folder, 'kept'), { recursive: true });
    for (const title of ['Anew', 'Once more']) {
      rmSync(pages, { recursive: true });
      mkdirSync(pages);
      cpSync(join(folder, 'kept'), pages, { recursive: true });
      writeFileSync(about(), readFileSync(about(), 'utf8').replace(/^title: .*$/m, `title: ${title}`));
      await expect.poll(() => page('/about')).toContain(`<h1>${title}</h1>`);
    }
  });

  it('shows headlines that are pulled while it runs', async () => {
    const items = [{ title: 'A ferry comes back', link: 'https://trade.example/1' }];
    const read = '2026-11-20T17:30:00Z';
    writeSnapshot(feedsFolder({ content: join(folder, 'content') }), {
      version: 1,
      url: 'https://trade.example/rss',
      read,
      items,
    });
    await expect.poll(() => page('/business'), { timeout: 10_000 }).toContain('A ferry comes back');
  });

  it('exits 3 where its port is taken', () => {
    expect(galley(folder, ['dev', '--port', new URL(base).port])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('listening there'),
    });
  });
});
