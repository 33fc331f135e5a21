import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { markdown } from '../../../cli/content/markdown/markdown.ts';
import * as fields from '../../../cli/content/schema/fields.ts';
import { slugify } from '../../../cli/content/schema/slugs.ts';
import { dialled } from '../../../templates/telephone.ts';
import { post, reported } from '../problems-of-file.ts';

/** Values, or one text of them with bars between. */
type Values = string | readonly unknown[];

const valuesOf = (values: Values): readonly unknown[] =>
  typeof values === 'string' ? values.split('|').map((value) => value.trim()) : values;

/** For each field: values that pass, and values that fail, by the rule they break. */
const table: readonly (readonly [string, ZodType, Values, Readonly<Record<string, Values>>])[] = [
  [
    'text',
    fields.text(),
    ['two\nlines', 'a', 'Señor 😀'],
    { 'invalid-text': ['', '  ', 'bell \u0007', 'half \ud800'], 'too-large': ['x'.repeat(5001)] },
  ],
  ['title', fields.title(), ['x'.repeat(300)], { 'too-large': ['x'.repeat(301)], 'invalid-text': [''] }],
  [
    'word',
    fields.word(),
    ['leaderboard-1', '/1234/home page'],
    { 'invalid-text': ['a\rb]{} *{display:none}', 'a\nb', 'a\u2028b', 'a\fb'] },
  ],
  [
    'hours',
    fields.hours(),
    '06:00-09:00 | 22:30-06:00 | 18:00-24:00 | 00:00-24:00',
    {
      'invalid-value': '| 6 to 9 | 6:00-9:00 | 06:00-25:00 | 24:00-06:00 | 06:60-09:00 | 06:00-06:00 | 06:00',
    },
  ],
  [
    'address',
    fields.address(),
    '/ | /blog | /archives/2025 | /a-b/c9',
    {
      'invalid-address': 'blog | /blog/ | /Blog | /a//b | /../x | /a--b',
      'too-large': ['/a'.repeat(200)],
    },
  ],
  ['slug', fields.slug(), ['a', 'deep-ellum-9'], { 'invalid-slug': 'Deep | a/b | ../a | -a' }],
  [
    'link',
    fields.link(),
    '/a#b | https://x.example/y | mailto:a@x.example | tel:+12145550100',
    {
      'unsafe-link': 'javascript:alert(1) | data:text/html,x | htps://x.example',
      'invalid-url':
        '/\\x.example | ///x.example | //x | x y | example.com | mailto:foo | mailto:a@x.con | tel:call-me | tel:12',
      'invalid-text': ['\u0001javascript:alert(1)'],
    },
  ],
  [
    'url',
    fields.url(),
    `https://x.example | http://x.example/?a=b | HTTPS://X.example:8443/a;b,c#d |
      https://münchen.example/ä | https://10.0.0.1/a`,
    {
      'invalid-url': `http:/\\evil | https:\\\\evil.example | https://paper.example\\@evil.example |
      https:evil.example | https:/evil.example | https:///evil.example |
      https://paper.example@evil.example | https://user:word@paper.example/ | https://paper./ |
      https://a..b/ | https://-a.example/ | https://* | https://*.example | https://a" |
      https://a'b/ | https://a;b/ | https://a,b/ | https://[::1]/ | https://a:x/ | https://a%3Bb/ |
      https://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example | x.example |
      https://https://x.example | https://http//x.example | https://xexample/a | https://x.con/a |
      https:// | /blog`,
      'unsafe-link': ['ftp://x.example'],
    },
  ],
  [
    'origin',
    fields.origin(),
    `https://x.example | https://x.example:8443 | http://127.0.0.1:8000 | http://localhost`,
    {
      'invalid-url': `//x.example | http://x.example | http://127.0.0.1.x.example | https://a;script-src-elem | https://a" |
      https://* | https://x.example 'unsafe-inline' | https://X.example | https://x.example:443 |
      https://x.example/ | https://x.example/a`,
    },
  ],
  [
    'urlTemplate',
    fields.urlTemplate('feedUrl', 'id'),
    '{feedUrl} | https://x.example/{id} | http://x.example/?u={feedUrl} | /embeds/{id}',
    {
      'invalid-url': `/{feedUrl}{id}\\evil.example |
      {id} | {id}/x | {feedUrl}{id} | https://{id}.example/ | https:{id} | //{id} |
      /{id}/u@evil..example./x | /{id}/[x`,
      'unknown-value': ['/{slot}'],
      'unsafe-link': ['javascript:{id}'],
    },
  ],
  [
    'frameTemplate',
    fields.frameTemplate('feedUrl', 'id'),
    '{feedUrl} | https://x.example/{id} | /embeds/{id} | http://localhost:8080/{id}',
    { 'invalid-url': 'http://x.example/{id} | https://a;script-src-elem/{id} | mailto:{id}' },
  ],
  [
    'date',
    fields.date(),
    ['2026-11-19', '2024-02-29'],
    { 'invalid-date': '2026-02-29 | 19.11.2026 | 2026-1-1' },
  ],
  [
    'moment',
    fields.moment(),
    `2026-11-19T06:30:00-06:00 | 2026-11-19T06:30Z | 2026-11-19T06:30:00.5Z | 2026-11-19 06:30:00 -06:00 |
      2026-11-19t06:30z`,
    {
      'invalid-date': `2026-11-19 | 2026-11-19T06:30:00 | 2026-02-30T06:30:00Z | 2026-11-19T25:00:00Z | soon |
      9999-12-31T23:59:59-14:00`,
    },
  ],
  [
    'picture',
    fields.picture(),
    ['media/a.jpg', 'media/2026/a-b.png', '/media/a.jpg'],
    { 'invalid-value': 'a.jpg | media/../a.jpg | media/.a | media/a b.jpg' },
  ],
  [
    'email',
    fields.email(),
    ['a.b@x.example'],
    {
      'invalid-value': `a@b | a b@x.example | {email} | a?bcc=x&body=y@x.example | a%0Ab@x.example | a..b@x.example |
      a@x..example | a@-x.example | a@x.con | a@x.1`,
    },
  ],
  [
    'phone',
    fields.phone(),
    `(214) 555-0100 | +12145550100 | 1-800-555-0100 | 555-0100 | 214.555.0100 | +44 20 7946 0958 |
      030 901820 | (214) 555-0100 ext. 12 | 214-555-0100 x12 | +1-214-555-0100;ext=12 | 1-800-COURIER |
      1-800-CONTACTS | 555-NEWS`,
    {
      'invalid-value': `call us | 555 | 214-555-O100 | 1-800-COUR | 100 Oak Street | (214) 555-0100 extra | (214) 555-010 | (24) 555-0100 | (214) 555-01000 | (214 555-0100 |
      +1 214 555 0100 0100 0100`,
    },
  ],
  [
    'permission',
    fields.permission(),
    `autoplay | camera 'src' | fullscreen * | fullscreen https://x.example`,
    {
      'invalid-value': 'Fullscreen | autoplay; fullscreen | autoplay fullscreen | fullscreen *; camera *',
    },
  ],
  [
    'isbn',
    fields.isbn(),
    '9780140449334 | 080442957X | 9791034304110',
    {
      'invalid-value': '9780140449335 | 9780140443934 | 978-0-14-044933-4 | 1234567890123 | 080442957x',
    },
  ],
  [
    'language',
    fields.language(),
    'en-us | es-mx | en | es | es-419',
    { 'invalid-value': 'en-uz-x | em-us | en-uq | fr-fr | es-MX' },
  ],
  ['currency', fields.currency(), ['USD', 'MXN'], { 'invalid-value': 'usd | $ | XQQ' }],
  ['region', fields.region(), 'US-TX | DE-BY | US', { 'invalid-value': ['USTX', 'us-tx'] }],
  ['year', fields.year(), ['1879'], { 'invalid-value': ['79'] }],
  ['whole', fields.whole(1, 10), [1, 10], { 'invalid-value': [0, 11, 1.5] }],
];

describe.each(table)('%s', (_name, field, good, bad) => {
  it.each(valuesOf(good))('takes %j', (value) => {
    expect(field.safeParse(value).success).toBe(true);
  });

  const broken = Object.entries(bad).flatMap(([rule, values]) =>
    valuesOf(values).map((value) => [value, rule] as const),
  );
  it.each(broken)('refuses %j as %s', (value, rule) => {
    const issue = field.safeParse(value).error?.issues[0];
    expect(issue?.code === 'custom' && issue.params?.rule).toBe(rule);
  });
});

describe('a character that cannot be seen', () => {
  it.each(
    [
      ...'\u200B\u202E\u2066\u2060\uFEFF\u{E0041}\u0007\u009B\uFFF9\u2028\u3164\uFFFC\u{1BCA0}',
      '\u{1F3F4}\u{E0041}\u{E0042}',
    ].map((text) => [text, (text.codePointAt(text.length > 2 ? 2 : 0) ?? 0).toString(16).toUpperCase()]),
  )('is named: %j', (character, code) => {
    for (const field of [fields.text(), fields.markdown(), fields.word(), fields.link()]) {
      const message = field.safeParse(`/a${character}b`).error?.issues[0]?.message;
      expect(message).toBe(
        `This text has the invisible character U+${code?.padStart(4, '0')}, which is not allowed.`,
      );
    }
  });

  it.each([
    ['Persian', 'می\u200Cخواهم'],
    ['a family', '👩\u200D👩\u200D👧'],
    ['the flag of Scotland', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['Hebrew with marks', 'שלום\u200F!'],
    ['a soft hyphen', 'news\u00ADpaper'],
  ])('is no fault in %s', (_, words) => {
    expect(fields.text().safeParse(words).success).toBe(true);
  });
});

describe('an address with letters beyond ASCII', () => {
  it('is one however many addresses were read before', () => {
    const field = fields.url();
    for (let i = 0; i < 100_000; i++) field.safeParse(`https://x.example/${i}`);
    for (const address of ['https://münchen.example/ä', 'https://例え.example/'])
      expect(field.safeParse(address).success).toBe(true);
  });
});

describe('slugify', () => {
  it.each([
    ['Deep Ellum: "lights" back on', 'deep-ellum-lights-back-on'],
    ['Café & Bar', 'cafe-and-bar'],
    [
      '¿Qué pasó? ¡Año Nuevo en Peñón, pingüinos incluidos!',
      'que-paso-ano-nuevo-en-penon-pinguinos-incluidos',
    ],
    ['It’s Dallas’ year', 'its-dallas-year'],
    ['Straße nach Łódź, Þórður & Ærøskøbing İzmir', 'strasse-nach-lodz-thordur-and-aeroskobing-izmir'],
    ['---', ''],
  ])('makes %s into %s', (words, slug) => {
    expect(slugify(words)).toBe(slug);
  });
});

it.each<readonly [field: string, schema: ZodType, written: string, meant: string | undefined]>([
  ...[
    ['es-MX', 'es-mx'],
    ['es_US', 'es-us'],
    ['Español', 'es'],
    ['es-xq', 'es'],
    ['fr-fr', undefined],
  ].map(([written = '', meant]) => ['language', fields.language(), written, meant] as const),
  ...[
    './media/a.jpg',
    'media\\a.jpg',
    'content/media/a.jpg',
    'a.jpg',
    'C:\\Users\\ada\\a.jpg',
    'https://paper.example/media/a.jpg?w=300',
  ].map((written) => ['picture', fields.picture(), written, 'media/a.jpg'] as const),
  ['origin', fields.origin(), 'ridgeherald.com/', 'https://ridgeherald.com'],
  ['origin', fields.origin(), 'http://ridgeherald.com', 'https://ridgeherald.com'],
  ['origin', fields.origin(), 'https://ridgeherald.com/about', 'https://ridgeherald.com'],
])('of a %s that is refused, what was meant is suggested', (_, field, written, meant) => {
  const [issue] = field.safeParse(written).error?.issues ?? [];
  expect(issue?.code === 'custom' && issue.params?.suggestion).toBe(meant);
  if (meant !== undefined) expect(field.safeParse(meant).success).toBe(true);
});

it.each([
  ['tel:1-800-COURIER', 'tel:+18002687437'],
  ['tel:214-555-0100x12', 'tel:+12145550100;ext=12'],
  ['tel:+1-214-555-0100;ext=12', 'tel:+1-214-555-0100;ext=12'],
  ['sms:12345?body=Hello', 'sms:12345?body=Hello'],
  ['//x.example./a?b={}&c=\\d', 'https://x.example./a?b=%7B%7D&c=%5Cd'],
  ['/a?b={}', '/a?b=%7B%7D'],
])('prints the link %s as %s', (written, printed) => {
  expect(fields.link().parse(written)).toBe(printed);
  expect(markdown(`[x](${written})`, new Map())).toMatchObject({ findings: [], links: [printed] });
});

it.each([
  ['(214) 555-0100 ext. 12', '+12145550100;ext=12'],
  ['1-800-CONTACTS', '+18002668228'],
  ['+44 20 7946 0958', '+442079460958'],
  ['030 901820', '030901820'],
  ['555-NEWS', '5556397'],
])('dials %s as %s', (number, digits) => expect(dialled(number)).toBe(digits));

it('keeps a moment in the form that is computed with', () =>
  expect(fields.moment().parse('2026-11-19 06:30:00 -06:00')).toBe('2026-11-19T06:30:00-06:00'));

describe('a moment that cannot be read', () => {
  const reportedOf = (moment: string) =>
    reported('blog/a.md', post.replace(/^publishedDate: .*/m, `publishedDate: "${moment}"`));

  it.each([
    ['2026-04-02T17:30:00–05:00', '2026-04-02T17:30:00-05:00'],
    ['2026‑04‑02T17:30:00-05:00', '2026-04-02T17:30:00-05:00'],
    ['2026-04-02T17:30:00-0500', '2026-04-02T17:30:00-05:00'],
    ['2026-04-02 17:30:00 -0500', '2026-04-02T17:30:00-05:00'],
    ['2026/4/2T7:30:00-05:00', '2026-04-02T07:30:00-05:00'],
  ])('such as %s is reported with the right spelling', (written, meant) => {
    expect(reportedOf(written)).toEqual([
      `6 \`${written}\` cannot be read as a date: it is not a moment with its zone. => ${meant}`,
    ]);
  });

  it.each([
    ['2026-04-02', 'the time of day and its zone are missing'],
    ['2026-04-02 17:30', 'the zone at its end is missing, such as `-06:00`'],
    ['2026-02-31T17:30:00Z', 'there is no such day as 2026-02-31'],
  ])('such as %s is reported with what is missing', (written, reason) => {
    expect(reportedOf(written)).toEqual([`6 \`${written}\` cannot be read as a date: ${reason}.`]);
  });
});

it.each([
  ['about', '/about'],
  ['\\about', '/about'],
  ['pages/about.yaml', '/about'],
  ['content/blog/herons.md', '/blog/herons'],
  ['desk@paper.example', 'mailto:desk@paper.example'],
])('the link `%s` in a menu is reported with the address that was meant', (written, meant) => {
  const text = `template: home\npath: /\nblocks:\n  - { block: board, feeds: [{ path: '${written}', feedTitle: B, rssUrl: "https://a.example/" }] }\n`;
  expect(reported('pages/home.yaml', text)).toContainEqual(
    `4 \`${written}\` is not a full web address. => ${meant}`,
  );
});
