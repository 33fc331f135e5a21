import { describe, expect, it } from 'vitest';
import { problemsWith, replace, where } from '../changed-site.ts';
import type { Changes } from '../helpers.ts';

const alias = (...addresses: string[]) => replace('\ntitle:', `\naliases: [${addresses.join(', ')}]\ntitle:`);
const heron = 'blog/heron-count.md';
const about = 'pages/about.yaml';
const redirects = 'redirects.yaml';
/** redirects.yaml with these lines, such as `/old /new; /older /new`. */
const to = (pairs: string) => pairs.replace(/(\S+) ([^\s;]+)(?:; )?/g, '- { from: "$1", to: "$2" }\n');

const rowsOf = async (changes: Changes) => (await problemsWith(changes)).map(where);

describe('former addresses', () => {
  it.each<[name: string, changes: Changes]>([
    ['none in an empty list', { [redirects]: '[]\n' }],
    ['none in a file of comments', { [redirects]: '# none yet\n' }],
    ['a post and its old names', { [heron]: alias('/blog/herons', '/2019/herons.html', '/News/Herons/') }],
    ['a page at the address of another', { [about]: alias('/us'), [redirects]: to('/we /about') }],
    [
      'a part of a page, the front page, another site, a page to come, and a file',
      {
        [redirects]: to(
          '/a /about#Team; /b /; /c https://elsewhere.example/c; /d /sports; /media/old.png /media/bridge.png',
        ),
      },
    ],
    [
      'a post that is a draft',
      {
        'blog/ice-on-the-landing.md': (text) =>
          alias('/rss.xml')(replace('\ntitle:', '\ndraft: true\ntitle:')(text) ?? ''),
      },
    ],
  ])('may be %s', async (_, changes) => {
    expect(await rowsOf(changes)).toEqual([]);
  });

  it.each<[name: string, addresses: readonly string[], rule: string]>([
    ['the address of another page', ['/about'], 'duplicate-address'],
    ['of another page in capitals', ['/About'], 'duplicate-address'],
    ['the page itself', ['/blog/heron-count.html'], 'duplicate-address'],
    ['two of one page', ['/old', '/old/'], 'duplicate-address'],
  ])('of a post are a problem: %s', async (_, addresses, rule) => {
    expect(await rowsOf({ [heron]: alias(...addresses) })).toEqual([`${heron}:3 ${rule}`]);
  });

  it.each<[name: string, pairs: string, ...rows: string[]]>([
    ['of another page with its ending', '/about.html /faq', '1 duplicate-address'],
    ['the front page', '/index.html /faq', '1 duplicate-address'],
    ['a feed', '/rss.xml /faq', '1 duplicate-address'],
    ['a picture', '/media/bridge.png /faq', '1 duplicate-address'],
    ['one twice', '/old /faq; /Old.html /about', '2 duplicate-address'],
    ['to nowhere', '/old /abot', '1 dead-link /about'],
    ['to itself', '/old /old/', '1 redirect-loop'],
    ['in a circle', '/a /b; /b /c; /c /a; /d /a', '1 redirect-loop'],
    ['in steps', '/a /b; /b /c.html; /c /faq', '1 redirect-chain /faq', '2 redirect-chain /faq'],
    ['without http security', '/a http://a.example/', '1 invalid-url https://a.example/'],
    ['two at once', '/old.php?id=1 /faq; x /faq', '1 invalid-address /old.php', '2 invalid-address /x'],
  ])('of redirects.yaml are a problem: %s', async (_, pairs, ...rows) => {
    expect(await rowsOf({ [redirects]: to(pairs) })).toEqual(rows.map((row) => `${redirects}:${row}`));
  });

  it.each<[name: string, changes: Changes, row: string]>([
    [
      'of a page and of the list',
      { [heron]: alias('/old'), [redirects]: to('/Old.html /faq') },
      `${redirects}:1 duplicate-address`,
    ],
    [
      'to an alias',
      { [heron]: alias('/old'), [redirects]: to('/older /old') },
      `${redirects}:1 redirect-chain /blog/heron-count`,
    ],
    [
      'listed as missing',
      { [redirects]: to('/a /faq'), 'site.yaml': replace('[/sports', '[/a, /sports') },
      'site.yaml:55 needless-known-missing',
    ],
  ])('are a problem: %s', async (_, changes, row) => {
    expect(await rowsOf(changes)).toEqual([row]);
  });

  it('name the other place', async () => {
    const [collision] = await problemsWith({ [heron]: alias('/about') });
    expect(collision).toMatchObject({
      message: '`content/pages/about.yaml` already has the address `/about`.',
      related: [{ file: 'content/pages/about.yaml', line: 2 }],
    });
  });
});

it('links to a former address are warnings, which name the new one', async () => {
  const problems = await problemsWith({
    [about]: alias('/who-we-are'),
    [heron]: replace(
      'The count took',
      'See [us](/who-we-are#team), [them](/who-we-are.html). The count took',
    ),
    'navigation.yaml': replace('path: /contact', 'path: /who-we-are'),
  });
  expect(new Set(problems.map(({ severity }) => severity))).toEqual(new Set(['warning']));
  expect(problems.map(where).map((row) => row.replace(/:\d+/, ''))).toEqual([
    `${heron} moved-link /about`,
    `${heron} moved-link /about`,
    'navigation.yaml moved-link /about',
  ]);
  expect(problems[0]?.message).toBe('`/who-we-are` has moved to `/about`.');
});

it.each<[name: string, changes: Changes]>([
  ['redirects.yaml', { [redirects]: '- from: /old\n  too: /faq\n' }],
  ['the lines of redirects.yaml', { [redirects]: '- from: /old\n  to: "/faq\n' }],
  [
    'the address of a page',
    { [about]: (text) => alias('/old')(text)?.replace('path: /about', 'path: [/about]') },
  ],
  [
    'the lines of a post',
    { 'blog/ice-on-the-landing.md': (text) => alias('/old')(text)?.replace('author: ', 'author: "') },
  ],
])('a mistake in %s makes no link dead to a former address that it names', async (_, changes) => {
  const link = { [heron]: replace('The count took', 'See [them](/old). The count took') };
  const found = await problemsWith({ ...changes, ...link });
  expect(found.filter(({ file }) => file.endsWith(heron))).toEqual([]);
  expect(found.some(({ file }) => !file.endsWith(heron))).toBe(true);
  expect(JSON.stringify(found)).not.toContain('.invalid');
});
