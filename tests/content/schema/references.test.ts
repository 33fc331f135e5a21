import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as fields from '../../../cli/content/schema/fields.ts';
import {
  distinct,
  distinctListsIn,
  plainTextsIn,
  referencesIn,
} from '../../../cli/content/schema/references.ts';
import { dataKinds } from '../../../cli/content/single-files.ts';

describe('a field that refers to something', () => {
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
  it('are none where the value does not fit the schema', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({ post: fields.postSlug() })) });
    for (const value of [undefined, null, 'text', { list: 'text' }, { list: null }, { list: [null, 7] }])
      expect(referencesIn(schema, value)).toEqual([]);
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
