import * as z from 'zod';
import { isRecord } from '../../lib/is-record.ts';
import { type Reference, referenceOf } from './references.ts';
import type { AnySchema } from './schema-keys.ts';

/** A JSON Schema. https://json-schema.org/draft-07/json-schema-release-notes */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Names that a paper has, by what refers to them. */
export type Names = Readonly<Partial<Record<Reference['to'] | 'author', readonly (string | number)[]>>>;

/** References whose names become an enumeration; for all other references the names are examples. */
const closed: ReadonlySet<string> = new Set(['category', 'department', 'notice-kind', 'provider', 'station']);

/** The most names in an enumeration or list of examples: editors read the schemas at every start. */
const maxNames = 1000;

/** A schema for text editors: no stricter than our own checks, with the names of the paper where a field refers to them. */
export const jsonSchemaOf = (schema: AnySchema, names: Names): JsonSchema =>
  adapted(markedSchemaOf(schema), names) as JsonSchema;

/** A schema with marks for those who adapt it: `x-refers` and `x-suggests`, `x-form`, `x-widget`. */
export const markedSchemaOf = (schema: AnySchema): JsonSchema =>
  z.toJSONSchema(schema, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
    // A wrapper inherits the metadata of what it wraps, and may have its own description, so these are joined at the end.
    override: ({ zodSchema, jsonSchema }) => {
      const { to } = referenceOf(zodSchema) ?? {};
      if (to !== undefined && to !== 'link') (jsonSchema as Record<string, unknown>)['x-refers'] = to;
    },
  }) as JsonSchema;

function adapted(json: unknown, names: Names): unknown {
  if (Array.isArray(json)) return json.map((part) => adapted(part, names));
  if (!isRecord(json)) return json;
  const {
    'x-widget': _,
    'x-form': form,
    'x-suggests': suggests,
    'x-refers': to = suggests,
    ...others
  } = json;
  const parts = Object.fromEntries(Object.entries(others).map(([key, part]) => [key, adapted(part, names)]));
  const fields = parts.properties as Readonly<Record<string, JsonSchema>>;
  const words = [parts.description, form].filter((part) => typeof part === 'string');
  return {
    ...parts,
    ...(words.length > 0 && { description: words.join(' ') }),
    ...(to === 'embed'
      ? { properties: { ...fields, provider: { ...fields.provider, ...offered('provider', names) } } }
      : typeof to === 'string' && offered(to, names)),
  };
}

function offered(to: string, names: Names): JsonSchema {
  const found = names[to as keyof Names] ?? [];
  if (found.length === 0) return {};
  return closed.has(to) ? { enum: found } : { examples: found.slice(0, maxNames) };
}

/** A schema that depends on the value of `key`: each kind has its own fields. */
export function oneOfKinds(
  key: string,
  kinds: readonly { readonly word: string; readonly summary: string; readonly schema: JsonSchema }[],
): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    required: [key],
    properties: {
      [key]: {
        description: 'The kind of the page.',
        oneOf: kinds.map(({ word, summary }) => ({ const: word, description: summary })),
      },
    },
    allOf: kinds.map(({ word, schema: { $schema, ...schema } }) => ({
      if: { properties: { [key]: { const: word } }, required: [key] },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so.
      then: schema,
    })),
  };
}
