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
    }
  | { readonly to: 'provider' | 'sound' | 'station' };

/** Endings of file names, and a size in pixels; another size is an error if it is strict, else a warning. */
export interface PictureNeeds {
  readonly kinds?: readonly string[];
  readonly size?: readonly [width: number, height: number];
  readonly isStrict?: boolean;
}

const references = z.registry<Reference>();
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

/** Adds the references at and below a value. */
type Walk = (node: Node, found: FoundReference[]) => void;

type Part = readonly [key: string | number, walk: Walk];

/** Most fields of a post refer to nothing, and a paper has thousands of posts: what depends on a schema alone is computed once. */
const walks = new WeakMap<Schema, { readonly walk: Walk | undefined }>();

/** `undefined` for a schema without references at any depth. */
function walkOf(schema: Schema): Walk | undefined {
  const { walk } = walks.get(schema) ?? { walk: createWalk(unwrapped(schema)) };
  walks.set(schema, { walk });
  return walk;
}

function createWalk(schema: Schema): Walk | undefined {
  if (schema instanceof z.ZodUnion) return createChoice(schema);
  const reference = references.get(schema);
  const partsOf = createParts(schema);
  if (!reference && !partsOf) return undefined;
  return (node, found) => {
    const { value, path } = node;
    if (reference && value !== undefined) found.push({ ...node, reference });
    if (!partsOf || typeof value !== 'object' || value === null) return;
    const parent = value as Readonly<Record<string | number, unknown>>;
    for (const [key, walk] of partsOf(value))
      walk({ value: parent[key], path: [...path, key], parent }, found);
  };
}

function createChoice(union: z.ZodUnion): Walk | undefined {
  const reference = references.get(union);
  if (!reference && !union.options.some(walkOf)) return undefined;
  return (node, found) => {
    const option = resolved(union, node.value);
    if (option !== union) walkOf(option)?.(node, found);
    else if (reference && node.value !== undefined) found.push({ ...node, reference });
  };
}

/** Gives the parts of a collection that may have references; `undefined` if none may. */
function createParts(schema: Schema): ((value: object) => readonly Part[]) | undefined {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<Schema>(schema.shape).flatMap(([key, field]): Part[] => {
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
const results = new WeakMap<object, { readonly schema: Schema; readonly found: readonly FoundReference[] }>();

/** Every value of a file that refers to something, in the order of the schema. */
export function referencesIn(schema: Schema, value: unknown): readonly FoundReference[] {
  const key = typeof value === 'object' && value !== null ? value : {};
  const known = results.get(key);
  if (known?.schema === schema) return known.found;
  const found: FoundReference[] = [];
  walkOf(schema)?.({ value, path: [], parent: undefined }, found);
  results.set(key, { schema, found });
  return found;
}
