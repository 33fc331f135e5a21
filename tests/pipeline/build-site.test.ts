import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import { RenderFault } from '../../cli/pipeline/render-pages.ts';
import { createWriter } from '../../cli/site/write.ts';
import {
  buildInMemory,
  filesOf,
  galley,
  inputOf,
  now,
  sites,
  smallContent,
  temporaryFolder,
} from '../helpers.ts';
import { testCache } from '../test-cache.ts';

const small = join(sites, 'small', 'content');

describe('a build', () => {
  it('gives the same bytes in another folder, time zone and locale', () => {
    const builds = [
      { TZ: 'America/Chicago', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' },
      { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    ].map((environment) => {
      const folder = temporaryFolder();
      cpSync(small, join(folder, 'content'), { recursive: true });
      const args = ['build', '--cache', testCache, '--now', now.toISOString()];
      const { status, stderr } = galley(folder, args, environment);
      expect([status, stderr]).toEqual([0, '']);
      return filesOf(join(folder, 'dist'));
    });
    expect(builds[0]?.size).toBeGreaterThan(20);
    expect(builds[1]).toEqual(builds[0]);
  });

  it('runs again where another build has replaced the site meanwhile from which it took files', async () => {
    const out = join(temporaryFolder(), 'dist');
    const input = await inputOf(small);
    await buildSite(input, () => createWriter(out, []));
    const site = filesOf(out);
    let writers = 0;
    await buildSite(input, () => {
      const writer = createWriter(out, []);
      if (writers === 0) {
        const other = createWriter(out, []);
        other.write({ path: 'robots.txt', content: site.get('robots.txt') ?? '' });
        other.commit();
      }
      writers += 1;
      return writer;
    });
    expect(writers).toBe(2);
    expect(filesOf(out)).toEqual(site);
  });

  it('prints the small site as expected: its files, its feeds and its sitemap', async () => {
    const { report, files } = await buildInMemory(small);
    expect(report.problems).toEqual([]);
    const expected = join(sites, 'small', 'expected');
    const listed = `${[...files.keys()]
      .map((path) => path.replace(/-[0-9a-f]{10}\./, '-HASH.'))
      .sort()
      .join('\n')}\n`.replace(/-[\da-f]{8}(?=-[\w-]+\.(?:avif|webp)$)/gm, '-KEY');
    if (process.env.RECORD) writeFileSync(join(expected, 'files.txt'), listed);
    expect(listed).toBe(readFileSync(join(expected, 'files.txt'), 'utf8'));
    for (const name of ['rss.xml', 'feed.json', 'sitemap.xml', 'robots.txt']) {
      if (process.env.RECORD) writeFileSync(join(expected, name), files.get(name) ?? '');
      expect(files.get(name)).toBe(readFileSync(join(expected, name), 'utf8'));
    }
  });

  it('leaves drafts and posts to come out of everything, unless they are asked for', async () => {
    const post = (title: string, more: string) =>
      `---\nid: "${title}"\ntitle: ${title}\nexcerpt: x\nauthor: x\ncategory: Business\n${more}\n---\nText.\n`;
    const content = smallContent({
      'blog/hidden.md': post('Hidden', 'publishedDate: 2026-01-01T00:00:00Z\ndraft: true'),
      'blog/coming.md': post('Coming', 'publishedDate: 2026-11-20T18:00:01Z'),
      'blog/today.md': post('Today', 'publishedDate: 2026-11-20T18:00:00Z'),
    });
    const mentions = (files: ReadonlyMap<string, string>, words: string) =>
      [...files].filter(([, text]) => text.includes(words)).length;
    const { files } = await buildInMemory(content);
    expect([mentions(files, 'Hidden'), mentions(files, 'Coming')]).toEqual([0, 0]);
    expect(mentions(files, 'Today')).toBeGreaterThan(2);
    const { files: all } = await buildInMemory(content, { drafts: true });
    expect([all.has('blog/hidden.html'), all.has('blog/coming.html')]).toEqual([true, true]);
  });

  it('puts --base-url in the place of the address in site.yaml, everywhere', async () => {
    const { files } = await buildInMemory(small, { baseUrl: 'https://preview.example' });
    const own = new URL(/baseUrl: (\S+)/.exec(readFileSync(join(small, 'site.yaml'), 'utf8'))?.[1] ?? '')
      .origin;
    expect([...files].filter(([, text]) => text.includes(own)).map(([path]) => path)).toEqual([]);
    expect(files.get('index.html')).toContain('<link rel="canonical" href="https://preview.example/"/>');
  });

  it('names the page and its file when a template throws, and abandons what was written', async () => {
    const input = await inputOf(small);
    const renderer = await input.loadRenderer();
    const createRenderer = () => () => {
      throw new Error('no such prop');
    };
    const folder = temporaryFolder();
    const failed = buildSite({ ...input, loadRenderer: async () => ({ ...renderer, createRenderer }) }, () =>
      createWriter(join(folder, 'dist'), []),
    );
    await expect(failed).rejects.toThrow(RenderFault);
    await expect(failed).rejects.toThrow(
      /^The page \/\S* of content\/pages\/\S+ could not be rendered: no such prop$/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
