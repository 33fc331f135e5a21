import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isRecord } from '../../lib/is-record.ts';
import type { KeyPath } from '../../problems/locate.ts';
import { resolved, type AnySchema as Schema } from './schema-keys.ts';

/** Which values of a file are stand-ins. */
export interface Flaws {
  /** Whether the value at a path is the written one: neither it nor a group or list around it is a stand-in. */
  isWritten(path: KeyPath): boolean;
  /** Whether the same is true of everything in it, with nothing removed or missing. */
  isWhole(path: KeyPath): boolean;
}

/** Data that fits its schema, and which of it are stand-ins. */
export interface Recovered<T> {
  readonly data: T;
  readonly flaws: Flaws;
}

/** The flaws of a file with nothing but stand-ins. */
export const allFlawed: Flaws = { isWritten: () => false, isWhole: () => false };

/** The flaws of a file with stand-ins at these paths. */
function flawsAt(paths: readonly KeyPath[]): Flaws {
  const nameOf = (path: KeyPath) => JSON.stringify(path);
  const prefixes = (path: KeyPath) => [...path.keys(), path.length].map((length) => path.slice(0, length));
  const at = new Set(paths.map(nameOf));
  const above = new Set(paths.flatMap(prefixes).map(nameOf));
  const isWritten = (path: KeyPath) => !prefixes(path).some((prefix) => at.has(nameOf(prefix)));
  return { isWritten, isWhole: (path) => isWritten(path) && !above.has(nameOf(path)) };
}

/**
 * A value that fits the schema and is as close to `value` as possible. A part that does not fit is replaced by what was probably meant, or
 * by a stand-in. Lists keep their length, so that paths are the same as in the file.
 */
export function recover<S extends z.ZodType>(schema: S, value: unknown): Recovered<z.infer<S>> {
  const paths: KeyPath[] = [];
  const result = schema.safeParse(fitted(schema, value, [], paths));
  return result.success ? { data: result.data, flaws: flawsAt(paths) } : recoverNothing(schema);
}

/** A stand-in for a value that cannot be read. */
export const recoverNothing = <S extends z.ZodType>(schema: S): Recovered<z.infer<S>> => ({
  data: schema.parse(standIn(schema)),
  flaws: allFlawed,
});

/** A stand-in for a slug, unique for each file; a slug of the paper cannot be the same, because it has no dot. */
export const lostSlug = (path: string): string => `lost.${createHash('sha256').update(path).digest('hex')}`;

const fits = (schema: Schema, value: unknown) => z.safeParse(schema, value).success;

/** `value` with the parts replaced that do not fit; adds their paths to `flaws`. */
function fitted(schema: Schema, value: unknown, path: KeyPath, flaws: KeyPath[]): unknown {
  if (fits(schema, value)) return value;
  const inner = resolved(schema, value);
  const parts = fittedParts(inner, value, path, flaws);
  if (parts !== undefined && fits(inner, parts)) return parts;
  flaws.push(path);
  const meant = likely(inner, value);
  if (meant !== undefined) return meant;
  return fits(schema, undefined) ? undefined : standIn(inner);
}

/** A list or group with all its parts fitted; `undefined` if the value is not what the schema needs. */
function fittedParts(schema: Schema, value: unknown, path: KeyPath, flaws: KeyPath[]): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value) && value.length > 0)
    return value.map((item, i) => fitted(schema.element, item, [...path, i], flaws));
  if (!isRecord(value)) return undefined;
  if (schema instanceof z.ZodRecord) {
    const { valueType } = schema;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, fitted(valueType, part, [...path, key], flaws)]),
    );
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const shape: Readonly<Record<string, Schema>> = schema.shape;
  const isKnown = (key: string) => Object.hasOwn(shape, key);
  // An unknown key may be an optional key with a typing mistake.
  const hasUnknown = Object.keys(value).some((key) => !isKnown(key));
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, part]) => {
      const written = Object.hasOwn(value, key) ? value[key] : undefined;
      if (written === undefined && fits(part, undefined)) {
        if (hasUnknown) flaws.push([...path, key]);
        return [];
      }
      return [[key, fitted(part, written, [...path, key], flaws)]];
    }),
  );
}

/** What was probably meant: a number or yes as a text, or what the field's check suggests. */
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

/** A stand-in for the paper's own origin. */
export const unknownOrigin = 'https://stand-in.invalid';

/** One of these fits every text field. Addresses lead to other sites, because links within the paper are checked. */
const texts = `
  x UTC en-us US-TX https://elsewhere.invalid/ ${unknownOrigin} / media/x.png feeds/x.xml x@stand-in.invalid
  555-0100 2000 2000-01-01 2000-01-01T00:00:00Z 9780000000002`
  .trim()
  .split(/\s+/);
const numbers = [1, 150, 1600];

/**
 * A neutral value that fits a schema, without optional keys and with lists as short as possible.
 *
 * @throws if no value here fits; a test tries all schemas
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
  if (schema instanceof z.ZodUnion && schema.options[0]) return standIn(schema.options[0]);
  const isLiteral = schema instanceof z.ZodLiteral;
  const words = schema instanceof z.ZodEnum ? schema.options : isLiteral ? [...schema.values] : [];
  const found = [...words, ...texts, ...numbers, false, true].find((value) => fits(schema, value));
  if (found === undefined) throw new Error('A schema has no stand-in');
  return found;
}
