import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { embed, embedsSchema, feedBlock } from '../../../cli/content/embeds.ts';
import { postSchema } from '../../../cli/content/post.ts';
import * as fields from '../../../cli/content/schema/fields.ts';
import {
  distinct,
  distinctListsIn,
  oneOrMore,
  plainTextsIn,
  type Reference,
  referencesIn,
} from '../../../cli/content/schema/references.ts';
import { dataKinds } from '../../../cli/content/single-files.ts';
import { radioSchema } from '../../../cli/content/site.ts';
import { pageKindOf } from '../../../cli/pages/kinds.ts';

describe('a field that refers to something', () => {
  const fieldsByTarget: Readonly<Record<Reference['to'], readonly [schema: z.ZodType, value: unknown]>> = {
    picture: [fields.picture(), 'media/a.png'],
    'feed-file': [fields.feedFile(), 'feeds/a.xml'],
    sound: [fields.source(), 'file:media/a.mp3'],
    'notice-kind': [fields.noticeKind(), 'deaths'],
    category: [fields.categoryName(), 'Business'],
    department: [fields.departmentName(), 'Newsroom'],
    station: [fields.stationPort(), 8000],
    post: [fields.postSlug(), 'a-post'],
    provider: [fields.provider(), 'ads'],
    page: [fields.pageAddress(), '/about'],
    link: [fields.link(), '/about#team'],
    embed: [embed({}), { provider: 'form', id: '1', title: 'A form' }],
    feed: [feedBlock({}), { feedTitle: 'News', rssUrl: 'https://a.example/rss' }],
  };

  it.each(Object.entries(fieldsByTarget))('is found as a reference to a %s', (to, [field, value]) => {
    const found = referencesIn(z.strictObject({ key: field }), { key: value });
    expect(found).toContainEqual({
      reference: { to },
      value,
      path: ['key'],
      parent: { key: value },
    });
  });

  it('is found whether it is required, optional or has a default', () => {
    const schema = z.strictObject({
      a: fields.categoryName(),
      b: fields.categoryName().optional(),
      c: fields.categoryName().default('News'),
    });
    expect(referencesIn(schema, { a: 'A', b: 'B', c: 'C' }).map(({ path }) => path)).toEqual([
      ['a'],
      ['b'],
      ['c'],
    ]);
  });

  it('is not found where it is left out; a picture is, because its text alternative may be there', () => {
    const schema = z.strictObject({
      category: fields.categoryName().optional(),
      image: fields.picture({ alt: 'imageAlt' }).optional(),
      imageAlt: fields.text().optional(),
    });
    expect(referencesIn(schema, { imageAlt: 'Ada' })).toEqual([
      {
        reference: { to: 'picture', alt: 'imageAlt' },
        value: undefined,
        path: ['image'],
        parent: { imageAlt: 'Ada' },
      },
    ]);
  });
});

describe('the references of a file', () => {
  it('are found in lists, in maps by any key, and in objects, with their paths, in the order of the schema', () => {
    const entry = z.strictObject({ name: fields.title(), picture: fields.picture().optional() });
    const schema = z.strictObject({
      station: fields.stationPort(),
      list: z.array(z.strictObject({ inner: z.array(fields.postSlug()) })),
      map: z.record(z.string(), entry),
    });
    const value = {
      map: { one: { name: 'One', picture: 'media/1.png' }, two: { name: 'Two', picture: 'media/2.png' } },
      list: [{ inner: ['a'] }, { inner: ['b', 'c'] }],
      station: 8000,
    };
    expect(referencesIn(schema, value).map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['station', 8000],
      ['list.0.inner.0', 'a'],
      ['list.1.inner.0', 'b'],
      ['list.1.inner.1', 'c'],
      ['map.one.picture', 'media/1.png'],
      ['map.two.picture', 'media/2.png'],
    ]);
  });

  it('are found within a value that is a reference itself', () => {
    const value = { feedTitle: 'News', rssUrl: 'https://a.example/rss', fallback: 'feeds/news.xml' };
    expect(
      referencesIn(z.array(feedBlock({})), [value]).map(({ reference, path }) => [
        reference.to,
        path.join('.'),
      ]),
    ).toEqual([
      ['feed', '0'],
      ['link', '0.rssUrl'],
      ['feed-file', '0.fallback'],
    ]);
  });

  it('are found in the option that an entry of a list has, and in one value as in a list of them', () => {
    const schema = z.array(
      z.discriminatedUnion('part', [
        z.strictObject({ part: z.literal('story'), post: fields.postSlug() }),
        embed({ part: z.literal('frame') }),
        z.strictObject({ part: z.literal('list'), of: oneOrMore(fields.categoryName()).optional() }),
      ]),
    );
    const value = [
      { part: 'frame', provider: 'form', id: '1', title: 'A form' },
      { part: 'story', post: 'a' },
      { part: 'list', of: 'News' },
      { part: 'list', of: ['News', 'Sports'] },
      { part: 'list' },
    ];
    const found = referencesIn(schema, value).map(
      ({ reference, path }) => `${reference.to} ${path.join('.')}`,
    );
    expect(found).toEqual(['embed 0', 'post 1.post', 'category 2.of', 'category 3.of.0', 'category 3.of.1']);
  });

  it('are none where the value does not fit the schema', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({ post: fields.postSlug() })) });
    for (const value of [undefined, null, 'text', { list: 'text' }, { list: null }, { list: [null, 7] }])
      expect(referencesIn(schema, value)).toEqual([]);
  });

  it.each<[file: string, schema: z.ZodType, value: unknown, references: readonly string[]]>([
    ['a post', postSchema, { category: 'A' }, ['category category', 'picture imageUrl']],
    [
      'radio.yaml',
      radioSchema,
      { port: 8000, stations: [{ port: 8000, source: 'file:media/a.mp3', fallback: 'file:media/b.mp3' }] },
      ['station port', 'sound stations.0.source', 'sound stations.0.fallback', 'picture picture'],
    ],
    ['embeds.yaml', embedsSchema, { ads: { provider: 'ads' } }, ['provider ads.provider']],
    ['data/books.yaml', dataKinds.books, { books: [{}] }, ['picture books.0.cover']],
    [
      'data/partners.yaml',
      dataKinds.partners,
      { documents: [{ provider: 'a', id: 'b' }] },
      ['embed documents.0'],
    ],
    [
      'a page with forms',
      pageKindOf('subscribe')?.schema ?? z.unknown(),
      { newsletter: { form: { id: 'a' } }, corporate: { department: 'A' }, plans: { department: 'B' } },
      ['embed newsletter.form', 'department corporate.department', 'department plans.department'],
    ],
  ])('are declared by the schema of %s', (_, schema, value, expected) => {
    const found = referencesIn(schema, value).map(
      ({ reference, path }) => `${reference.to} ${path.join('.')}`,
    );
    expect(found.sort()).toEqual([...expected].sort());
  });
});

describe('a list whose entries share nothing', () => {
  const byName = {
    names: ({ name }: { readonly name: string }) => [[name, 'name'] as const],
    message: (name: string) => `Two of ${name}.`,
  };
  const byPlace = { ...byName, message: (name: string) => `Two at ${name}.`, isError: true };
  const entry = z.strictObject({ name: z.string() });

  it('is found with each of its rules, wherever it is', () => {
    const schema = z.strictObject({
      one: distinct(z.array(entry), byName, byPlace),
      map: z.record(z.string(), distinct(z.array(entry), byName).optional()),
      free: z.array(entry),
    });
    const items = [{ name: 'A' }, { name: 'A' }];
    expect(distinctListsIn(schema, { one: items, map: { x: items, y: undefined }, free: items })).toEqual([
      { path: ['one'], items, rule: byName },
      { path: ['one'], items, rule: byPlace },
      { path: ['map', 'x'], items, rule: byName },
    ]);
  });

  it('is not found where something else is in its place', () => {
    const schema = z.strictObject({ list: distinct(z.array(entry), byName) });
    for (const value of [{}, { list: 'text' }, { list: { 0: { name: 'A' } } }])
      expect(distinctListsIn(schema, value)).toEqual([]);
  });
});

it('texts are plain unless their field is Markdown', () => {
  const value = { categories: [{ title: 'Delivery', items: [{ q: 'When?', a: '**Soon**' }] }] };
  expect(plainTextsIn(dataKinds.faq, value)).toEqual([
    { path: ['categories', 0, 'title'], text: 'Delivery' },
    { path: ['categories', 0, 'items', 0, 'q'], text: 'When?' },
  ]);
});
