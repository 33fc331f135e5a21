import { expect, it } from 'vitest';
import * as z from 'zod';
import { title, url } from '../../cli/content/schema/fields.ts';
import { fittingPart } from '../../cli/reading/fitting.ts';

const schema = z.strictObject({
  people: z.array(z.strictObject({ name: title(), home: url(), nick: title().optional() })).min(1),
  note: title().optional(),
  rooms: z.record(z.string(), z.strictObject({ doors: z.array(z.enum(['red', 'blue'])).default([]) })),
});
const ada = { name: 'Ada', home: 'https://ada.example/' };

it.each<[name: string, value: unknown, data: unknown, leftOut: readonly unknown[]]>([
  ['a wrong key', { people: [ada], note: 7 }, { people: [ada] }, []],
  ['an unknown key', { people: [ada], constructor: 1, nota: 'x' }, { people: [ada] }, []],
  [
    'entries that lack what they need',
    { people: [{ name: 'Ben', home: 7 }, 'Cem', ada] },
    { people: [ada] },
    [
      ['people', 0],
      ['people', 1],
    ],
  ],
  ['a list that becomes too short', { people: ['Ben'] }, {}, [['people', 0]]],
  [
    'an entry of a list in a group',
    { rooms: { hall: { doors: ['red', 'x y'] }, attic: 'dark' } },
    { rooms: { hall: { doors: ['red'] } } },
    [['rooms', 'hall', 'doors', 1]],
  ],
  ['another kind of value', ['a list'], undefined, []],
])('%s is left out', (_, value, data, leftOut) => {
  expect(fittingPart(schema, value)).toEqual({ data, leftOut });
});
