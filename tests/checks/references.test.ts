import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Image } from '../../cli/model.ts';
import { link } from '../../cli/pipeline/link.ts';
import { parse } from '../../cli/pipeline/parse.ts';
import { read } from '../../cli/pipeline/read.ts';
import { problemsWith, replace, where } from '../changed-site.ts';
import { now, sites } from '../helpers.ts';

const { value: sources } = read(join(sites, 'small', 'content'), 'content');

const image = (path: string): Image => ({ src: `/${path}`, width: 1, height: 1, bytes: 1, key: path });

/** What `link` reports of the small site with a text of some files replaced by another. */
function problemsOf(changes: Readonly<Record<string, readonly [from: string, to: string]>>): string[] {
  const files = sources.files.map((source) => {
    const [from = '', to = ''] = changes[source.path] ?? [];
    expect(source.text).toContain(from);
    return { ...source, text: source.text.replace(from, () => to) };
  });
  const feed = { path: 'feeds/own.xml', file: 'content/feeds/own.xml', text: '<rss/>' };
  const sound = { path: 'media/horn.mp3', absolute: '/none', bytes: 1 };
  const { value: records, problems } = parse({ ...sources, files, media: [...sources.media, sound] });
  // A feed file of the paper, which need not be read here.
  const withFeed = { ...records, sources: { ...sources, files: [...files, feed] } };
  const pictures = new Map(sources.media.map(({ path }) => [path, image(path)]));
  const linked = link(withFeed, pictures, new Map(), { now, drafts: false });
  return [...problems, ...linked.problems].map(where);
}

const post = 'blog/heron-count.md';
const home = 'pages/home.yaml';
const withFallback = (file: string) => `rssUrl: https://county.example/rss\n        fallback: ${file}`;

describe('a reference', () => {
  it.each<[kind: string, path: string, from: string, found: string, missing: string, problem: string]>([
    [
      'picture',
      'data/team.yaml',
      'media/bridge.png',
      'media/bridge.png',
      'media/brigde.png',
      'data/team.yaml:8 missing-media media/bridge.png',
    ],
    [
      'sound',
      'radio.yaml',
      'http://radio.example:8000/live',
      'file:media/horn.mp3',
      'file:media/hron.mp3',
      'radio.yaml:12 missing-media file:media/horn.mp3',
    ],
    [
      'feed file',
      home,
      'rssUrl: https://county.example/rss',
      withFallback('feeds/own.xml'),
      withFallback('feeds/onw.xml'),
      'pages/home.yaml:16 unknown-reference feeds/own.xml',
    ],
    [
      'category',
      post,
      'category: River Life',
      'category: Business',
      'category: Buisness',
      `${post}:7 unknown-reference Business`,
    ],
    [
      'department',
      'pages/subscribe.yaml',
      'department: Group Orders',
      'department: Newsroom',
      'department: Newsrom',
      'pages/subscribe.yaml:26 unknown-reference Newsroom',
    ],
    [
      'station',
      'radio.yaml',
      'port: 8000\nnow',
      'port: 8000\nnow',
      'port: 8001\nnow',
      'radio.yaml:3 unknown-reference 8000',
    ],
    [
      'post',
      home,
      'story: bridge-toll-ends',
      'story: heron-count',
      'story: heron-cuont',
      'pages/home.yaml:10 unknown-reference heron-count',
    ],
    [
      'provider',
      'embeds.yaml',
      'provider: ads',
      'provider: ads',
      'provider: adds',
      'embeds.yaml:40 unknown-reference ads',
    ],
    [
      'provider of an embed',
      'pages/contact.yaml',
      'provider: form',
      'provider: document',
      'provider: documnet',
      'pages/contact.yaml:7 unknown-reference document',
    ],
  ])(
    'to a %s is reported where it is missing, with what was meant',
    (_, path, from, found, missing, problem) => {
      expect(problemsOf({ [path]: [from, found] })).toEqual([]);
      expect(problemsOf({ [path]: [from, missing] })).toEqual([problem]);
    },
  );

  it('to a page is reported once the pages are rendered, also of a category without posts', async () => {
    const problems = await problemsWith({
      'site.yaml': replace(
        '  - name: River Life\n',
        '  - name: River Life\n  - name: Shops\n    path: /shps\n',
      ),
    });
    expect(problems.map(where)).toEqual(['site.yaml:56 dead-link']);
  });

  it('to a draft says why the post cannot be shown', () => {
    expect(problemsOf({ 'blog/bridge-toll-ends.md': ['category:', 'draft: true\ncategory:'] })).toEqual([
      'pages/home.yaml:10 unknown-reference',
    ]);
  });

  it('to an embed without an id is a warning', () => {
    expect(problemsOf({ 'data/partners.yaml': ['id: rates', 'id: unset'] })).toEqual([
      'data/partners.yaml:3 embed-unset',
    ]);
  });

  it('to a feed in a frame needs an address that browsers show in one', () => {
    expect(
      problemsOf({
        'embeds.yaml': ['https://board.example/?url={feedUrl}', '"{feedUrl}"'],
        [home]: ['https://county.example/rss', 'http://county.example/rss'],
      }),
    ).toEqual(['pages/home.yaml:15 invalid-url']);
  });

  it('to a file that could not be read is not reported', () => {
    const { value: records } = parse(sources);
    const refused = { ...records, sources: { ...sources, refused: new Set(['media']) } };
    expect(link(refused, new Map(), new Map(), { now, drafts: false }).problems).toEqual([]);
  });
});

describe('a reference to a missing picture', () => {
  it('is reported once, whatever is shown in its place', async () => {
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
  it.each<[name: string, lines: string, problems: readonly string[]]>([
    ['with a text alternative is complete', 'imageUrl: media/bridge.png\nimageAlt: A bridge', []],
    ['that only decorates needs no text alternative', 'imageUrl: media/bridge.png\ndecorative: true', []],
    ['without a text alternative is reported', 'imageUrl: media/bridge.png', [`${post}:8 missing-alt`]],
    [
      'whose text alternative is the name of a file is doubtful',
      'imageUrl: media/bridge.png\nimageAlt: bridge.png',
      [`${post}:9 doubtful-value`],
    ],
    [
      'that is not named makes its text alternative doubtful',
      'imageAlt: A bridge',
      [`${post}:8 doubtful-value`],
    ],
  ])('%s', (_, lines, problems) => {
    expect(problemsOf({ [post]: ['tags:', `${lines}\ntags:`] })).toEqual(problems);
  });
});
