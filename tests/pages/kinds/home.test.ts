import type { CheerioAPI } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../../at-least-one.ts';
import { problemsWith, where, withoutPosts } from '../../changed-site.ts';
import { type Changes, smallContent } from '../../helpers.ts';
import { buildPaper, textsOf, valuesOf, words } from '../../parsed-pages.ts';

const start = (text: string) => text.slice(0, text.indexOf('blocks:'));

/** The front page of the small site with these blocks, and with other changes. */
async function frontPage(blocks: string, changes: Changes = {}): Promise<CheerioAPI> {
  const content = smallContent({ ...changes, 'pages/home.yaml': (text) => `${start(text)}${blocks}` });
  return (await buildPaper(content)).pageAt('/');
}

/** Headings with their levels and ids, and what else a page has, in its order. */
const outline = ($: CheerioAPI): string[] =>
  $('main :is(h2, h3, h4, .ad, form, .facade)')
    .toArray()
    .map((element) => {
      const { name, attribs } = element;
      const text = words($(element).text());
      if (/^h\d/.test(name)) return `${name}${attribs.id ? `#${attribs.id}` : ''} ${text}`;
      return name === 'form' ? 'form' : (attribs.class ?? '').replace(/ .*/, '');
    });

const board = (...titles: readonly string[]) =>
  `  - block: board\n    feeds:\n${titles.map((title) => `      - { title: ${title}, feedTitle: County News, rssUrl: "https://county.example/rss" }\n`).join('')}`;
const video = '  - { block: video, provider: video, id: ferry-1, title: The ferry }\n';
const newsletter =
  '  - { block: newsletter, title: A letter, text: Weekly., form: { provider: form, id: newsletter, title: Form, category: Newsletter } }\n';

describe('the blocks of a front page', () => {
  test.each<[name: string, blocks: string, changes: Changes, outline: readonly string[]]>([
    ['are none', 'blocks: []\n', {}, []],
    ['are none of a paper without posts', 'blocks:\n  - block: lead\n', withoutPosts, []],
    [
      'leave the posts that a section below needs, but the lead story is the newest',
      'blocks:\n  - block: lead\n  - { block: stories, title: All }\n  - { block: stories, title: River, category: River Life, stories: 2 }\n  - { block: stories, title: Shops, category: Business }\n',
      {},
      [
        'h2 The bridge toll ends in May',
        'h2#Stories-1 River',
        'h3 Forty herons, one more than last spring',
        'h3 Ice on the landing: bring sand',
      ],
    ],
    [
      'are numbered, each kind by itself',
      `blocks:\n${board('A')}${video}  - block: ads\n${board('B', 'C')}${newsletter}${newsletter}${video}`,
      {},
      [
        'h2#Band-1 From other newsrooms',
        'h3#Board-1-1 A',
        'h3#Video-1 Featured Video',
        'facade',
        'ad',
        'h3#Board-2-1 B',
        'h3#Board-2-2 C',
        'h2#Newsletter-title A letter',
        'form',
        'h2#Newsletter-2-title A letter',
        'form',
        'h2#Video-2 Featured Video',
        'facade',
      ],
    ],
    [
      'have texts with a title or without, whose headings are below it',
      'blocks:\n  - { block: text, title: About us, body: "Small.\\n\\n## Where\\n\\nHere." }\n  - { block: text, body: "## Where\\n\\nThere." }\n',
      {},
      ['h2#Text-1 About us', 'h3#where Where', 'h2#where-2 Where'],
    ],
  ])('%s', async (_, blocks, changes, expected) => {
    const $ = await frontPage(blocks, changes);
    expect(outline($)).toEqual(expected);
    const ids = valuesOf($, '[id]', 'id');
    expect(ids).toEqual([...new Set(ids)]);
    for (const labelled of atLeastOne(valuesOf($, '[aria-labelledby]', 'aria-labelledby')))
      expect(ids).toContain(labelled);
    expect(textsOf($, 'main h1')).toEqual(['The Alder Ferry Post']);
    expect($('main > *').filter((_, part) => words($(part).text()) === '')).toHaveLength(0);
  });

  test('decide what the page may load', async () => {
    const policyOf = async (blocks: string) =>
      (await frontPage(blocks))('meta[http-equiv]')
        .attr('content')
        ?.replace(/'sha256-[^']+' ?/g, '');
    const nothing = await policyOf('blocks:\n  - block: lead\n');
    expect(nothing).not.toMatch(/frame-src/);
    expect(nothing).toContain("connect-src 'self';");
    expect(await policyOf(`blocks:\n${video}`)).toMatch(/frame-src https:\/\/video\.example\S*;/);
    expect(await policyOf('blocks:\n  - block: ads\n')).toMatch(/connect-src 'self' https:\/\/ads\.example/);
  });
});

describe('a mistake in a block is reported at its place', () => {
  const after = 'pages/home.yaml:';
  test.each<[mistake: string, blocks: string, problems: readonly string[]]>([
    ['an unknown kind', '  - block: storys\n    title: A\n', ['9 unknown-value stories']],
    [
      'an unknown kind, and more in the block that was meant',
      '  - block: storys\n    titel: A\n    stories: 0\n',
      ['9 unknown-value stories', '10 unknown-key title', '11 invalid-value'],
    ],
    [
      'a kind without its key',
      '  - lead\n  - ads\n',
      ['9 wrong-type block: lead', '10 wrong-type block: ads'],
    ],
    ['a key of another kind', '  - block: lead\n    feeds: []\n', ['10 unknown-key']],
    [
      'an unknown category among several',
      '  - block: stories\n    title: A\n    category:\n      - Business\n      - River Live\n',
      ['13 unknown-reference River Life'],
    ],
    [
      'more advertisements than placements',
      '  - block: ads\n  - block: ads\n  - block: ads\n',
      ['10 unknown-reference', '11 unknown-reference'],
    ],
    [
      'one lead story twice',
      '  - block: lead\n    story: heron-count\n  - block: lead\n    story: heron-count\n',
      ['12 doubtful-value'],
    ],
    ['a dead link', '  - block: text\n    body: Our [shops](/bussiness).\n', ['10 dead-link /business']],
  ])('%s', async (_, blocks, expected) => {
    const found = await problemsWith({
      'pages/home.yaml': (text) => `${start(text)}${blocks.startsWith(' ') ? 'blocks:\n' : ''}${blocks}`,
    });
    expect(found.map(where)).toEqual(expected.map((problem) => after + problem));
  });

  test('and a page that shows nothing but posts, in a paper without any', async () => {
    const found = async (blocks: string) =>
      (await problemsWith({ ...withoutPosts, 'pages/home.yaml': (text) => `${start(text)}${blocks}` }))
        .map(where)
        .filter((problem) => problem.startsWith(after));
    expect(await found('blocks:\n  - block: lead\n')).toEqual([`${after}8 doubtful-value`]);
    expect(await found('blocks:\n  - block: lead\n  - { block: text, body: Soon. }\n')).toEqual([]);
  });
});

const house = '  house:\n    - { word: Post, title: By post, text: Weekly., label: Write, path: /contact }\n';

describe('a placement of the paper’s own', () => {
  const ads = (text: string) => `${start(text)}blocks:\n  - block: ads\n`;
  const withAds = (fields: string) => (text: string) =>
    `${text.slice(0, text.indexOf('\nads:'))}\nads:\n${fields}`;

  test('takes any height from 50, and no provider', async () => {
    const content = smallContent({
      'pages/home.yaml': ads,
      'embeds.yaml': withAds(`  placements: [{ minHeight: 50 }]\n${house}`),
    });
    const $ = (await buildPaper(content)).pageAt('/');
    expect(textsOf($, '.ad[data-height="50"] .house-ad__title')).toEqual(['By post']);
    expect($('iframe, template, [data-slot]')).toHaveLength(0);
  });

  test.each([
    [`  placements: [{ minHeight: 49 }]\n${house}`, '40 invalid-value'],
    ['  placements: [{ minHeight: 90 }]\n', '40 missing-key'],
    [`  placements: [{ minHeight: 90, desktop: { slot: "1", minHeight: 150 } }]\n${house}`, '40 missing-key'],
    [
      '  placements: [{ desktop: { slot: "1", minHeight: 150 }, mobile: { slot: "2", minHeight: 150 } }]\n',
      '40 missing-key',
    ],
    ['  provider: ads\n  placements: [{ desktop: { slot: "1", minHeight: 150 } }]\n', '41 missing-key'],
  ])('is told from slots: %s', async (fields, problem) => {
    const found = await problemsWith({ 'pages/home.yaml': ads, 'embeds.yaml': withAds(fields) });
    expect(found.map(where)).toEqual([`embeds.yaml:${problem}`]);
  });
});
