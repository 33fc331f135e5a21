import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isRecord } from '../lib/is-record.ts';
import type { KeyPath } from '../problems/locate.ts';
import { type AnySchema as Schema, unwrapped } from './schema-keys.ts';

/** What of a file is not as somebody wrote it. */
export interface Flaws {
  /** Whether what stands at a path was written there, and no stand-in for it or for what it is part of. */
  isWritten(path: KeyPath): boolean;
  /** The same of everything in it as well: nothing was taken out, and nothing is missing that could stand there. */
  isWhole(path: KeyPath): boolean;
}

/** What could be kept of a file, beside what could not. */
export interface Salvaged<T> {
  readonly data: T;
  readonly flaws: Flaws;
}

/** Nothing of a file is known. */
export const allFlawed: Flaws = { isWritten: () => false, isWhole: () => false };

/** The flaws of a file at these paths. */
export function flawsAt(paths: readonly KeyPath[]): Flaws {
  const nameOf = (path: KeyPath) => JSON.stringify(path);
  const prefixes = (path: KeyPath) => [...path.keys(), path.length].map((length) => path.slice(0, length));
  const at = new Set(paths.map(nameOf));
  const above = new Set(paths.flatMap(prefixes).map(nameOf));
  const isWritten = (path: KeyPath) => !prefixes(path).some((prefix) => at.has(nameOf(prefix)));
  return { isWritten, isWhole: (path) => isWritten(path) && !above.has(nameOf(path)) };
}

/**
 * A value that keeps to the schema, as near to `value` as can be: where a part does not keep to it, the part that was probably meant stands
 * there, or a neutral one. Lists keep their length, so that every path means what it means in the file.
 */
export function salvage<S extends z.ZodType>(schema: S, value: unknown): Salvaged<z.infer<S>> {
  const paths: KeyPath[] = [];
  const result = schema.safeParse(mend(schema, value, [], paths));
  return result.success
    ? { data: result.data, flaws: flawsAt(paths) }
    : { data: schema.parse(standIn(schema)), flaws: allFlawed };
}

/** A value of which nothing was written. */
export const salvageNothing = <S extends z.ZodType>(schema: S): Salvaged<z.infer<S>> => ({
  data: schema.parse(standIn(schema)),
  flaws: allFlawed,
});

/** Where something is checked that has lost its address: no address and no slug of a paper has a dot, and no two files have one path. */
export const lostSlug = (path: string): string => `lost.${createHash('sha256').update(path).digest('hex')}`;

const fits = (schema: Schema, value: unknown) => z.safeParse(schema, value).success;

/** `value`, mended where it does not fit; `flaws` takes the paths at which it did not. */
function mend(schema: Schema, value: unknown, path: KeyPath, flaws: KeyPath[]): unknown {
  if (fits(schema, value)) return value;
  const inner = unwrapped(schema);
  const isOptional = inner !== schema;
  const mended = mendParts(inner, value, path, flaws);
  if (mended !== undefined && fits(inner, mended)) return mended;
  flaws.push(path);
  const meant = likely(inner, value);
  if (meant !== undefined) return meant;
  return isOptional ? undefined : standIn(schema);
}

/** A collection with each of its parts mended; `undefined` where the value is none, or not of the kind that is wanted. */
function mendParts(schema: Schema, value: unknown, path: KeyPath, flaws: KeyPath[]): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value) && value.length > 0)
    return value.map((item, i) => mend(schema.element, item, [...path, i], flaws));
  if (!isRecord(value)) return undefined;
  if (schema instanceof z.ZodRecord) {
    const { valueType } = schema;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, mend(valueType, part, [...path, key], flaws)]),
    );
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const shape: Readonly<Record<string, Schema>> = schema.shape;
  const isKnown = (key: string) => Object.hasOwn(shape, key);
  // A key that nobody knows may be one that may be left out, misspelt.
  const hasStrangers = Object.keys(value).some((key) => !isKnown(key));
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, part]) => {
      const written = Object.hasOwn(value, key) ? value[key] : undefined;
      if (written === undefined && fits(part, undefined)) {
        if (hasStrangers) flaws.push([...path, key]);
        return [];
      }
      return [[key, mend(part, written, [...path, key], flaws)]];
    }),
  );
}

/** What was probably meant: a number or a yes as a text, or what the field's own check suggests. */
function likely(schema: Schema, value: unknown): unknown {
  if (!(schema instanceof z.ZodString)) return undefined;
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  const { error } = schema.safeParse(text);
  if (!error) return text;
  const suggestions = error.issues.map((issue) =>
    issue.code === 'custom' ? issue.params?.suggestion : undefined,
  );
  return suggestions.find((suggestion) => suggestion !== undefined && fits(schema, suggestion));
}

/** What stands in for the paper's own host. */
export const unknownOrigin = 'https://stand-in.invalid';

/** Texts one of which fits every field, those that mean least first. They lead away from the paper, where nothing is looked for. */
const texts = [
  'x',
  'UTC',
  'en-us',
  'US-TX',
  'https://elsewhere.invalid/',
  unknownOrigin,
  '/',
  'media/x.png',
  'feeds/x.xml',
  'x@stand-in.invalid',
  '555-0100',
  '2000',
  '2000-01-01',
  '2000-01-01T00:00:00Z',
  '9780000000002',
];
const numbers = [1, 150, 1600];

/**
 * A neutral value that keeps to a schema: what may be left out is, lists are as short as can be.
 *
 * @throws where the schema wants what no stand-in here can be; a test goes through all of them
 */
export function standIn(schema: Schema): unknown {
  if (fits(schema, undefined)) return undefined;
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, Schema>> = schema.shape;
    return Object.fromEntries(
      Object.entries(shape).flatMap(([key, part]) =>
        fits(part, undefined) ? [] : [[key, standIn(part)] as const],
      ),
    );
  }
  if (schema instanceof z.ZodArray) return fits(schema, []) ? [] : [standIn(schema.element)];
  if (schema instanceof z.ZodRecord) return {};
  const words = schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral ? [...schemaWords(schema)] : [];
  const found = [...words, ...texts, ...numbers, false, true].find((value) => fits(schema, value));
  if (found === undefined) throw new Error('A schema wants a value that nothing stands in for');
  return found;
}

const schemaWords = (schema: z.ZodEnum | z.ZodLiteral): Iterable<unknown> =>
  schema instanceof z.ZodEnum ? schema.options : schema.values;
