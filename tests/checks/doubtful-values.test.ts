import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { problemsWith, where } from '../changed-site.ts';
import { buildInMemory, sites, spoiledContent, temporaryFolder } from '../helpers.ts';
import { frames } from '../relay/sound.ts';

type Change = readonly [file: string, from: string | RegExp, to: string];

/** The problems of the small site after some changes: file, line, column, rule, `?` for a warning, and the suggestion. */
async function problemsAfter(
  changes: readonly Change[],
  pictures: Readonly<Record<string, [number, number]>> = {},
) {
  const overlay = temporaryFolder();
  const texts = new Map<string, string>();
  for (const [file, from, to] of changes) {
    const text = texts.get(file) ?? readFileSync(join(sites, 'small', 'content', file), 'utf8');
    expect(text).toMatch(from);
    texts.set(
      file,
      text.replace(from, () => to),
    );
  }
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(overlay, file)), { recursive: true });
    writeFileSync(join(overlay, file), text);
  }
  for (const [file, [width, height]] of Object.entries(pictures)) {
    mkdirSync(join(overlay, 'media'), { recursive: true });
    await sharp({ create: { width, height, channels: 3, background: 'navy' } }).toFile(join(overlay, file));
  }
  const { report } = await buildInMemory(spoiledContent(overlay));
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

it('warns of dates, hours, ids and addresses that cannot be meant, and only of those', async () => {
  const event = (dates: string) => `  - title: Fair\n    ${dates}\n`;
  const on = (hours: string) => `  - { time: ${hours}, hours: "${hours}", title: Songs }\n`;
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
    'radio.yaml': (text) =>
      text.replace(
        /schedule:[\s\S]*?(?=\n\n)/,
        `schedule:\n${['22:00-06:00', '09:00-07:00', '07:00-09:00', '09:00-12:00', '11:00-13:00'].map(on).join('')}`,
      ),
    'embeds.yaml': (text) =>
      text
        .replace('video.example/embed/', 'www.youtube-nocookie.com/embed/')
        .replace('/embeds/document/', 'https://a.example/b/'),
    'data/partners.yaml': (text) =>
      `${text.replace('id: rates', 'id: https://a.example/b/rates?c')}  - { provider: video, id: "https://youtu.be/abcdefghijk?t=1", title: A }\n  - { provider: video, id: abcdefghijk, title: B }\n`,
    'data/books.yaml': (text) => text.replace('?q={query}', ''),
    'custom.css': () =>
      'a{color:var(--acent)}\nb{color:var(--accent);--c:1;d:var(--c) var(--e,1)}\ng{color:var(--h)} /* meant: doubtful-value */\n',
  });
  expect(problems.map(where)).toEqual([
    'blog/heron-count.md:7 doubtful-value',
    'blog/heron-count.md:8 doubtful-value',
    'custom.css:1 doubtful-value --accent',
    'data/books.yaml:3 invalid-url',
    'data/events.yaml:7 doubtful-value',
    'data/events.yaml:10 doubtful-value',
    'data/events.yaml:14 doubtful-value',
    'data/partners.yaml:3 doubtful-value rates',
    'data/partners.yaml:6 doubtful-value abcdefghijk',
    'radio.yaml:7 doubtful-value',
    'radio.yaml:10 doubtful-value',
  ]);
});

it.each([
  [['08:00-09:00', '06:00-08:00', '22:00-06:00', '09:00-22:00'], []],
  [
    ['08:00-12:00', '06:00-20:00', '09:00-10:00'],
    ['6 06:00 to 20:00', '8 06:00 to 20:00'],
  ],
  [
    ['23:00-02:00', '22:00-01:00', '00:00-24:00'],
    ['6 00:00 to 24:00', '7 00:00 to 24:00'],
  ],
  [['23:00-02:00', '22:00-01:00'], ['6 22:00 to 01:00']],
  [['20:00-23:00', '06:00-08:00', '22:00-05:00', '12:00-13:00'], ['8 20:00 to 23:00']],
])('tells which of the programs %j are on at the same time', async (programs, clashes) => {
  const problems = await problemsWith({
    'radio.yaml': (text) =>
      text.replace(
        /schedule:[\s\S]*?(?=\n\n)/,
        `schedule:\n${programs.map((hours) => `  - { time: A, hours: "${hours}", title: B }\n`).join('')}`,
      ),
  });
  const told = problems.map(({ line, message }) => `${line} ${/from (\S+ to \S+),/.exec(message)?.[1]}`);
  expect(told).toEqual(clashes);
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

it.each([
  ['http://radio.example:8000/live', 'mono', '', 'MP3, 44.1 kHz, mono, and its station is stereo'],
  ['http://radio.example:8000/live', 'mono', 'channels: 1', ''],
  [
    'http://radio.example:8000/live',
    'stereo',
    'sampleRate: 48000',
    'MP3, 44.1 kHz, stereo, and its station is 48 kHz, stereo',
  ],
  ['http://radio.example:8000/live', 'stereo', '', ''],
  ['file:media/stereo.mp3', 'mono', '', 'MP3, 44.1 kHz, mono, and its station is MP3, 44.1 kHz, stereo'],
])('compares the sound of %s with a fallback in %s (%s)', async (source, fallback, more, difference) => {
  const stereo = frames(50);
  const mono = Buffer.from(stereo);
  for (let at = 0; at < mono.length; at += 417) mono[at + 3] = 0xc0;
  const overlay = temporaryFolder();
  mkdirSync(join(overlay, 'media'));
  writeFileSync(join(overlay, 'media', 'stereo.mp3'), stereo);
  writeFileSync(join(overlay, 'media', 'mono.mp3'), mono);
  const radio = readFileSync(join(sites, 'small', 'content', 'radio.yaml'), 'utf8');
  const station = [`source: ${source}`, `fallback: file:media/${fallback}.mp3`, more].join('\n    ');
  writeFileSync(
    join(overlay, 'radio.yaml'),
    radio.replace(/stations:\n(?: .*\n)+/, `stations:\n  - port: 8000\n    ${station}\n`),
  );
  const { report } = await buildInMemory(spoiledContent(overlay));
  const found = report.problems.map(
    ({ file, severity, message }) => `${file} ${severity} ${message.split(':')[0]}`,
  );
  expect(found).toEqual(difference ? [`content/radio.yaml warning This sound is ${difference}`] : []);
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
