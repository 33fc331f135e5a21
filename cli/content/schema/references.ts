import * as z from 'zod';
import { cached } from '../../lib/cached.ts';
import type { KeyPath } from '../../problems/locate.ts';
import { entrySchema, resolved, type AnySchema as Schema, shapeOf, unwrapped } from './schema-keys.ts';

/** What the value of a field refers to. Fields declare it; the link stage resolves it. */
export type Reference =
  | {
      readonly to: 'picture';
      /** The sibling key with the alternative text; `decorative: true` replaces it. */
      readonly alt?: string;
      /** Published as it is, because programs read it. */
      readonly unchanged?: boolean;
      /** What these programs need; a square if `size` is missing. */
      readonly needs?: PictureNeeds;
    }
  | { readonly to: 'category' | 'department' | 'embed' | 'feed' | 'feed-file' | 'link' | 'page' }
  | {
      readonly to: 'post';
      /** Stands among news, where no story is that somebody paid for. */
      readonly isNews?: boolean;
      /** Is left out until it is published. */
      readonly mayWait?: boolean;
    }
  | { readonly to: 'notice-kind' | 'provider' | 'sound' | 'station' };

/** Endings of file names, and a size in pixels; another size is an error if it is strict, else a warning. */
export interface PictureNeeds {
  readonly kinds?: readonly string[];
  readonly size?: readonly [width: number, height: number];
  /** The least and the largest side of a square. */
  readonly between?: readonly [least: number, most: number];
  readonly isStrict?: boolean;
}

/** What must be unique in a list. */
export interface Distinct<Item> {
  /** The names of an entry that must be unique, each with its path in the entry. */
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

export const isMarkdownText = (schema: Schema): boolean => markdownTexts.get(schema) !== undefined;

export const referenceOf = (schema: Schema): Reference | undefined => references.get(schema);

/** Declares what no two entries of a list may share. */
export function distinct<Item extends Schema>(
  list: z.ZodArray<Item>,
  ...rules: readonly Distinct<z.output<Item>>[]
): z.ZodArray<Item> {
  distinctRules.add(list, { rules: rules as readonly Distinct<unknown>[] });
  return list;
}

export const oneOrMore = <S extends z.ZodType>(schema: S) => z.union([schema, z.array(schema).min(1)]);

export function isMarkdown<S extends z.ZodType>(schema: S): S {
  markdownTexts.add(schema, { markdown: true });
  return schema;
}

interface Node {
  readonly value: unknown;
  readonly path: KeyPath;
  /** The collection it is in. */
  readonly parent: unknown;
}

export interface FoundReference extends Node {
  readonly reference: Reference;
}

type Marked<T> = Node & { readonly mark: T };

/**
 * Finds the values of a file whose schemas are marked, from the top. Whether a schema has a mark at any depth is computed once: most fields
 * of a post have none, and a paper has thousands of posts.
 */
function createSearch<T>(
  markOf: (schema: Schema) => T | undefined,
): (schema: Schema, value: unknown) => readonly Marked<T>[] {
  const known = new WeakMap<Schema, boolean>();

  function hasMark(schema: Schema): boolean {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const inner = unwrapped(schema);
    const options = inner instanceof z.ZodUnion ? inner.options : [];
    const parts = [...options, ...Object.values(shapeOf(inner)), entrySchema(inner)];
    const has = markOf(inner) !== undefined || parts.some((part) => part && hasMark(part));
    known.set(schema, has);
    return has;
  }

  const markedFields = cached((schema: Schema) =>
    Object.entries(shapeOf(schema)).filter(([, field]) => hasMark(field)),
  );

  function visit(schema: Schema, node: Node, found: Marked<T>[]) {
    if (!hasMark(schema)) return;
    const { value, path } = node;
    const inner = resolved(schema, value);
    const mark = markOf(inner);
    if (mark !== undefined) found.push({ ...node, mark });
    if (typeof value !== 'object' || value === null) return;
    const parent = value as Readonly<Record<string | number, unknown>>;
    const go = (key: string | number, part: Schema) =>
      visit(part, { value: parent[key], path: [...path, key], parent }, found);
    for (const [key, field] of markedFields(inner)) go(key, field);
    if (inner instanceof z.ZodArray && Array.isArray(value))
      for (const i of value.keys()) go(i, inner.element);
    if (inner instanceof z.ZodRecord) for (const key of Object.keys(value)) go(key, inner.valueType);
  }

  /** Several checks search the same data, and the papers of a network share some. */
  const results = new WeakMap<object, { readonly schema: Schema; readonly found: readonly Marked<T>[] }>();

  return (schema, value) => {
    const key = typeof value === 'object' && value !== null ? value : {};
    const known = results.get(key);
    if (known?.schema === schema) return known.found;
    const found: Marked<T>[] = [];
    visit(schema, { value, path: [], parent: undefined }, found);
    results.set(key, { schema, found });
    return found;
  };
}

const findReferences = createSearch((schema) => references.get(schema));
const findDistinctLists = createSearch((schema) => distinctRules.get(schema));
const findPlainTexts = createSearch((schema) => (isMarkdownText(schema) ? undefined : schema));

/** Every value that refers to something, in the order of the schema; pictures also where none is named. */
export const referencesIn = (schema: Schema, value: unknown): FoundReference[] =>
  findReferences(schema, value)
    .filter(({ mark, value }) => value !== undefined || mark.to === 'picture')
    .map(({ mark: reference, value, path, parent }) => ({ reference, value, path, parent }));

/** Every list with rules about what its entries may not share. */
export const distinctListsIn = (
  schema: Schema,
  value: unknown,
): { readonly path: KeyPath; readonly items: readonly unknown[]; readonly rule: Distinct<unknown> }[] =>
  findDistinctLists(schema, value).flatMap(({ mark: { rules }, value, path }) =>
    Array.isArray(value) ? rules.map((rule) => ({ path, items: value, rule })) : [],
  );

/** Every text that is shown as it is written. */
export const plainTextsIn = (
  schema: Schema,
  value: unknown,
): { readonly path: KeyPath; readonly text: string }[] =>
  findPlainTexts(schema, value).flatMap(({ value, path }) =>
    typeof value === 'string' ? [{ path, text: value }] : [],
  );
