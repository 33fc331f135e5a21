import { describe, expect, it } from 'vitest';
import { parse as parseYaml, stringify } from 'yaml';
import * as z from 'zod';
import { pageFields } from '../../cli/content/page-fields.ts';
import { postSchema } from '../../cli/content/post.ts';
import { type AnySchema, shapeOf, unwrapped } from '../../cli/content/schema/schema-keys.ts';
import { singleSchemas } from '../../cli/content/single-files.ts';
import { pageKinds } from '../../cli/pages/kinds.ts';
import { parse } from '../../cli/pipeline/parse.ts';
import { type Change, problemsWith } from '../changed-site.ts';

const list: unknown[] = [];
list.push(list);
const wrongValues: readonly (readonly [name: string, value: unknown])[] = [
  ['nothing', null],
  ['a text', 'x y'],
  ['a list', [['x'], null]],
  ['a group', { x: null, constructor: 1 }],
  ['a list that repeats itself', list],
];

/** How many of them each field is tried with, in turn; the audit tries all. */
const count = Number(process.env.VALUES ?? 1);

/** A file with a value in one of its fields and nothing in the others. */
type Fill = (value: unknown) => unknown;

/** Every field of a schema, at any depth. */
function* fieldsOf(schema: AnySchema, fill: Fill = (value) => value): Iterable<Fill> {
  yield fill;
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) for (const option of inner.options) yield* fieldsOf(option, fill);
  if (inner instanceof z.ZodArray) yield* fieldsOf(inner.element, (value) => fill([value]));
  if (inner instanceof z.ZodRecord) yield* fieldsOf(inner.valueType, (value) => fill({ entry: value }));
  const fields = Object.entries(shapeOf(inner));
  const words = fields.flatMap(([key, field]) =>
    field instanceof z.ZodLiteral ? [[key, [...field.values][0]] as const] : [],
  );
  for (const [key, field] of fields)
    yield* fieldsOf(field, (value) => fill({ ...Object.fromEntries(words), [key]: value }));
}

const schemas = new Map<string, z.ZodType>([
  ...singleSchemas,
  ['blog/wrong.md', postSchema],
  ...pageKinds.map(({ name, schema: { shape } }) => {
    // What all pages have is tried in one of them.
    const isOwn = (key: string) => name === 'text' || key === 'template' || !(key in pageFields.shape);
    const own = Object.entries(shape).filter(([key]) => isOwn(key));
    return [`pages/${name}.yaml`, z.strictObject(Object.fromEntries(own))] as const;
  }),
]);

const shared = [...singleSchemas.keys()].filter((path) => !/theme|redirects/.test(path));

/** The problems of a file by itself. */
const problemsOf = (path: string, text: string) =>
  parse({
    files: [{ path, file: path, text }],
    media: [],
    publicFiles: [],
    refused: new Set(),
    shownAs: '',
  }).problems.filter(({ source }) => source.file === path);

describe('a wrong value', () => {
  it.each([...schemas])('in any field of a file throws nothing: %s', (path, schema) => {
    const fields = [...fieldsOf(schema)];
    expect(fields.length).toBeGreaterThan(1);
    for (const [i, fill] of fields.entries())
      for (let j = 0; j < count; j++) {
        const value = wrongValues[(i + j) % wrongValues.length]?.[1];
        const yaml = stringify(fill(value));
        problemsOf(path, path.endsWith('.md') ? `---\n${yaml}---\nText.\n` : yaml);
      }
    expect(problemsOf(path, stringify({ x: list }))).not.toEqual([]);
  });

  it.each(wrongValues.map(([name, value], i) => ({ name, value, keys: count > 1 ? [0, 1, 2] : [i % 3] })))(
    'in all shared files at once is reported there, and nowhere else: $name',
    async ({ value, keys: tried }) => {
      for (const at of tried) {
        const spoil: Change = (text) => {
          const data = parseYaml(text) ?? {};
          const keys = Object.keys(data);
          return stringify({ ...data, [keys[at % keys.length] ?? '']: value });
        };
        const problems = await problemsWith(Object.fromEntries(shared.map((path) => [path, spoil])));
        const files = new Set(problems.map(({ file }) => file.slice('content/'.length)));
        expect(files.size).toBeGreaterThan(5);
        expect(shared).toEqual(expect.arrayContaining([...files]));
      }
    },
  );
});
