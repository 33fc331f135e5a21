import { describe, expect, it } from 'vitest';
import { type Change, problemsWith, replace, where } from '../changed-site.ts';

type Changes = Readonly<Record<string, readonly [from: string, to: string]>>;

/** The problems of the small site with some files changed, and with a sound and a feed file of its own. */
async function problemsWithSound(changes: Readonly<Record<string, Change>>): Promise<string[]> {
  const problems = await problemsWith({
    'feeds/own.xml': () =>
      '<rss><channel><title>A</title><item><title>A bridge</title></item></channel></rss>',
    'media/horn.mp3': () => 'no sound',
    ...changes,
  });
  return problems.filter(({ file }) => file !== 'content/media/horn.mp3').map(where);
}

/** The same with words of some files replaced. */
const problemsOf = (changes: Changes) =>
  problemsWithSound(
    Object.fromEntries(Object.entries(changes).map(([path, [from, to]]) => [path, replace(from, to)])),
  );

const post = 'blog/heron-count.md';
const home = 'pages/home.yaml';
const fallback = 'rssUrl: https://county.example/rss';
const stream = 'http://radio.example:8000/live';

/** References by their kinds: a file, what it has, the same with a reference to another target that is there, and a slip in that. */
const references: Readonly<Record<string, readonly [path: string, from: string, to: string, slip: Slip]>> = {
  picture: ['data/team.yaml', 'media/bridge.png', 'media/bridge.png', ['bridge', 'brigde']],
  sound: ['radio.yaml', stream, 'file:media/horn.mp3', ['horn', 'hron']],
  'feed file': [home, fallback, `${fallback}\n        fallback: feeds/own.xml`, ['own', 'onw']],
  category: [post, 'category: River Life', 'category: Business', ['Busi', 'Buis']],
  department: ['pages/subscribe.yaml', 'department: Group Orders', 'department: Newsroom', ['room', 'rom']],
  station: ['radio.yaml', 'port: 8000\nnow', 'port: 8000\nnow', ['8000', '8001']],
  post: [home, 'story: bridge-toll-ends', 'story: heron-count', ['coun', 'cuon']],
  provider: ['embeds.yaml', 'provider: ads', 'provider: ads', ['ads', 'adds']],
  'provider of an embed': ['pages/contact.yaml', 'provider: form', 'provider: form', ['form', 'from']],
};
type Slip = readonly [from: string, to: string];

/** The problems of the small site with all these references, as they are or with their slips. */
const problemsOfAll = (hasSlips: boolean) => {
  const files = new Map<string, Change>();
  for (const [path, from, to, slip] of Object.values(references)) {
    const before = files.get(path) ?? ((text) => text);
    const put = hasSlips ? to.replace(...slip) : to;
    if (put === from) continue;
    files.set(path, (text) => before(text)?.replace(from, () => put));
  }
  return problemsWithSound(Object.fromEntries(files));
};

describe('a reference', () => {
  it('of each kind is reported where it has a slip, with what was meant, and nowhere else', async () => {
    expect(await problemsOfAll(false)).toEqual([]);
    expect((await problemsOfAll(true)).sort()).toEqual(
      [
        'blog/heron-count.md:7 unknown-reference Business',
        'data/team.yaml:8 missing-media media/bridge.png',
        'embeds.yaml:40 unknown-reference ads',
        'pages/contact.yaml:7 unknown-reference form',
        `${home}:10 unknown-reference heron-count`,
        `${home}:16 unknown-reference feeds/own.xml`,
        'pages/subscribe.yaml:26 unknown-reference Newsroom',
        'radio.yaml:12 missing-media file:media/horn.mp3',
        'radio.yaml:3 unknown-reference 8000',
      ].sort(),
    );
  });

  it.each<[name: string, changes: Changes, problem: string]>([
    [
      'to a page is reported once the pages are rendered, also of a category without posts',
      { 'site.yaml': ['  - name: River Life\n', '  - name: River Life\n  - name: Shops\n    path: /shps\n'] },
      'site.yaml:56 dead-link',
    ],
    [
      'to an embed without an id is a warning',
      { 'data/partners.yaml': ['id: rates', 'id: unset'] },
      'data/partners.yaml:3 embed-unset',
    ],
    [
      'to a feed in a frame needs an address that browsers show in one',
      {
        'embeds.yaml': ['https://board.example/?url={feedUrl}', '"{feedUrl}"'],
        [home]: ['https://county.example/rss', 'http://county.example/rss'],
      },
      `${home}:15 invalid-url`,
    ],
  ])('%s', async (_, changes, problem) => {
    expect(await problemsOf(changes)).toEqual([problem]);
  });

  it('to a draft says why the post cannot be shown', async () => {
    const [, problem] = await problemsOf({
      'blog/bridge-toll-ends.md': ['category:', 'draft: true\ncategory:'],
    });
    expect(problem).toBe(`${home}:10 unknown-reference`);
  });

  it('to a missing picture is reported once, whatever is shown in its place', async () => {
    const problems = await problemsWith({
      'data/team.yaml': replace('bridge.png', 'brigde.png'),
      'data/books.yaml': (text) => `${text}    cover: media/bridge.jpg\n`,
      [post]: replace('tags:', 'imageUrl: media/herons.png\nimageAlt: Herons\ntags:'),
    });
    expect(problems.map(where)).toEqual([
      'blog/heron-count.md:8 missing-media',
      'data/books.yaml:7 missing-media media/bridge.png',
      'data/team.yaml:8 missing-media media/bridge.png',
    ]);
  });
});

describe('a picture', () => {
  const picture = 'imageUrl: media/bridge.png';
  it.each<[name: string, lines: string, problems: readonly string[]]>([
    ['with a text alternative is complete', `${picture}\nimageAlt: A bridge`, []],
    ['that only decorates needs no text alternative', `${picture}\ndecorative: true`, []],
    ['without a text alternative is reported', picture, [`${post}:8 missing-alt`]],
    [
      'whose text alternative is the name of a file is doubtful',
      `${picture}\nimageAlt: bridge.png`,
      [`${post}:9 doubtful-value`],
    ],
    [
      'that is not named makes its text alternative doubtful',
      'imageAlt: A bridge',
      [`${post}:8 doubtful-value`],
    ],
  ])('%s', async (_, lines, problems) => {
    expect(await problemsOf({ [post]: ['tags:', `${lines}\ntags:`] })).toEqual(problems);
  });
});
