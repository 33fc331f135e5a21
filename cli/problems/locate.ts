import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { cached } from '../lib/cached.ts';
import { readDocument } from './yaml-document.ts';

/** The way to a value in its file: keys and list positions from the top, such as `['feeds', 0, 'rssUrl']`. */
export type KeyPath = readonly (string | number)[];

/** A part of a text, as offsets into it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export const stretchOf = ({ index, 0: { length } }: RegExpExecArray): Stretch => ({
  start: index,
  end: index + length,
});

/**
 * A stretch of a text, from a line and column to another. They count from 1, from the top of the file with its front matter; columns count
 * UTF-16 units, and `endColumn` is the first column after the stretch.
 */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Place extends Span {
  readonly file: string;
}

/** A content file: its path in reports, and its text unless all is told of its top. */
export interface Source {
  readonly file: string;
  readonly text?: string | undefined;
  /** The entries of lists that are missing in its data because they have errors. */
  readonly leftOut?: readonly KeyPath[] | undefined;
}

/**
 * Where a problem is in its file: at its top, if it concerns the whole; at the value of a path, or at its key (of a missing one, at its
 * nearest parent); at a stretch of the text.
 */
export type At = 'top' | KeyPath | { readonly key: KeyPath } | Stretch | Span;

export interface Spot {
  readonly source: Source;
  readonly at: At;
}

/** The line and column of a spot. A stretch is cut at the end of the line it starts on. */
export function placeAt(source: Source, at: At): Place {
  const { file } = source;
  if (at === 'top') return { file, line: 1, column: 1, endLine: 1, endColumn: 2 };
  if ('line' in at) {
    const { line, column, endLine, endColumn } = at;
    return { file, line, column, endLine, endColumn };
  }
  const { start, end } = 'start' in at ? at : stretchAt(source, at);
  const { text = '' } = source;
  const from = Math.min(start, text.length);
  const lines = linesOf(text);
  const { line, col: column } = lines.linePos(from);
  const nextLine = lines.lineStarts[line] ?? text.length + 1;
  const to = Math.max(from, Math.min(end, nextLine - 1));
  return { file, line, column, endLine: line, endColumn: column + Math.max(1, to - from) };
}

/** The text that was used last: problems come file by file. */
let last: { readonly text: string; readonly lines: LineCounter } | undefined;

function linesOf(text: string): LineCounter {
  if (last?.text === text) return last.lines;
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  last = { text, lines };
  return lines;
}

/**
 * Offsets of keys and values in a YAML text, by key path; for a missing path, those of its nearest parent. The text is parsed again, because
 * positions are needed only when something is wrong.
 */
export function locateIn(text: string, contents = readDocument(text)?.document.contents) {
  const first = firstToken(contents, text);
  const pairsOf = cached(pairsByKey);

  function nodeAt(path: KeyPath): unknown {
    let node: unknown = contents;
    for (const part of path)
      if (isMap(node)) node = pairsOf(node).get(part)?.value;
      else node = isSeq(node) ? node.items[Number(part)] : undefined;
    return node;
  }

  function pairAt(path: KeyPath): Pair | undefined {
    const parent = nodeAt(path.slice(0, -1));
    return isMap(parent) ? pairsOf(parent).get(path.at(-1)) : undefined;
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
  const pairs = new Map<unknown, Pair>();
  for (const pair of map.items)
    if (isScalar(pair.key) && !pairs.has(pair.key.value)) pairs.set(pair.key.value, pair);
  return pairs;
}

/** The first key or item of a collection. */
function firstToken(node: unknown, text: string): Stretch {
  let first = node;
  while (isCollection(first)) {
    const item: unknown = first.items[0];
    if (item === undefined) break;
    first = isPair(item) ? item.key : item;
  }
  if (isNode(first) && first.range) return { start: first.range[0], end: first.range[1] };
  const start = /\S/.exec(text)?.index ?? text.indexOf('\n') + 1;
  return { start, end: start + 1 };
}

/**
 * The YAML of a content file, at its offsets in the file: all of a `.yaml`; of a `.md` what is above the second `---`, with a blank line in
 * place of the first one.
 */
export function yamlIn({ file, text = '' }: Source): string {
  const fence = file.endsWith('.md') ? (/^---[ \t]*\n/.exec(text)?.[0] ?? '') : '';
  const close = fence === '' ? -1 : text.indexOf('\n---', fence.length - 1);
  return fence.replace(/./g, ' ') + text.slice(fence.length, close === -1 ? undefined : close + 1);
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

/** A cache of the keys and values in files with problems: each is parsed once, however many problems it has. */
const locators = new WeakMap<Source, ReturnType<typeof locateIn>>();

/** The stretch in a content file of the value, or of the key, at a path. */
export function stretchAt(source: Source, at: KeyPath | { readonly key: KeyPath }): Stretch {
  const { leftOut = [] } = source;
  const locator = locators.get(source) ?? locateIn(yamlIn(source));
  locators.set(source, locator);
  return 'key' in at ? locator.key(pathInFile(at.key, leftOut)) : locator.value(pathInFile(at, leftOut));
}
