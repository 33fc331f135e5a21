import * as z from 'zod';
import { cached } from '../../lib/cached.ts';
import { isRecord } from '../../lib/is-record.ts';
import { valueAt } from '../../lib/value-at.ts';
import type { KeyPath } from '../../problems/locate.ts';
import { nearest } from '../../problems/nearest.ts';

/**
 * The schema of the YAML in a file, by the file's path in `content/` and by the data read from it. `undefined` where that data fits no
 * kind of file, such as a page with an unknown template.
 */
export type SchemaFor = (path: string, data: unknown) => z.ZodType | undefined;

export type AnySchema = z.core.$ZodType;

/** The schema itself, without the wrapper of an optional value or of a default. */
export function unwrapped(schema: AnySchema): AnySchema {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapped(schema.def.innerType)
    : schema;
}

/** The unwrapped schema; for a union, the option that fits a value best. */
export function resolved(schema: AnySchema, value: unknown): AnySchema {
  const inner = unwrapped(schema);
  const option = inner instanceof z.ZodUnion ? optionOf(inner, value) : undefined;
  return option ? resolved(option, value) : inner;
}

/** `undefined` if no option can be told apart. */
function optionOf(union: z.ZodUnion, value: unknown): AnySchema | undefined {
  const { options } = union;
  if (union instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = union.def;
    const word = wordMeant(union, value);
    return options.find((option) => wordsOf(option, discriminator).some((other) => other === word));
  }
  const type = Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : typeof value;
  return (
    options.find((option) => z.safeParse(option, value).success) ??
    options.find((option) => unwrapped(option)._zod.def.type === type) ??
    options[0]
  );
}

/** The discriminator values of an option. */
const wordsOf = (option: AnySchema, discriminator: string): string[] => {
  const word = shapeOf(option)[discriminator];
  return word instanceof z.ZodLiteral ? [...word.values].map(String) : [];
};

/** The discriminator of a value; the likely one if it or its key is mistyped or missing. */
function wordMeant(union: z.ZodDiscriminatedUnion, value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { discriminator, options } = union.def;
  const words = options.flatMap((option) => wordsOf(option, discriminator));
  const known = allKeys(union);
  const unknown = Object.keys(value).filter((key) => !known.has(key));
  const written = value[discriminator] ?? value[nearest(discriminator, unknown) ?? ''];
  if (written === undefined || written === null) return words.find((word) => unknown.includes(word));
  return words.find((word) => word === written) ?? nearest(String(written), words);
}

/** The fields of an object schema by key; none for any other schema. */
export function shapeOf(schema: AnySchema): Readonly<Record<string, AnySchema>> {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodObject ? inner.shape : {};
}

/** The schema of the entries of a list, or of the values of a record. */
export function entrySchema(schema: AnySchema): AnySchema | undefined {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return inner.element;
  return inner instanceof z.ZodRecord ? inner.valueType : undefined;
}

/** The schema at a path of a value; `undefined` if the path leads to none. */
export function schemaAt(schema: AnySchema, path: KeyPath, value: unknown): AnySchema | undefined {
  let at: AnySchema | undefined = schema;
  for (const [i, part] of path.entries()) {
    const here: AnySchema | undefined = at && resolved(at, valueAt(value, path.slice(0, i)));
    const shape: Readonly<Record<string, AnySchema>> = here ? shapeOf(here) : {};
    at = Object.hasOwn(shape, part) ? shape[String(part)] : here && entrySchema(here);
  }
  return at;
}

/** The keys that a schema has at a path of a value; none if the path leads to no object. */
export function keysAt(schema: AnySchema, path: KeyPath, value: unknown): string[] {
  const at = schemaAt(schema, path, value);
  return at ? Object.keys(shapeOf(resolved(at, valueAt(value, path)))) : [];
}

/** The first issue of an answer to a question, as a sentence. */
export const issueIn = (schema: AnySchema) => (answer: string) =>
  z.safeParse(schema, answer).error?.issues[0]?.message;

/** The issues of a value; in a union, those of the option that fits it best. */
export const issuesOf = (schema: AnySchema, value: unknown): z.core.$ZodIssue[] =>
  (z.safeParse(schema, value).error?.issues ?? []).flatMap((issue) =>
    issue.code === 'invalid_union' ? issuesOfOption(schema, value, issue) : [issue],
  );

function issuesOfOption(
  schema: AnySchema,
  value: unknown,
  issue: z.core.$ZodIssueInvalidUnion,
): z.core.$ZodIssue[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const { discriminator } = issue;
  const at = discriminator === undefined ? path : path.slice(0, -1);
  const union = schemaAt(schema, at, value);
  if (!union) return [issue];
  const part = valueAt(value, at);
  const option = resolved(union, part);
  if (option instanceof z.ZodUnion) return [wrongWord(option, issue)];
  return issuesOf(option, part).map((found) => {
    const isWord = discriminator !== undefined && found.path.length === 1 && found.path[0] === discriminator;
    return isWord ? wrongWord(unwrapped(union), issue) : { ...found, path: [...at, ...found.path] };
  });
}

/** The issue of a discriminator that no option has. */
function wrongWord(union: AnySchema, { path, discriminator = '', message }: z.core.$ZodIssueInvalidUnion) {
  const options = union instanceof z.ZodUnion ? union.options : [];
  const values = options.flatMap((option) => wordsOf(option, discriminator));
  return { code: 'invalid_value', values, path, message } satisfies z.core.$ZodIssue;
}

/** Every key that a schema has at any depth. */
export const allKeys = cached((schema: AnySchema): ReadonlySet<string> => new Set(collect(schema)));

function* collect(schema: AnySchema): Iterable<string> {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) for (const option of inner.options) yield* collect(option);
  for (const [key, value] of Object.entries(shapeOf(schema))) {
    yield key;
    yield* collect(value);
  }
  const entry = entrySchema(schema);
  if (entry) yield* collect(entry);
}
