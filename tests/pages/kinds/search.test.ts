import { gzipSync } from 'node:zlib';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { documentFiles } from '../../../cli/pages/kinds/search.ts';
import { buildInMemory, type Changes, smallContent } from '../../helpers.ts';

async function withSearch(more: Changes = {}) {
  const content = smallContent({
    'site.yaml': (text) => text.replace('knownMissing: [', 'knownMissing: [/archives, '),
    'pages/search.yaml': 'template: search\npath: /find\ntitle: Find a story\n',
    ...more,
  });
  return (await buildInMemory(content)).files;
}

const searchFiles = (files: ReadonlyMap<string, string>) =>
  [...files.keys()].filter((path) => /^assets\/search-/.test(path));

describe('a paper with a search page', () => {
  it('has a file of each year with all that is searched, and names them newest first', async () => {
    const files = await withSearch();
    const named =
      load(files.get('find.html') ?? '')('[data-search]')
        .attr('data-search')
        ?.split(' ') ?? [];
    expect(named.map((path) => path.replace(/-\w{10}(?=\.json$)/, ''))).toEqual([
      '/assets/search-2026.json',
      '/assets/search-2025.json',
    ]);
    const entries = named.flatMap((path) => JSON.parse(files.get(path.slice(1)) ?? ''));
    expect(entries).toHaveLength(3);
    expect(entries[0]).toEqual([
      '/blog/bridge-toll-ends',
      expect.stringContaining('toll'),
      expect.any(String),
      'Ben Ortiz',
      expect.any(String),
      '2026-11-05',
      expect.any(String),
    ]);
  });

  it('links to it from the header of every page', async () => {
    const files = await withSearch();
    const $ = load(files.get('faq.html') ?? '');
    expect($('.masthead a[href="/find"]').text()).toBe('Search');
  });

  it('lists the newest posts below the field, and links to the archives if there are any', async () => {
    const linksIn = (html = '') => {
      const $ = load(html);
      return $('main a')
        .get()
        .map((link) => $(link).attr('href'));
    };
    const withArchives = linksIn((await withSearch()).get('find.html'));
    expect(withArchives).toContain('/archives');
    expect(withArchives).toContain('/blog/bridge-toll-ends');
    const without = linksIn((await withSearch({ 'pages/archives.yaml': () => undefined })).get('find.html'));
    expect(without).toEqual(withArchives.filter((href) => href !== '/archives'));
  });
});

it('leaves a paper without such a page as it is', async () => {
  const { files } = await buildInMemory(smallContent());
  expect(searchFiles(files)).toEqual([]);
  expect([...files.values()].filter((text) => /masthead__search/.test(text))).toEqual([]);
});

describe('the files of 4,000 posts of one year', () => {
  /** Letters in an order that does not repeat, so that words compress worse than those of any language. */
  function createProse() {
    let state = 1;
    const next = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const word = () => Array.from({ length: 2 + next(8) }, () => 'etaoinshrdlucmfwypvbgk'[next(22)]).join('');
    const vocabulary = Array.from({ length: 20_000 }, word);
    return (length: number) =>
      Array.from({ length }, () => vocabulary[Math.min(next(20_000), next(20_000), next(20_000))]).join(' ');
  }

  const prose = createProse();
  const posts = Array.from({ length: 4000 }, (_, i) => ({
    post: {
      path: `/blog/${prose(6).replaceAll(' ', '-')}`,
      title: prose(9),
      excerpt: prose(28),
      authors: [{ name: prose(2) }],
      tags: [{ name: prose(1) }, { name: prose(2) }],
    },
    parsed: { body: prose(40) },
    time: Date.UTC(2026, 11, 31) - i * 7_000_000,
    month: '2026-12',
  }));
  const files = (from: number) =>
    documentFiles({
      posts: posts.slice(from),
      shared: { site: { data: { timeZone: 'UTC' } } },
    } as unknown as Parameters<typeof documentFiles>[0]);

  it('are each below 150 KB compressed', () => {
    const sizes = files(0).map(({ content }) => gzipSync(content).length);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThan(150_000);
    expect(files(0).flatMap(({ content }) => JSON.parse(content))).toHaveLength(4000);
  });

  it('stay as they are when a post is added, but for the newest', () => {
    const [, ...before] = files(1).map(({ path }) => path);
    expect(files(0).map(({ path }) => path)).toEqual([expect.any(String), ...before]);
  });
});
