import * as z from 'zod';
import { type AnySchema as Schema, shapeOf, unwrapped } from '../content/schema/schema-keys.ts';
import { isRecord } from '../lib/is-record.ts';
import type { KeyPath } from '../problems/locate.ts';

/**
 * The part of a file's data that fits its schema, without the keys and the entries of lists that do not. Required keys may be missing at
 * the top. `undefined` if it is not even a group or list as the schema says.
 */
export function fittingPart(schema: Schema, value: unknown) {
  /** The entries of lists that do not fit, in the order of the file: later entries of the list move up. */
  const leftOut: KeyPath[] = [];
  const data = fittingParts(schema, value, [], leftOut);
  return { data, leftOut };
}

/** A value, or what fits of it if that is enough for the schema. */
function fittingValue(schema: Schema, value: unknown, path: KeyPath, leftOut: KeyPath[]): unknown {
  const whole = z.safeParse(schema, value);
  return whole.success
    ? whole.data
    : z.safeParse(schema, fittingParts(unwrapped(schema), value, path, leftOut)).data;
}

function fittingParts(schema: Schema, value: unknown, path: KeyPath, leftOut: KeyPath[]): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((entry, i) => {
      const part = fittingValue(schema.element, entry, [...path, i], leftOut);
      if (part === undefined) leftOut.push([...path, i]);
      return part === undefined ? [] : [part];
    });
  if (!isRecord(value)) return undefined;
  const fields = new Map(Object.entries(shapeOf(schema)));
  const parts = Object.entries(value).flatMap(([key, entry]) => {
    const field = schema instanceof z.ZodRecord ? schema.valueType : fields.get(key);
    const part = field && fittingValue(field, entry, [...path, key], leftOut);
    return part === undefined ? [] : [[key, part] as const];
  });
  return Object.fromEntries(parts);
}
