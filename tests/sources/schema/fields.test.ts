import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import * as fields from '../../../cli/sources/schema/fields.ts';
import { slugify } from '../../../cli/sources/schema/slugs.ts';
import { post, problemsOf } from '../problems-of-file.ts';

/** For each field: values that pass, and values that fail with the rule they break. */
const table: [name: string, field: ZodType, good: unknown[], bad: [value: unknown, rule: string][]][] = [
  [
    'text',
    fields.text(),
    ['a', 'Señor 😀', 'two\nlines'],
    [
      ['', 'invalid-text'],
      ['  ', 'invalid-text'],
      ['bell \u0007', 'invalid-text'],
      ['half \uD800', 'invalid-text'],
      ['x'.repeat(5001), 'too-large'],
    ],
  ],
  [
    'title',
    fields.title(),
    ['x'.repeat(300)],
    [
      ['x'.repeat(301), 'too-large'],
      ['', 'invalid-text'],
    ],
  ],
  [
    'word',
    fields.word(),
    ['leaderboard-1', '/1234/home page'],
    [
      ['a\rb]{} *{display:none}', 'invalid-text'],
      ['a\nb', 'invalid-text'],
      ['a\u2028b', 'invalid-text'],
      ['a\fb', 'invalid-text'],
    ],
  ],
  [
    'hours',
    fields.hours(),
    ['06:00-09:00', '22:30-06:00', '18:00-24:00', '00:00-24:00'],
    [
      ['6 to 9', 'invalid-value'],
      ['6:00-9:00', 'invalid-value'],
      ['06:00-25:00', 'invalid-value'],
      ['24:00-06:00', 'invalid-value'],
      ['06:60-09:00', 'invalid-value'],
      ['06:00-06:00', 'invalid-value'],
      ['06:00', 'invalid-value'],
      ['', 'invalid-value'],
    ],
  ],
  [
    'address',
    fields.address(),
    ['/', '/blog', '/archives/2025', '/a-b/c9'],
    [
      ['blog', 'invalid-address'],
      ['/blog/', 'invalid-address'],
      ['/Blog', 'invalid-address'],
      ['/a//b', 'invalid-address'],
      ['/../x', 'invalid-address'],
      ['/a--b', 'invalid-address'],
      ['/a'.repeat(200), 'too-large'],
    ],
  ],
  [
    'slug',
    fields.slug(),
    ['a', 'deep-ellum-9'],
    [
      ['Deep', 'invalid-slug'],
      ['a/b', 'invalid-slug'],
      ['../a', 'invalid-slug'],
      ['-a', 'invalid-slug'],
    ],
  ],
  [
    'link',
    fields.link(),
    ['/a#b', 'https://x.example/y', 'mailto:a@x.example', 'tel:+12145550100'],
    [
      ['javascript:alert(1)', 'unsafe-link'],
      ['data:text/html,x', 'unsafe-link'],
      ['//x.example', 'invalid-url'],
      ['x y', 'invalid-url'],
      ['example.com', 'invalid-url'],
      ['/\\x.example', 'invalid-url'],
      ['mailto:foo', 'invalid-url'],
      ['mailto:a@x.con', 'invalid-url'],
      ['tel:call-me', 'invalid-url'],
      ['tel:12', 'invalid-url'],
      ['htps://x.example', 'unsafe-link'],
      ['\u0001javascript:alert(1)', 'invalid-text'],
    ],
  ],
  [
    'url',
    fields.url(),
    [
      'https://x.example',
      'http://x.example/?a=b',
      'HTTPS://X.example:8443/a;b,c#d',
      'https://münchen.example/ä',
      'https://10.0.0.1/a',
    ],
    [
      ['https:evil.example', 'invalid-url'],
      ['https:/evil.example', 'invalid-url'],
      ['https:///evil.example', 'invalid-url'],
      ['http:/\\evil', 'invalid-url'],
      ['https:\\\\evil.example', 'invalid-url'],
      ['https://paper.example\\@evil.example', 'invalid-url'],
      ['https://paper.example@evil.example', 'invalid-url'],
      ['https://user:word@paper.example/', 'invalid-url'],
      ['https://paper./', 'invalid-url'],
      ['https://a..b/', 'invalid-url'],
      ['https://-a.example/', 'invalid-url'],
      ['https://*', 'invalid-url'],
      ['https://*.example', 'invalid-url'],
      ['https://a"', 'invalid-url'],
      ["https://a'b/", 'invalid-url'],
      ['https://a;b/', 'invalid-url'],
      ['https://a,b/', 'invalid-url'],
      ['https://[::1]/', 'invalid-url'],
      ['https://a:x/', 'invalid-url'],
      ['https://a%3Bb/', 'invalid-url'],
      [`https://${'a'.repeat(64)}.example`, 'invalid-url'],
      ['ftp://x.example', 'unsafe-link'],
      ['x.example', 'invalid-url'],
      ['https://https://x.example', 'invalid-url'],
      ['https://http//x.example', 'invalid-url'],
      ['https://xexample/a', 'invalid-url'],
      ['https://x.con/a', 'invalid-url'],
      ['https://', 'invalid-url'],
      ['/blog', 'invalid-url'],
    ],
  ],
  [
    'origin',
    fields.origin(),
    ['https://x.example', 'https://x.example:8443', 'http://127.0.0.1:8000', 'http://localhost'],
    [
      ['http://x.example', 'invalid-url'],
      ['http://127.0.0.1.x.example', 'invalid-url'],
      ['https://a;script-src-elem', 'invalid-url'],
      ['https://a"', 'invalid-url'],
      ['https://*', 'invalid-url'],
      ["https://x.example 'unsafe-inline'", 'invalid-url'],
      ['https://X.example', 'invalid-url'],
      ['https://x.example:443', 'invalid-url'],
      ['https://x.example/', 'invalid-url'],
      ['https://x.example/a', 'invalid-url'],
    ],
  ],
  [
    'urlTemplate',
    fields.urlTemplate('feedUrl', 'id'),
    ['{feedUrl}', 'https://x.example/{id}', 'http://x.example/?u={feedUrl}', '/embeds/{id}'],
    [
      ['{id}', 'invalid-url'],
      ['{id}/x', 'invalid-url'],
      ['{feedUrl}{id}', 'invalid-url'],
      ['https://{id}.example/', 'invalid-url'],
      ['https:{id}', 'invalid-url'],
      ['//{id}', 'invalid-url'],
      ['/{slot}', 'unknown-value'],
      ['javascript:{id}', 'unsafe-link'],
      ['/{id}/u@evil..example./x', 'invalid-url'],
      ['/{feedUrl}{id}\\evil.example', 'invalid-url'],
      ['/{id}/[x', 'invalid-url'],
    ],
  ],
  [
    'frameTemplate',
    fields.frameTemplate('feedUrl', 'id'),
    ['{feedUrl}', 'https://x.example/{id}', '/embeds/{id}', 'http://localhost:8080/{id}'],
    [
      ['http://x.example/{id}', 'invalid-url'],
      ['https://a;script-src-elem/{id}', 'invalid-url'],
      ['mailto:{id}', 'invalid-url'],
    ],
  ],
  [
    'date',
    fields.date(),
    ['2026-11-19', '2024-02-29'],
    [
      ['2026-02-29', 'invalid-date'],
      ['19.11.2026', 'invalid-date'],
      ['2026-1-1', 'invalid-date'],
    ],
  ],
  [
    'moment',
    fields.moment(),
    ['2026-11-19T06:30:00-06:00', '2026-11-19T06:30Z', '2026-11-19T06:30:00.5Z'],
    [
      ['2026-11-19', 'invalid-date'],
      ['2026-11-19T06:30:00', 'invalid-date'],
      ['2026-02-30T06:30:00Z', 'invalid-date'],
      ['2026-11-19T25:00:00Z', 'invalid-date'],
      ['soon', 'invalid-date'],
      ['9999-12-31T23:59:59-14:00', 'invalid-date'],
    ],
  ],
  [
    'picture',
    fields.picture(),
    ['media/a.jpg', 'media/2026/a-b.png'],
    [
      ['a.jpg', 'invalid-value'],
      ['media/../a.jpg', 'invalid-value'],
      ['media/.a', 'invalid-value'],
      ['media/a b.jpg', 'invalid-value'],
      ['/media/a.jpg', 'invalid-value'],
    ],
  ],
  [
    'email',
    fields.email(),
    ['a.b@x.example'],
    [
      ['a@b', 'invalid-value'],
      ['a b@x.example', 'invalid-value'],
      ['{email}', 'invalid-value'],
      ['a?bcc=x&body=y@x.example', 'invalid-value'],
      ['a%0Ab@x.example', 'invalid-value'],
      ['a..b@x.example', 'invalid-value'],
      ['a@x..example', 'invalid-value'],
      ['a@-x.example', 'invalid-value'],
      ['a@x.con', 'invalid-value'],
      ['a@x.1', 'invalid-value'],
    ],
  ],
  [
    'phone',
    fields.phone(),
    [
      '(214) 555-0100',
      '+12145550100',
      '1-800-555-0100',
      '555-0100',
      '214.555.0100',
      '+44 20 7946 0958',
      '030 901820',
    ],
    [
      ['call us', 'invalid-value'],
      ['555', 'invalid-value'],
      ['(214) 555-010', 'invalid-value'],
      ['(24) 555-0100', 'invalid-value'],
      ['(214) 555-01000', 'invalid-value'],
      ['(214 555-0100', 'invalid-value'],
      ['+1 214 555 0100 0100 0100', 'invalid-value'],
    ],
  ],
  [
    'permission',
    fields.permission(),
    ['autoplay', "camera 'src'", 'fullscreen *', 'fullscreen https://x.example'],
    [
      ['fulscreen', 'invalid-value'],
      ['autoplay; fullscreen', 'invalid-value'],
      ['autoplay fullscreen', 'invalid-value'],
      ['fullscreen *; camera *', 'invalid-value'],
    ],
  ],
  [
    'isbn',
    fields.isbn(),
    ['9780140449334', '080442957X', '9791034304110'],
    [
      ['9780140449335', 'invalid-value'],
      ['9780140443934', 'invalid-value'],
      ['978-0-14-044933-4', 'invalid-value'],
      ['1234567890123', 'invalid-value'],
      ['080442957x', 'invalid-value'],
    ],
  ],
  [
    'language',
    fields.language(),
    ['en-us', 'es-mx', 'en', 'es', 'es-419'],
    [
      ['en-uz-x', 'invalid-value'],
      ['em-us', 'invalid-value'],
      ['en-uq', 'invalid-value'],
      ['fr-fr', 'invalid-value'],
      ['es-MX', 'invalid-value'],
    ],
  ],
  [
    'currency',
    fields.currency(),
    ['USD', 'MXN'],
    [
      ['usd', 'invalid-value'],
      ['$', 'invalid-value'],
      ['XQQ', 'invalid-value'],
    ],
  ],
  [
    'region',
    fields.region(),
    ['US-TX', 'DE-BY', 'US'],
    [
      ['USTX', 'invalid-value'],
      ['us-tx', 'invalid-value'],
    ],
  ],
  ['year', fields.year(), ['1879'], [['79', 'invalid-value']]],
  [
    'whole',
    fields.whole(1, 10),
    [1, 10],
    [
      [0, 'invalid-value'],
      [11, 'invalid-value'],
      [1.5, 'invalid-value'],
    ],
  ],
];

describe.each(table)('%s', (_name, field, good, bad) => {
  it.each(good)('takes %j', (value) => {
    expect(field.safeParse(value).success).toBe(true);
  });

  it.each(bad)('refuses %j as %s', (value, rule) => {
    const issue = field.safeParse(value).error?.issues[0];
    expect(issue?.code === 'custom' && issue.params?.rule).toBe(rule);
  });
});

describe('a character that cannot be seen', () => {
  it.each([
    ['\u200B', 'U+200B (zero width space)'],
    ['\u202E', 'U+202E (right-to-left override)'],
    ['\u2066', 'U+2066 (left-to-right isolate)'],
    ['\u2060', 'U+2060 (word joiner)'],
    ['\uFEFF', 'U+FEFF (byte order mark)'],
    ['\u{E0041}', 'U+E0041 (tag character)'],
    ['\u{1F3F4}\u{E0041}\u{E0042}', 'U+E0041 (tag character)'],
    ['\u0007', 'U+0007'],
    ['\u009B', 'U+009B'],
    ['\uFFF9', 'U+FFF9'],
    ['\u2028', 'U+2028'],
    ['\u3164', 'U+3164'],
    ['\uFFFC', 'U+FFFC'],
    ['\u{1BCA0}', 'U+1BCA0'],
  ])('is named: %j', (character, name) => {
    for (const field of [fields.text(), fields.markdown(), fields.word(), fields.link()]) {
      const message = field.safeParse(`/a${character}b`).error?.issues[0]?.message;
      expect(message).toBe(`This text has the invisible character ${name}, which is not allowed.`);
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
    ['---', ''],
  ])('makes %s into %s', (words, slug) => {
    expect(slugify(words)).toBe(slug);
  });
});

describe('the language of a paper', () => {
  it.each([
    ['es-MX', 'es-mx'],
    ['es_US', 'es-us'],
    ['Español', 'es'],
    ['English', 'en'],
    ['es-xq', 'es'],
    ['fr-fr', undefined],
  ])('is none of the two if it is %s; suggested is %s', (written, suggestion) => {
    const issue = fields.language().safeParse(written).error?.issues[0];
    expect(issue).toMatchObject({
      message: `\`${written}\` is not a language of the pages that Galley makes.`,
      params: { hint: expect.stringContaining('English (`en`) and Spanish (`es`)') },
    });
    expect(issue?.code === 'custom' && issue.params?.suggestion).toBe(suggestion);
  });
});

/** The problems of a file by itself: line, message, and the suggestion. */
const reported = (path: string, text: string): string[] =>
  problemsOf(path, text).map(
    ({ line, message, suggestion }) => `${line} ${message}${suggestion ? ` => ${suggestion}` : ''}`,
  );

describe('a moment that cannot be read', () => {
  it.each([
    ['2026-04-02 17:30:00-05:00', '2026-04-02T17:30:00-05:00'],
    ['2026-04-02T17:30:00–05:00', '2026-04-02T17:30:00-05:00'],
    ['2026‑04‑02T17:30:00-05:00', '2026-04-02T17:30:00-05:00'],
    ['2026-04-02T17:30:00-0500', '2026-04-02T17:30:00-05:00'],
    ['2026-04-02T17:30:00 -05:00', '2026-04-02T17:30:00-05:00'],
    ['2026/4/2T7:30:00-05:00', '2026-04-02T07:30:00-05:00'],
    ['2026-04-02t17:30:00z', '2026-04-02T17:30:00Z'],
  ])('such as %s is reported with the right spelling', (written, meant) => {
    expect(reported('blog/a.md', post.replace(/^publishedDate: .*/m, `publishedDate: "${written}"`))).toEqual(
      [`6 \`${written}\` cannot be read as a date: it is not a moment with its zone. => ${meant}`],
    );
  });

  it.each([
    ['2026-04-02', 'the time of day and its zone are missing'],
    ['2026-04-02 17:30', 'the zone at its end is missing, such as `-06:00`'],
    ['2026-02-31T17:30:00Z', 'there is no such day as 2026-02-31'],
  ])('such as %s is reported with what is missing', (written, reason) => {
    expect(reported('blog/a.md', post.replace(/^publishedDate: .*/m, `publishedDate: "${written}"`))).toEqual(
      [`6 \`${written}\` cannot be read as a date: ${reason}.`],
    );
  });
});

it.each([
  './media/a.jpg',
  '/media/a.jpg',
  'media\\a.jpg',
  'content/media/a.jpg',
  'a.jpg',
  'C:\\Users\\ada\\a.jpg',
  'https://paper.example/media/a.jpg?w=300',
])('the picture `%s` is reported with the path that was meant', (written) => {
  const text = post.replace('category:', `imageUrl: '${written}'\nimageAlt: A heron\ncategory:`);
  expect(reported('blog/a.md', text).map((problem) => problem.replace(/^.* => /, ''))).toEqual([
    'media/a.jpg',
  ]);
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

it.each([
  ['ridgeherald.com/', 'https://ridgeherald.com'],
  ['http://ridgeherald.com', 'https://ridgeherald.com'],
  ['https://ridgeherald.com/about', 'https://ridgeherald.com'],
])('suggests for %s, as the start of an address, one that is accepted', (value, meant) => {
  const [issue] = fields.origin().safeParse(value).error?.issues ?? [];
  expect(issue).toMatchObject({ params: { suggestion: meant } });
  expect(fields.origin().safeParse(meant).success).toBe(true);
});
