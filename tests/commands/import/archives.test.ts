import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { diffArrays } from 'diff';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildInMemory, temporaryFolder } from '../../helpers.ts';
import { galleyWarm } from '../../warm-program.ts';

const archives = join(import.meta.dirname, 'archives');
const now = '2026-11-20T12:00:00Z';

/** A paper with the posts of an archive. */
async function moved(archive: string) {
  const folder = temporaryFolder();
  const init = await galleyWarm(folder, [
    'init',
    '--yes',
    '--name',
    'The Ferry Press',
    '--sections',
    'News',
    '--now',
    now,
  ]);
  expect(init.stderr).toBe('');
  const imported = await galleyWarm(folder, ['import', join(archives, archive), '--now', now]);
  const content = join(folder, 'content');
  const { report, files } = await buildInMemory(content, { now: new Date(now) });
  const withDrafts = await buildInMemory(content, { now: new Date(now), drafts: true });
  return { content, imported, problems: [...report.problems, ...withDrafts.report.problems], files };
}

/** The new address of each former one. */
const movesIn = (content: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(content, 'blog')).flatMap((name) => {
      const [, fields = ''] = readFileSync(join(content, 'blog', name), 'utf8').split(/^---$/m);
      const { aliases = [] } = parse(fields);
      return aliases.map((alias: string) => [decodeURI(alias), `blog/${name.replace('.md', '.html')}`]);
    }),
  );

/** The articles that the archive's own generator made: their words, by address. */
const published = (archive: string): [string, string][] =>
  readFileSync(join(archives, 'words', `${archive}.txt`), 'utf8')
    .split(/^== /m)
    .slice(1)
    .map((article) => {
      const [address = '', ...lines] = article.split('\n');
      return [decodeURI(address), lines.join(' ')];
    });

// A raised number is a word of its own here, and punctuation is none.
const wordsOf = (text: string): string[] => text.normalize('NFKC').match(/\p{L}+|\p{N}+/gu) ?? [];

function shownIn(page = ''): string {
  const $ = load(page);
  // A frame stands for its address.
  for (const facade of $('.facade')) $(facade).text($('a', facade).attr('href') ?? '');
  $('.prose *').after(' ');
  return $('.prose').text();
}

/** The words that the article of a generator has and ours has not, in their order. */
const lost = (theirs: string, page: string | undefined): string =>
  diffArrays(wordsOf(theirs), wordsOf(shownIn(page)))
    .flatMap(({ removed, value }) => (removed ? value : []))
    .join(' ');

describe.each([
  [
    'jekyll',
    {
      // Pages are at their own address, and the paper has an `/about`.
      '/about/': 'no address',
      '/news/2014/06/Market-Day.html': 'Sign up at the ferry office',
      // A collection.
      '/notices/dog-found/': 'no address',
    },
  ],
  [
    'hugo',
    {
      '/1/01/a-story-of-no-day/': 'no address',
      '/about/': 'no address',
      '/2019/03/the-flood/': '4 Mill Street',
      '/2019/04/council-votes-5ndash2-on-the-wall/': 'A post of alderferry',
    },
  ],
  [
    'eleventy',
    {
      '/about/': 'no address',
      '/articles/draft/': 'not published',
      '/articles/first-apples/': 'the cider house 2021 Prices hold while apples last',
      '/articles/grafting/': 'The south is done The',
      '/articles/quiet/': 'The Orchard Post',
      // A program gives these their addresses.
      '/notes/2021/a-note-and-a-half.html': 'no address',
      '/notes/2026/another.html': 'no address',
    },
  ],
  [
    'wordpress',
    {
      '/2014/01/01/a-private-matter/': 'not published',
      // The frame of a plugin that the site no longer had.
      '/2017/01/01/ñandu-at-the-fair/': 'su note color fff su note',
      '/2113/05/04/next-century/': 'not published',
      '/?p=33': 'no address',
      '/?p=34': 'no address',
    },
  ],
])('an archive of %s', (archive, known: Readonly<Record<string, string>>) => {
  it('moves in without an error, at its old addresses, with its words', async () => {
    const { content, imported, problems, files } = await moved(archive);
    expect(imported.stdout).toContain('import-report.md');
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const moves = movesIn(content);
    const missing = published(archive).flatMap(([address, words]) => {
      const path = moves.get(address);
      if (path === undefined) return [[address, 'no address']];
      const gone = files.has(path) ? lost(words, files.get(path)) : 'not published';
      return gone === '' ? [] : [[address, gone]];
    });
    expect(Object.fromEntries(missing)).toEqual(known);
  });
});
