import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { problemsWith, where } from '../changed-site.ts';
import { buildInMemory, changeFiles, smallContent } from '../helpers.ts';

type Change = readonly [file: string, from: string | RegExp, to: string];

/** The problems of the small site after some changes: file, line, column, rule, `?` for a warning, and the suggestion. */
async function problemsAfter(
  changes: readonly Change[],
  pictures: Readonly<Record<string, [number, number]>> = {},
) {
  const content = smallContent();
  for (const [file, from, to] of changes)
    changeFiles(content, { [file]: (text) => text.replace(from, () => to) });
  for (const [file, [width, height]] of Object.entries(pictures))
    await sharp({ create: { width, height, channels: 3, background: 'navy' } }).toFile(join(content, file));
  const { report } = await buildInMemory(content);
  return report.problems.map(({ file, line, column, rule, severity, suggestion }) =>
    [
      `${file.slice('content/'.length)}:${line}:${column}`,
      rule + (severity === 'warning' ? '?' : ''),
      suggestion,
    ]
      .filter(Boolean)
      .join(' '),
  );
}

it('reports pictures of a size or kind that feeds and networks do not show, and a provider’s address without its placeholder', async () => {
  const changes: Change[] = [
    ['embeds.yaml', 'video.example/embed/{id}', 'video.example/embed/x'],
    ['embeds.yaml', '?url={feedUrl}', '?url=x'],
    ['embeds.yaml', 'ads.example/{slot}', 'ads.example/x'],
  ];
  expect(
    await problemsAfter(changes, { 'media/icon-32.png': [32, 23], 'media/share.png': [600, 315] }),
  ).toEqual([
    'embeds.yaml:4:10 invalid-value',
    'embeds.yaml:15:10 invalid-value',
    'embeds.yaml:27:10 invalid-value',
    'site.yaml:32:8 invalid-picture?',
    'site.yaml:43:10 invalid-picture',
  ]);
  expect(
    await problemsAfter([
      ['site.yaml', 'src: media/share.png', 'src: media/icon.svg'],
      ['site.yaml', 'image: media/icon-32.png', 'image: media/icon.svg'],
    ]),
  ).toEqual(['site.yaml:32:8 invalid-picture', 'site.yaml:43:10 invalid-picture']);
});

it('reports addresses at which Galley puts its own pages and files', async () => {
  const changes: Change[] = [
    ['pages/login.md', /^path: .*$/m, 'path: /blog/page/7'],
    ['pages/local-news.md', /^path: .*$/m, 'path: /archives/2031'],
    ['pages/privacy.md', /^path: .*$/m, 'path: /media/privacy'],
    ['pages/about.yaml', /^path: .*$/m, 'path: /blog/2'],
  ];
  const found = await problemsAfter(changes);
  expect(found.filter((problem) => problem.endsWith('invalid-address'))).toEqual([
    'pages/about.yaml:2:7 invalid-address',
    'pages/local-news.md:3:7 invalid-address',
    'pages/login.md:3:7 invalid-address',
    'pages/privacy.md:3:7 invalid-address',
  ]);
});

it('warns of dates and ids that cannot be meant, and only of those', async () => {
  const event = (dates: string) => `  - title: Fair\n    ${dates}\n`;
  const problems = await problemsWith({
    'data/events.yaml': (text) =>
      [
        text.trimEnd(),
        event('starts: 2062-11-28T10:00:00-06:00'),
        event('starts: 2028-07-14T10:00:00-06:00\n    ends: 2082-07-30T10:00:00-06:00'),
        event('starts: 2062-11-28T10:00:00-06:00 # meant: doubtful-value'),
        event('starts: 2016-07-14T10:00:00-06:00'),
      ].join('\n'),
    'blog/heron-count.md': (text) =>
      text.replace('category:', 'updatedDate: 2027-04-02T07:00:00Z\nuntil: 2206-11-30\ncategory:'),
    'embeds.yaml': (text) =>
      text
        .replace('video.example/embed/', 'www.youtube-nocookie.com/embed/')
        .replace('/embeds/document/', 'https://a.example/b/'),
    'data/partners.yaml': (text) =>
      `${text.replace('id: rates', 'id: https://a.example/b/rates?c')}  - { provider: video, id: "https://youtu.be/abcdefghijk?t=1", title: A }\n  - { provider: video, id: abcdefghijk, title: B }\n`,
    'data/books.yaml': (text) => text.replace('?q={query}', ''),
  });
  expect(problems.map(where)).toEqual([
    'blog/heron-count.md:7 doubtful-value',
    'blog/heron-count.md:8 doubtful-value',
    'data/books.yaml:3 invalid-url',
    'data/events.yaml:7 doubtful-value',
    'data/events.yaml:11 doubtful-value',
    'data/partners.yaml:3 doubtful-value rates',
    'data/partners.yaml:6 doubtful-value abcdefghijk',
  ]);
});

it('reports an excerpt that `new` wrote and nobody replaced, unless its post is a draft', async () => {
  const excerpt: Change = [
    'blog/bridge-toll-ends.md',
    /^excerpt: .*$/m,
    'excerpt: Diga en una o dos frases qué pasó.',
  ];
  const found = await problemsAfter([excerpt]);
  expect(found).toEqual(['blog/bridge-toll-ends.md:4:10 doubtful-value?']);
  expect(await problemsAfter([excerpt, ['blog/bridge-toll-ends.md', '---\n', '---\ndraft: true\n']])).toEqual(
    expect.not.arrayContaining([expect.stringContaining('doubtful-value')]),
  );
});
