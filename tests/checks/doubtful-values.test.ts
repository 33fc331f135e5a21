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
    ['embeds.yaml', 'slot: "12"', 'slot: "11"'],
  ];
  expect(
    await problemsAfter(changes, { 'media/icon-32.png': [32, 23], 'media/share.png': [600, 315] }),
  ).toEqual([
    'embeds.yaml:4:10 invalid-value',
    'embeds.yaml:15:10 invalid-value',
    'embeds.yaml:27:10 invalid-value',
    'embeds.yaml:43:23 doubtful-value?',
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

it('warns of what is very probably mistyped, and only of that', async () => {
  const changes: Change[] = [
    ['site.yaml', 'tagline: News from', 'tagline: News **from**'],
    ['navigation.yaml', 'Archives, path: /archives', 'Archives, path: /faq'],
    ['data/plans.yaml', 'cta: Choose Away', 'cta: Choose [Away](/contact)\n    popular: true'],
    [
      'data/faq.yaml',
      '      - q: When',
      '      - q: When does the paper come?\n        a: "**Today**"\n      - q: When',
    ],
    ['blog/heron-count.md', '2026-04-02', '3026-04-02'],
    [
      'blog/heron-count.md',
      'tags: [herons]',
      'tags: ["Q&amp;A", "5 < 6", "a*b*c", "[1] (2)", "snake_case_name"]',
    ],
    ['blog/ice-on-the-landing.md', /publishedDate: ..../, 'publishedDate: 1826'],
  ];
  expect(await problemsAfter(changes)).toEqual([
    // Its heron is unpublished for a thousand years.
    'blog/bridge-toll-ends.md:16:31 dead-link',
    'blog/heron-count.md:6:16 doubtful-value?',
    'blog/heron-count.md:8:8 markdown-slip?',
    'blog/ice-on-the-landing.md:6:16 doubtful-value?',
    'data/faq.yaml:6:12 doubtful-value?',
    'data/plans.yaml:14:10 markdown-slip?',
    'data/plans.yaml:15:14 doubtful-value?',
    'navigation.yaml:13:33 doubtful-value?',
    'site.yaml:4:10 markdown-slip?',
  ]);
});

it('warns of dates, ids and addresses that cannot be meant, and only of those', async () => {
  const event = (dates: string) => `  - title: Fair\n    ${dates}\n`;
  const problems = await problemsWith({
    'data/events.yaml': (text) =>
      [
        text.trimEnd(),
        event('starts: 2062-11-28T10:00:00-06:00'),
        event('starts: 2016-11-28T10:00:00-06:00'),
        event('starts: 2028-07-14T10:00:00-06:00\n    ends: 2082-07-30T10:00:00-06:00'),
        event('starts: 2062-11-28T10:00:00-06:00 # meant: doubtful-value'),
        event('starts: 2024-07-14T10:00:00-06:00'),
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
    'data/events.yaml:10 doubtful-value',
    'data/events.yaml:14 doubtful-value',
    'data/partners.yaml:3 doubtful-value rates',
    'data/partners.yaml:6 doubtful-value abcdefghijk',
  ]);
});

it('reports addresses that only their writer can reach, and alternatives without a picture', async () => {
  const problems = await problemsWith({
    'blog/ice-on-the-landing.md': (text) =>
      `${text.replace('category:', 'imageAlt: Ice\ntags: [ice; sand]\ncategory:').replace('author: ', 'author: By ')}\nSee [a](http://localhost:3000/a), [b](https://staging.alderferry.example/b), [c](http://alderferry.example/faq) and [d](pages/faq.yaml).\n\n\`http://localhost:1/\`\n\n    http://localhost:2/\n`,
  });
  expect(problems.map(where)).toEqual([
    'blog/ice-on-the-landing.md:5 doubtful-value Ben Ortiz',
    'blog/ice-on-the-landing.md:7 doubtful-value',
    'blog/ice-on-the-landing.md:8 doubtful-value',
    'blog/ice-on-the-landing.md:13 doubtful-value',
    'blog/ice-on-the-landing.md:13 doubtful-value',
    'blog/ice-on-the-landing.md:13 doubtful-value',
    'blog/ice-on-the-landing.md:13 dead-link /faq',
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

it('reports names of authors and series that are nearly those of the team or of other stories', async () => {
  const series = (name: string) => `category: News\nseries: { name: ${name} }`;
  const before = ['blog/heron-count.md', 'blog/bridge-toll-ends.md'].map(
    (file): Change => [file, /^category: .*$/m, series('The River')],
  );
  const changes: Change[] = [
    ['blog/ice-on-the-landing.md', /^author: .*$/m, 'author: Ben Orttiz and Ada Lund'],
    ['blog/ice-on-the-landing.md', /^category: .*$/m, series('The Rivr')],
  ];
  const problems = await problemsAfter([...before, ...changes]);
  expect(problems.filter((problem) => problem.includes('doubtful'))).toEqual([
    'blog/ice-on-the-landing.md:5:9 doubtful-value? Ben Ortiz',
    'blog/ice-on-the-landing.md:8:17 doubtful-value? The River',
  ]);
});
