import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { Place } from './problem.ts';
import { readDocument } from './yaml-document.ts';

/** The way to a value in its file: keys and list positions from the top, such as `['feeds', 0, 'rssUrl']`. */
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
  const starts = lineStarts(text);
  const line = lineAt(starts, from);
  const lineStart = starts[line - 1] ?? 0;
  const nextLine = starts[line];
  const to = Math.max(from, Math.min(end, nextLine === undefined ? text.length : nextLine - 1));
  const column = from - lineStart + 1;
  return { file, line, column, endLine: line, endColumn: Math.max(column + 1, to - lineStart + 1) };
}

/** The line of an offset, counted from 1. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The text that was used last: problems come file by file. */
let lined = { text: '', starts: [0] };

/** The offsets at which the lines of a text start. */
function lineStarts(text: string): readonly number[] {
  if (lined.text === text) return lined.starts;
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  lined = { text, starts };
  return starts;
}

/** The first place of a file, for problems that concern the whole of it. */
export const topOf = (file: string): Place => ({ file, line: 1, column: 1, endLine: 1, endColumn: 2 });

/** A part of a text, as offsets into it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Offsets of keys and values in a YAML text, by key path; for a missing path, those of its nearest parent. The text is parsed again, because
 * positions are needed only when something is wrong.
 */
export function locateIn(
  text: string,
  contents: Document['contents'] | undefined = readDocument(text)?.document.contents,
): {
  value(path: KeyPath): Stretch;
  key(path: KeyPath): Stretch;
} {
  const first = firstToken(contents, text);
  const pairs = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>();

  function pairIn(map: YAMLMap, key: unknown): Pair | undefined {
    const known = pairs.get(map) ?? pairsByKey(map);
    pairs.set(map, known);
    return known.get(key);
  }

  function nodeAt(path: KeyPath): unknown {
    let node: unknown = contents;
    for (const part of path)
      node = isMap(node) ? pairIn(node, part)?.value : isSeq(node) ? node.items[Number(part)] : undefined;
    return node;
  }

  function pairAt(path: KeyPath): Pair | undefined {
    const parent = nodeAt(path.slice(0, -1));
    return isMap(parent) ? pairIn(parent, path.at(-1)) : undefined;
  }

  function key(path: KeyPath): Stretch {
    if (path.length === 0) return first;
    const pairKey = pairAt(path)?.key;
    if (isNode(pairKey) && pairKey.range) return { start: pairKey.range[0], end: pairKey.range[1] };
    return value(path);
  }

  function value(path: KeyPath): Stretch {
    if (path.length === 0) return first;
    const node = nodeAt(path);
    if (isNode(node) && node.range) {
      if (isScalar(node) && node.range[0] !== node.range[1])
        return { start: node.range[0], end: node.range[1] };
      // An empty entry has only its dash.
      const dash = typeof path.at(-1) === 'number' ? text.lastIndexOf('-', node.range[0]) : -1;
      if (isScalar(node) && dash !== -1 && /^-\s*$/.test(text.slice(dash, node.range[0])))
        return { start: dash, end: dash + 1 };
      if (isCollection(node)) {
        if (node.flow) return { start: node.range[0], end: node.range[1] };
        return typeof path.at(-1) === 'string' ? key(path) : firstToken(node, text);
      }
    }
    return pairAt(path) ? key(path) : value(path.slice(0, -1));
  }

  return { value, key };
}

/** The pairs of a map by key; the first of those with the same key. */
function pairsByKey(map: YAMLMap): ReadonlyMap<unknown, Pair> {
  const found = new Map<unknown, Pair>();
  for (const pair of map.items)
    if (isScalar(pair.key) && !found.has(pair.key.value)) found.set(pair.key.value, pair);
  return found;
}

/** The first key or item of a collection. */
function firstToken(node: Document['contents'] | undefined, text: string): Stretch {
  let at: unknown = node;
  while (isCollection(at)) {
    const item: unknown = at.items[0];
    if (item === undefined) break;
    at = isPair(item) ? item.key : item;
  }
  if (isNode(at) && at.range) return { start: at.range[0], end: at.range[1] };
  const start = /\S/.exec(text)?.index ?? 0;
  return { start, end: start + 1 };
}

/** The YAML of a content file: all of a `.yaml`, and in a `.md` what is between the `---` lines. */
export function yamlPart(file: string, text: string): YamlPart {
  const fence = file.endsWith('.md') ? /^---[ \t]*\n/.exec(text) : null;
  if (!fence) return { text, offset: 0 };
  const offset = fence[0].length;
  const close = text.indexOf('\n---', offset - 1);
  return { text: text.slice(offset, close === -1 ? undefined : close + 1), offset };
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly leftOut?: readonly KeyPath[];
}

/** The path in a file of what is at a path of its data, from which some entries of lists were left out. */
function pathInFile(path: KeyPath, leftOut: readonly KeyPath[]): KeyPath {
  const written: (string | number)[] = [];
  for (const part of path) {
    const before = leftOut.filter(
      (entry) => entry.length === written.length + 1 && written.every((key, i) => key === entry[i]),
    );
    const move = (at: number, entry: KeyPath) => (Number(entry.at(-1)) <= at ? at + 1 : at);
    written.push(typeof part === 'number' ? before.reduce(move, part) : part);
  }
  return written;
}

/** A cache of the positions in files with problems. */
const located = new WeakMap<Source, ReturnType<typeof locateIn> & { readonly yaml: YamlPart }>();

/** `locateIn` for a content file's YAML, parsed once however many problems the file has. */
export function locate(source: Source): ReturnType<typeof locateIn> & { readonly yaml: YamlPart } {
  const known = located.get(source);
  if (known) return known;
  const yaml = yamlPart(source.file, source.text);
  const { leftOut = [] } = source;
  const { key, value } = locateIn(yaml.text);
  const found = {
    yaml,
    key: (path: KeyPath) => key(pathInFile(path, leftOut)),
    value: (path: KeyPath) => value(pathInFile(path, leftOut)),
  };
  located.set(source, found);
  return found;
}

/** The place of the value, or of the key, at a path of a content file. */
export function placeAt(source: Source, path: KeyPath, what: 'value' | 'key' = 'value'): Place {
  const { yaml, ...at } = locate(source);
  const { start, end } = at[what](path);
  return placeOf(source.file, source.text, yaml.offset + start, yaml.offset + end);
}
