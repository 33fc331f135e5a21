import { describe, expect, it } from 'vitest';
import { type Change, problemsWith, replace, where } from '../changed-site.ts';

const write =
  (text: string): Change =>
  () =>
    text;
const alias = (...addresses: string[]) => replace('\ntitle:', `\naliases: [${addresses.join(', ')}]\ntitle:`);
const heron = 'blog/heron-count.md';
const about = 'pages/about.yaml';
const redirects = 'redirects.yaml';
const to = (...pairs: (readonly [from: string, to: string])[]) =>
  write(pairs.map(([from, to]) => `- { from: "${from}", to: "${to}" }\n`).join(''));

const rowsOf = async (changes: Readonly<Record<string, Change>>) => (await problemsWith(changes)).map(where);

describe('former addresses', () => {
  it.each<[name: string, changes: Readonly<Record<string, Change>>]>([
    ['none in an empty list', { [redirects]: write('[]\n') }],
    ['none in a file of comments', { [redirects]: write('# none yet\n') }],
    ['a post and its old names', { [heron]: alias('/blog/herons', '/2019/herons.html', '/News/Herons/') }],
    [
      'a page that took the address of another',
      { [about]: alias('/who-we-are'), [redirects]: to(['/us', '/about']) },
    ],
    [
      'a part of a page, the front page, and another site',
      {
        [redirects]: to(['/a', '/about#Team'], ['/b', '/'], ['/c', 'https://elsewhere.example/c']),
      },
    ],
    ['a page that is still to come', { [redirects]: to(['/a', '/sports']) }],
    [
      'a post that is a draft',
      {
        'blog/ice-on-the-landing.md': (text) =>
          alias('/rss.xml')(replace('\ntitle:', '\ndraft: true\ntitle:')(text) ?? ''),
      },
    ],
    ['a file that moved', { [redirects]: to(['/media/old.png', '/media/bridge.png']) }],
  ])('may be %s', async (_, changes) => {
    expect(await rowsOf(changes)).toEqual([]);
  });

  it.each<[name: string, changes: Readonly<Record<string, Change>>, rows: string[]]>([
    ['the address of another page', { [heron]: alias('/about') }, [`${heron}:3 duplicate-address`]],
    ['of another page in capitals', { [heron]: alias('/About') }, [`${heron}:3 duplicate-address`]],
    [
      'of another page with its ending',
      { [redirects]: to(['/about.html', '/faq']) },
      [`${redirects}:1 duplicate-address`],
    ],
    ['the front page', { [redirects]: to(['/index.html', '/faq']) }, [`${redirects}:1 duplicate-address`]],
    ['the page itself', { [heron]: alias('/blog/heron-count.html') }, [`${heron}:3 redirect-loop`]],
    ['a feed', { [redirects]: to(['/rss.xml', '/faq']) }, [`${redirects}:1 duplicate-address`]],
    ['a picture', { [redirects]: to(['/media/bridge.png', '/faq']) }, [`${redirects}:1 duplicate-address`]],
    ['below a file', { [redirects]: to(['/rss.xml/x', '/faq']) }, [`${redirects}:1 duplicate-address`]],
    [
      'the list of redirects itself',
      { [redirects]: to(['/_redirects', '/faq']) },
      [`${redirects}:1 duplicate-address`],
    ],
    ['two of one page', { [heron]: alias('/old', '/old/') }, [`${heron}:3 duplicate-address`]],
    [
      'of a page and of the list',
      { [heron]: alias('/old'), [redirects]: to(['/Old.html', '/faq']) },
      [`${redirects}:1 duplicate-address`],
    ],
    [
      'two of the list',
      { [redirects]: to(['/old', '/faq'], ['/old', '/about']) },
      [`${redirects}:2 duplicate-address`],
    ],
    ['to nowhere', { [redirects]: to(['/old', '/abot']) }, [`${redirects}:1 dead-link /about`]],
    [
      'to a part that is not there',
      { [redirects]: to(['/old', '/faq#nothing']) },
      [`${redirects}:1 dead-link`],
    ],
    ['to itself', { [redirects]: to(['/old', '/old/']) }, [`${redirects}:1 redirect-loop`]],
    [
      'in a circle',
      { [redirects]: to(['/a', '/b'], ['/b', '/c'], ['/c', '/a'], ['/d', '/a']) },
      [`${redirects}:1 redirect-loop`],
    ],
    [
      'in steps',
      { [redirects]: to(['/a', '/b'], ['/b', '/c.html'], ['/c', '/faq']) },
      [`${redirects}:1 redirect-chain /faq`, `${redirects}:2 redirect-chain /faq`],
    ],
    [
      'to an alias',
      { [heron]: alias('/old'), [redirects]: to(['/older', '/old']) },
      [`${redirects}:1 redirect-chain /blog/heron-count`],
    ],
    [
      'in steps over the paper’s own host',
      { [redirects]: to(['/a', 'https://alderferry.example/b'], ['/b', '/faq']) },
      [`${redirects}:1 redirect-chain /faq`],
    ],
    [
      'listed as missing',
      { [redirects]: to(['/a', '/faq']), 'site.yaml': replace('[/sports', '[/a, /sports') },
      ['site.yaml:55 needless-known-missing'],
    ],
    [
      'without http security',
      { [redirects]: to(['/a', 'http://a.example/']) },
      [`${redirects}:1 invalid-url https://a.example/`],
    ],
    [
      'two mistakes at once',
      { [redirects]: to(['/old.php?id=1', '/abot'], ['x', '/faq']) },
      [`${redirects}:1 invalid-address /old.php`, `${redirects}:2 invalid-address /x`],
    ],
    [
      'an unknown key',
      { [redirects]: write('- form: /a\n  to: /faq\n') },
      [`${redirects}:1 unknown-key from`],
    ],
    [
      'a group instead of a list',
      { [redirects]: write('from: /a\nto: /faq\n') },
      [`${redirects}:1 wrong-type`],
    ],
  ])('are a problem: %s', async (_, changes, rows) => {
    expect((await rowsOf(changes)).sort()).toEqual(rows.sort());
  });

  it('name the other place, and all addresses of a circle', async () => {
    const [collision] = await problemsWith({ [heron]: alias('/about') });
    expect(collision).toMatchObject({
      message: '`content/pages/about.yaml` already has the address `/about`.',
      related: [{ file: 'content/pages/about.yaml', line: 2 }],
    });
    const [circle] = await problemsWith({ [redirects]: to(['/a', '/b'], ['/b', '/a']) });
    expect(circle?.message).toContain('`/a` → `/b` → `/a`');
    expect(circle?.related).toMatchObject([{ line: 2 }]);
  });
});

it('a link to a former address is a warning that names the new one, wherever it is written', async () => {
  const problems = await problemsWith({
    [about]: alias('/who-we-are'),
    [heron]: replace(
      'The count took',
      'See [us](/who-we-are#team), [them](/who-we-are.html). The count took',
    ),
    'navigation.yaml': replace('path: /contact', 'path: /who-we-are'),
  });
  expect(problems.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'warning']);
  expect(problems.map(where).map((row) => row.replace(/:\d+/, ''))).toEqual([
    `${heron} moved-link /about`,
    `${heron} moved-link /about`,
    'navigation.yaml moved-link /about',
  ]);
});

it.each<[name: string, changes: Readonly<Record<string, Change>>]>([
  ['redirects.yaml', { [redirects]: write('- from: /old\n  too: /faq\n') }],
  ['the lines of redirects.yaml', { [redirects]: write('- from: /old\n  to: "/faq\n') }],
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
