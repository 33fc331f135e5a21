import * as z from 'zod';
import type { KeyPath } from '../problems/locate.ts';
import { resolved, type AnySchema as Schema, unwrapped } from './schema-keys.ts';

/** What the value of a field refers to. Fields declare it; `link` looks for what they refer to. */
export type Reference =
  | {
      readonly to: 'picture';
      /** The key beside it that says what the picture shows; `decorative: true` may stand in its place. */
      readonly alt?: string;
      /** Programs read this picture, so it is published as it is. */
      readonly unchanged?: boolean;
      /** What these programs need; a square if there is no size. */
      readonly needs?: PictureNeeds;
    }
  | { readonly to: 'category' | 'department' | 'embed' | 'feed' | 'feed-file' | 'page' | 'post' }
  | { readonly to: 'provider' | 'sound' | 'station' };

/** Endings of file names, and a size in pixels; another size is an error if it is strict, else a warning. */
export interface PictureNeeds {
  readonly kinds?: readonly string[];
  readonly size?: readonly [width: number, height: number];
  readonly isStrict?: boolean;
}

/** What every entry of a list has for itself. */
export interface Distinct<Item> {
  /** The names that no other entry may have, each with its path in this one. */
  readonly names: (item: Item) => readonly (readonly [name: string | undefined, ...at: KeyPath])[];
  /** A sentence about a name that two entries have. */
  readonly message: (name: string) => string;
  readonly hint?: string;
  /** An error, instead of a warning, where the site would be wrong. */
  readonly isError?: boolean;
}

const references = z.registry<Reference>();
const distinctRules = z.registry<{ readonly rules: readonly Distinct<unknown>[] }>();
const markdownTexts = z.registry<{ readonly markdown: true }>();

/** Declares what the values of `schema` refer to. Zod copies a schema when a check such as `min` is added, so declare last. */
export function refersTo<S extends z.ZodType>(schema: S, reference: Reference): S {
  references.add(schema, reference);
  return schema;
}

/** Whether the texts of `schema` are Markdown. */
export const isMarkdownText = (schema: Schema): boolean => markdownTexts.get(schema) !== undefined;

/** What the values of `schema` refer to, if they do. */
export const referenceOf = (schema: Schema): Reference | undefined => references.get(schema);

/** Declares what no two entries of a list may share. */
export function distinct<Item extends Schema>(
  list: z.ZodArray<Item>,
  ...rules: readonly Distinct<z.output<Item>>[]
): z.ZodArray<Item> {
  distinctRules.add(list, { rules: rules as readonly Distinct<unknown>[] });
  return list;
}

/** One value, or a list of them. */
export const oneOrMore = <S extends z.ZodType>(schema: S) => z.union([schema, z.array(schema).min(1)]);

/** Declares that the texts of `schema` are Markdown. */
export function isMarkdown<S extends z.ZodType>(schema: S): S {
  markdownTexts.add(schema, { markdown: true });
  return schema;
}

/** A value with the part of the schema that describes it. */
interface Node {
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: KeyPath;
  /** The collection it is in. */
  readonly parent: unknown;
}

/** A value that refers to something. */
export interface FoundReference extends Omit<Node, 'schema'> {
  readonly reference: Reference;
}

/** Every value that refers to something, in the order of the schema; pictures also where none is named. */
export function referencesIn(schema: Schema, value: unknown): FoundReference[] {
  return nodesIn(schema, value, hasReferences).flatMap(({ schema, ...node }) => {
    const reference = references.get(schema);
    const isThere = node.value !== undefined || reference?.to === 'picture';
    return reference && isThere ? [{ ...node, reference }] : [];
  });
}

/** Every list with rules about what its entries may not share. */
export function distinctListsIn(
  schema: Schema,
  value: unknown,
): { readonly path: KeyPath; readonly items: readonly unknown[]; readonly rule: Distinct<unknown> }[] {
  return nodesIn(schema, value, hasDistinctLists).flatMap(({ schema, value, path }) => {
    const { rules = [] } = distinctRules.get(schema) ?? {};
    return Array.isArray(value) ? rules.map((rule) => ({ path, items: value, rule })) : [];
  });
}

/** Every text that is shown as it is written. */
export function plainTextsIn(
  schema: Schema,
  value: unknown,
): { readonly path: KeyPath; readonly text: string }[] {
  return nodesIn(schema, value).flatMap(({ schema, value, path }) =>
    typeof value === 'string' && !isMarkdownText(schema) ? [{ path, text: value }] : [],
  );
}

/** The values of a file with their schemas, from the top; without the branches that a search leaves out. */
function nodesIn(schema: Schema, value: unknown, { isWorth, fieldsOf }: Search = all): Node[] {
  const found: Node[] = [];
  function visit(node: Node) {
    const inner = resolved(node.schema, node.value);
    if (!isWorth(inner)) return;
    found.push({ ...node, schema: inner });
    for (const [key, part] of partsOf(inner, node.value, fieldsOf)) {
      visit({
        schema: part,
        value: (node.value as Record<string | number, unknown>)[key],
        path: [...node.path, key],
        parent: node.value,
      });
    }
  }
  visit({ schema, value, path: [], parent: undefined });
  return found;
}

type Part = readonly [key: string | number, schema: Schema];

function partsOf(schema: Schema, value: unknown, fieldsOf: Search['fieldsOf']): readonly Part[] {
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((_, i) => [i, schema.element]);
  if (typeof value !== 'object' || value === null) return [];
  if (schema instanceof z.ZodObject) return fieldsOf(schema);
  const { valueType } = schema instanceof z.ZodRecord ? schema : {};
  return valueType ? Object.keys(value).map((key) => [key, valueType]) : [];
}

/** What is looked for in files: whether a schema has it anywhere, and in which of its fields. */
interface Search {
  readonly isWorth: (schema: Schema) => boolean;
  readonly fieldsOf: (schema: z.ZodObject) => readonly Part[];
}

function createSearch(isIn: (schema: Schema) => boolean): Search {
  const worth = new WeakMap<Schema, boolean>();
  const fields = new WeakMap<z.ZodObject, readonly Part[]>();

  function isWorth(schema: Schema): boolean {
    const known = worth.get(schema);
    if (known !== undefined) return known;
    const inner = unwrapped(schema);
    const parts: readonly Schema[] =
      inner instanceof z.ZodObject
        ? Object.values<Schema>(inner.shape)
        : inner instanceof z.ZodArray
          ? [inner.element]
          : inner instanceof z.ZodRecord
            ? [inner.valueType]
            : inner instanceof z.ZodUnion
              ? inner.options
              : [];
    const found = isIn(inner) || parts.some(isWorth);
    worth.set(schema, found);
    return found;
  }

  /** Most fields of a post have nothing to look for, and a paper has thousands of posts. */
  function fieldsOf(schema: z.ZodObject): readonly Part[] {
    const known = fields.get(schema);
    if (known) return known;
    const found = Object.entries<Schema>(schema.shape).filter(([, part]) => isWorth(part));
    fields.set(schema, found);
    return found;
  }

  return { isWorth, fieldsOf };
}

const all = createSearch(() => true);

const hasReferences = createSearch((schema) => references.get(schema) !== undefined);
const hasDistinctLists = createSearch((schema) => distinctRules.get(schema) !== undefined);
