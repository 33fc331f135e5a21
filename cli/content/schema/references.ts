import * as z from 'zod';
import type { KeyPath } from '../../problems/locate.ts';
import { resolved, type AnySchema as Schema, unwrapped } from './schema-keys.ts';

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

/** A value in a file. */
interface Node {
  readonly value: unknown;
  readonly path: KeyPath;
  /** The collection it is in. */
  readonly parent: unknown;
}

/** A value that refers to something. */
export interface FoundReference extends Node {
  readonly reference: Reference;
}

/** A value, and what its schema is marked with. */
type Marked<T> = Node & { readonly mark: T };

/** Adds the marked values at and below one. */
type Walk<T> = (node: Node, found: Marked<T>[]) => void;

type Part<T> = readonly [key: string | number, walk: Walk<T>];

/**
 * Finds the values of a file whose schemas are marked, from the top. What depends on a schema alone is computed once: most fields of a post
 * have no mark, and a paper has thousands of posts.
 */
function createSearch<T>(
  markOf: (schema: Schema) => T | undefined,
): (schema: Schema, value: unknown) => readonly Marked<T>[] {
  const known = new WeakMap<Schema, { readonly walk: Walk<T> | undefined }>();

  /** `undefined` for a schema without a mark at any depth. */
  function walkOf(schema: Schema): Walk<T> | undefined {
    const { walk } = known.get(schema) ?? { walk: createWalk(unwrapped(schema)) };
    known.set(schema, { walk });
    return walk;
  }

  function createWalk(schema: Schema): Walk<T> | undefined {
    const mark = markOf(schema);
    if (schema instanceof z.ZodUnion) return createChoice(schema, mark);
    const partsOf = createParts(schema);
    if (mark === undefined && !partsOf) return undefined;
    return (node, found) => {
      if (mark !== undefined) found.push({ ...node, mark });
      const { value, path } = node;
      if (!partsOf || typeof value !== 'object' || value === null) return;
      const parent = value as Readonly<Record<string | number, unknown>>;
      for (const [key, walk] of partsOf(value))
        walk({ value: parent[key], path: [...path, key], parent }, found);
    };
  }

  function createChoice(union: z.ZodUnion, mark: T | undefined): Walk<T> | undefined {
    if (mark === undefined && !union.options.some(walkOf)) return undefined;
    return (node, found) => {
      const option = resolved(union, node.value);
      if (option !== union) walkOf(option)?.(node, found);
      else if (mark !== undefined) found.push({ ...node, mark });
    };
  }

  /** Gives the parts of a collection that may have a mark; `undefined` if none may. */
  function createParts(schema: Schema): ((value: object) => readonly Part<T>[]) | undefined {
    if (schema instanceof z.ZodObject) {
      const fields = Object.entries<Schema>(schema.shape).flatMap(([key, field]): Part<T>[] => {
        const walk = walkOf(field);
        return walk ? [[key, walk]] : [];
      });
      return fields.length > 0 ? () => fields : undefined;
    }
    if (schema instanceof z.ZodArray) {
      const walk = walkOf(schema.element);
      return walk && ((value) => (Array.isArray(value) ? value.map((_, i) => [i, walk]) : []));
    }
    const walk = schema instanceof z.ZodRecord ? walkOf(schema.valueType) : undefined;
    return walk && ((value) => Object.keys(value).map((key) => [key, walk]));
  }

  /** Several checks search the same data, and the papers of a network share some. */
  const results = new WeakMap<object, { readonly schema: Schema; readonly found: readonly Marked<T>[] }>();

  return (schema, value) => {
    const key = typeof value === 'object' && value !== null ? value : {};
    const known = results.get(key);
    if (known?.schema === schema) return known.found;
    const found: Marked<T>[] = [];
    walkOf(schema)?.({ value, path: [], parent: undefined }, found);
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
