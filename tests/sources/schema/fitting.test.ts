import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pageKinds } from '../../../cli/page-kinds/kinds.ts';
import { dataKinds } from '../../../cli/sources/data-kinds.ts';
import { embedsSchema } from '../../../cli/sources/embeds.ts';
import { postSchema } from '../../../cli/sources/post.ts';
import { title, url } from '../../../cli/sources/schema/fields.ts';
import { recover, standIn } from '../../../cli/sources/schema/recover.ts';
import { navigationSchema, radioSchema, siteSchema } from '../../../cli/sources/site.ts';

const schemas: Readonly<Record<string, z.ZodType>> = {
  'site.yaml': siteSchema,
  'navigation.yaml': navigationSchema,
  'embeds.yaml': embedsSchema,
  'radio.yaml': radioSchema,
  'a post': postSchema,
  ...dataKinds,
  ...Object.fromEntries(pageKinds.map(({ name, schema }) => [name, schema])),
};

describe('a stand-in', () => {
  it.each(Object.entries(schemas))('keeps to the schema: %s', (_, schema) => {
    expect(schema.safeParse(standIn(schema)).error).toBeUndefined();
  });
});

const people = z.strictObject({
  people: z.array(z.strictObject({ name: title(), home: url(), nick: title().optional() })).min(1),
  note: title().optional(),
});
const whole = { name: 'Ada', home: 'https://ada.example/' };

describe('recover', () => {
  it('leaves items of a list at their places and says which of their fields are stand-ins', () => {
    const { data, flaws } = recover(people, { people: [{ name: 'Ben', home: 7 }, 'Cem', whole] });
    expect(data.people.map(({ name }) => name)).toEqual(['Ben', expect.any(String), 'Ada']);
    expect(data.people[2]).toEqual(whole);
    expect(flaws.isWritten(['people', 0, 'name'])).toBe(true);
    expect(flaws.isWritten(['people', 0, 'home'])).toBe(false);
    expect(flaws.isWritten(['people', 1, 'name'])).toBe(false);
    expect(flaws.isWhole(['people', 2])).toBe(true);
    expect(flaws.isWhole(['people'])).toBe(false);
  });

  it('takes a number for the text that was meant, and the cure that a field’s check suggests', () => {
    const { data, flaws } = recover(people, { people: [{ name: 1921, home: 'ada.example/x' }] });
    expect(data.people).toEqual([{ name: '1921', home: 'https://ada.example/x' }]);
    expect(flaws.isWritten(['people', 0, 'name'])).toBe(false);
  });

  it('knows that a key nobody knows may be a misspelt one that may be left out', () => {
    const { flaws } = recover(people, { people: [{ ...whole, nik: 'A' }, whole], note: 'x' });
    expect(flaws.isWritten(['people', 0, 'nick'])).toBe(false);
    expect(flaws.isWritten(['people', 1, 'nick'])).toBe(true);
    expect(flaws.isWritten(['note'])).toBe(true);
  });

  it('keeps of a union the option that was meant, with what is written in it', () => {
    const parts = z.array(
      z.discriminatedUnion('part', [
        z.strictObject({ part: z.literal('note'), text: title() }),
        z.strictObject({ part: z.literal('person'), name: title(), home: url().optional() }),
      ]),
    );
    const { data, flaws } = recover(parts, [
      { part: 'persn', name: 'Ada', home: 7 },
      { prt: 'person', name: 'Ben' },
      { part: 'weather' },
      'note',
    ]);
    expect(data).toEqual([
      { part: 'person', name: 'Ada' },
      { part: 'person', name: 'Ben' },
      { part: 'note', text: expect.any(String) },
      { part: 'note', text: expect.any(String) },
    ]);
    const paths = [[0, 'name'], [0, 'part'], [1, 'name'], [2], [3]];
    expect(paths.map((path) => flaws.isWritten(path))).toEqual([true, false, true, false, false]);
  });

  it.each([[null], ['a text'], [[]], [{ people: [] }], [{ people: null }]])('makes do with %j', (value) => {
    const { data, flaws } = recover(people, value);
    expect(people.safeParse(data).success).toBe(true);
    expect(flaws.isWhole(['people'])).toBe(false);
  });
});
