import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml';
import type { Place } from './problem.ts';

/** Where a value stands in its file: keys and list positions from the top, such as `['feeds', 0, 'rssUrl']`. */
export type KeyPath = readonly (string | number)[];

/** The YAML part of a content file: the whole of a `.yaml`, the front matter of a `.md`. */
export interface YamlPart {
  readonly text: string;
  /** The offset of `text` in the file. */
  readonly offset: number;
}

/** The place of `text.slice(start, end)`, cut at the end of the line it starts on. */
export function placeOf(file: string, text: string, start: number, end: number): Place {
  const from = Math.min(start, text.length);
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const lineEnd = text.indexOf('\n', from);
  const to = Math.max(from, Math.min(end, lineEnd === -1 ? text.length : lineEnd));
  let line = 1;
  for (let i = text.indexOf('\n'); i !== -1 && i < from; i = text.indexOf('\n', i + 1)) line++;
  const column = from - lineStart + 1;
  return { file, line, column, endLine: line, endColumn: Math.max(column + 1, to - lineStart + 1) };
}

/** The first place of a file, for problems that concern the whole of it. */
export const topOf = (file: string): Place => ({ file, line: 1, column: 1, endLine: 1, endColumn: 2 });

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Stretches of a YAML text by key path. Parses again, because positions are wanted only when something is wrong.
 * Every answer is an offset into the text given; a path that does not exist answers with its nearest parent.
 */
export function locateIn(text: string): {
  value(path: KeyPath): Stretch;
  key(path: KeyPath): Stretch;
  scalars(): readonly (Stretch & { readonly path: KeyPath; readonly value: unknown })[];
} {
  const document = parseDocument(text, {
    logLevel: 'silent',
    uniqueKeys: false,
    strict: false,
  });
  const first = firstToken(document, text);

  function pairAt(path: KeyPath): Pair | undefined {
    const parent = document.getIn(path.slice(0, -1), true);
    const last = path.at(-1);
    if (!isMap(parent) && path.length > 1) return undefined;
    const map = path.length === 1 ? document.contents : parent;
    return isMap(map) ? map.items.find((pair) => isScalar(pair.key) && pair.key.value === last) : undefined;
  }

  function key(path: KeyPath): Stretch {
    if (path.length === 0) return first;
    const pairKey = pairAt(path)?.key;
    if (isNode(pairKey) && pairKey.range) return { start: pairKey.range[0], end: pairKey.range[1] };
    return value(path);
  }

  function value(path: KeyPath): Stretch {
    if (path.length === 0) return first;
    const node = document.getIn(path, true);
    if (isNode(node) && node.range) {
      if (isScalar(node) && node.range[0] !== node.range[1])
        return { start: node.range[0], end: node.range[1] };
      if (isCollection(node)) {
        if (node.flow) return { start: node.range[0], end: node.range[1] };
        return typeof path.at(-1) === 'string' ? key(path) : firstToken(node, text);
      }
    }
    return pairAt(path) ? key(path) : value(path.slice(0, -1));
  }

  function* scalars(
    node: unknown = document.contents,
    path: KeyPath = [],
  ): Iterable<Stretch & { path: KeyPath; value: unknown }> {
    if (isMap(node)) {
      for (const pair of node.items) {
        if (isScalar(pair.key)) yield* scalars(pair.value, [...path, String(pair.key.value)]);
      }
    } else if (isSeq(node)) {
      for (const [i, item] of node.items.entries())
        yield* scalars(isPair(item) ? item.value : item, [...path, i]);
    } else if (isScalar(node) && node.range) {
      yield { path, value: node.value, start: node.range[0], end: node.range[1] };
    }
  }

  return { value, key, scalars: () => [...scalars()] };
}

/** The first thing an editor wrote in a collection: its first key, or its first item. */
function firstToken(node: Document | Node, text: string): Stretch {
  let at: unknown = isNode(node) ? node : node.contents;
  while (isCollection(at)) {
    const item: unknown = at.items[0];
    if (item === undefined) break;
    at = isPair(item) ? item.key : item;
  }
  if (isNode(at) && at.range) return { start: at.range[0], end: at.range[1] };
  const start = /\S/.exec(text)?.index ?? 0;
  return { start, end: start + 1 };
}

/** The YAML of a content file by its name: all of a `.yaml`, what stands between the fences of a `.md`. */
function yamlPart(file: string, text: string): YamlPart {
  const fence = file.endsWith('.md') ? /^---[ \t]*\n/.exec(text) : null;
  if (!fence) return { text, offset: 0 };
  const offset = fence[0].length;
  const close = /^---/m.exec(text.slice(offset));
  return { text: text.slice(offset, close ? offset + close.index : undefined), offset };
}

/** A content file, as far as places in it matter. */
interface Source {
  readonly file: string;
  readonly text: string;
}

/** Positions of files that problems have asked for, as long as the files themselves are kept. */
const located = new WeakMap<Source, ReturnType<typeof locateIn> & { readonly yaml: YamlPart }>();

/** `locateIn` for a content file's YAML, parsed once however many problems the file has. */
export function locate(source: Source): ReturnType<typeof locateIn> & { readonly yaml: YamlPart } {
  const known = located.get(source);
  if (known) return known;
  const yaml = yamlPart(source.file, source.text);
  const found = { ...locateIn(yaml.text), yaml };
  located.set(source, found);
  return found;
}

/** The place of the value, or of the key, at a path of a content file. */
export function placeAt(source: Source, path: KeyPath, what: 'value' | 'key' = 'value'): Place {
  const { yaml, ...at } = locate(source);
  const { start, end } = at[what](path);
  return placeOf(source.file, source.text, yaml.offset + start, yaml.offset + end);
}
