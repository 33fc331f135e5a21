import * as z from 'zod';
import type { KeyPath } from '../problems/locate.ts';

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

/** The fields of an object schema by key; none for any other schema. */
export function shapeOf(schema: AnySchema): Readonly<Record<string, AnySchema>> {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodObject ? inner.shape : {};
}

/** The schema of the entries of a list, or of the values of a record. */
function entrySchema(schema: AnySchema): AnySchema | undefined {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return inner.element;
  return inner instanceof z.ZodRecord ? inner.valueType : undefined;
}

/** The keys that a schema has at a path; none if the path leads to no object. */
export function keysAt(schema: AnySchema, path: KeyPath): string[] {
  let at: AnySchema | undefined = schema;
  for (const part of path) at = at && (shapeOf(at)[part] ?? entrySchema(at));
  return at ? Object.keys(shapeOf(at)) : [];
}

const cache = new WeakMap<AnySchema, ReadonlySet<string>>();

/** Every key that a schema has at any depth. */
export function allKeys(schema: AnySchema): ReadonlySet<string> {
  const keys = cache.get(schema) ?? new Set(collect(schema));
  cache.set(schema, keys);
  return keys;
}

function* collect(schema: AnySchema): Iterable<string> {
  for (const [key, value] of Object.entries(shapeOf(schema))) {
    yield key;
    yield* collect(value);
  }
  const entry = entrySchema(schema);
  if (entry) yield* collect(entry);
}
