import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import * as fields from '../../cli/schemas/fields.ts';

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
    ['/a#b', 'https://x.example/y', 'mailto:a@x.example', 'tel:+1'],
    [
      ['javascript:alert(1)', 'unsafe-link'],
      ['data:text/html,x', 'unsafe-link'],
      ['//x.example', 'invalid-url'],
      ['x y', 'invalid-url'],
      ['example.com', 'invalid-url'],
    ],
  ],
  [
    'url',
    fields.url(),
    ['https://x.example', 'http://x.example/?a=b'],
    [
      ['ftp://x.example', 'unsafe-link'],
      ['x.example', 'invalid-url'],
      ['https://', 'invalid-url'],
      ['/blog', 'invalid-url'],
    ],
  ],
  [
    'origin',
    fields.origin(),
    ['https://x.example', 'http://127.0.0.1:8000'],
    [
      ['https://x.example/', 'invalid-url'],
      ['https://x.example/a', 'invalid-url'],
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
    ],
  ],
  [
    'picturePath',
    fields.picturePath(),
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
    ],
  ],
  [
    'phone',
    fields.phone(),
    ['(214) 555-0100', '+12145550100'],
    [
      ['call us', 'invalid-value'],
      ['555', 'invalid-value'],
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

describe('slugify', () => {
  it.each([
    ['Deep Ellum: "lights" back on', 'deep-ellum-lights-back-on'],
    ['Café & Bar', 'cafe-and-bar'],
    ['It’s Dallas’ year', 'its-dallas-year'],
    ['---', ''],
  ])('makes %s into %s', (words, slug) => {
    expect(fields.slugify(words)).toBe(slug);
  });
});
