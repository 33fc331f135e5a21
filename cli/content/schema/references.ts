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

/** A copy of `schema` whose values refer to something. Zod copies a schema when a check such as `min` is added, so declare last. */
export function refersTo<S extends z.ZodType>(schema: S, reference: Reference): S {
  const copy = schema.clone() as S;
  references.add(copy, reference);
  return copy;
}

export const isMarkdownText = cached((schema: Schema): boolean => markdownTexts.get(schema) !== undefined);

export const referenceOf = cached((schema: Schema): Reference | undefined => references.get(schema));

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

/** A value of a file with the schema that it follows. */
interface Node {
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: KeyPath;
  /** The collection it is in. */
  readonly parent: unknown;
}

export interface FoundReference extends Node {
  readonly reference: Reference;
}

/**
 * Makes a search for the values whose schemas `isWanted`, from the top, in the order of the schema; a picture that is left out counts as a
 * value. Fields without such a schema at any depth are skipped: most fields of a post, and a paper has thousands of posts.
 */
function createSearch(isWanted: (schema: Schema) => boolean): (schema: Schema, value: unknown) => Node[] {
  const hasWanted = cached((outer: Schema): boolean => {
    const schema = unwrapped(outer);
    const options = schema instanceof z.ZodUnion ? schema.options : Object.values(shapeOf(schema));
    const entry = entrySchema(schema);
    return isWanted(schema) || options.some(hasWanted) || (entry !== undefined && hasWanted(entry));
  });
  const fieldsOf = cached((schema: Schema) =>
    Object.entries(shapeOf(schema))
      .filter(([, field]) => hasWanted(field))
      .map(([key, field]) => ({ key, field, isPicture: referenceOf(unwrapped(field))?.to === 'picture' })),
  );
  function search(outer: Schema, value: unknown, path: KeyPath, parent: unknown, nodes: Node[]) {
    const schema = value === undefined ? unwrapped(outer) : resolved(outer, value);
    if (isWanted(schema)) nodes.push({ schema, value, path, parent });
    if (typeof value !== 'object' || value === null) return nodes;
    const inside = value as Readonly<Record<string | number, unknown>>;
    const entry = entrySchema(schema);
    if (entry && hasWanted(entry))
      for (const key of Array.isArray(value) ? value.keys() : Object.keys(value))
        search(entry, inside[key], [...path, key], inside, nodes);
    for (const { key, field, isPicture } of fieldsOf(schema))
      if (inside[key] !== undefined || isPicture) search(field, inside[key], [...path, key], inside, nodes);
    return nodes;
  }
  return (schema, value) => (hasWanted(schema) ? search(schema, value, [], undefined, []) : []);
}

const referenceNodes = createSearch((schema) => referenceOf(schema) !== undefined);

/** Every value that refers to something; pictures also where none is named. */
export const referencesIn = (schema: Schema, value: unknown): FoundReference[] =>
  referenceNodes(schema, value).flatMap((node) => {
    const reference = referenceOf(node.schema);
    return reference ? { ...node, reference } : [];
  });

const rulesOf = (schema: Schema) => distinctRules.get(schema)?.rules ?? [];
const listNodes = createSearch((schema) => rulesOf(schema).length > 0);

/** Every list with rules about what its entries may not share. */
export const distinctListsIn = (schema: Schema, value: unknown) =>
  listNodes(schema, value).flatMap(({ schema, value: items, path }) =>
    Array.isArray(items) ? rulesOf(schema).map((rule) => ({ path, items, rule })) : [],
  );

const textNodes = createSearch((schema) => !isMarkdownText(schema));

/** Every text that is shown as it is written. */
export const plainTextsIn = (schema: Schema, value: unknown) =>
  textNodes(schema, value).flatMap(({ value: text, path }) =>
    typeof text === 'string' ? { path, text } : [],
  );
