import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Scalar, type YAMLError } from 'yaml';
import type * as z from 'zod';
import type { Stretch } from '../../problems/locate.ts';
import { readDocument } from '../../problems/yaml-document.ts';
import { issuesOf, type SchemaFor } from '../schema/schema-keys.ts';

/** Something that is not YAML, or that the library accepts although no editor means it. */
export interface SyntaxIssue extends Stretch {
  readonly code: YAMLError['code'];
}

/** What the nodes of a document show. */
interface Nodes {
  /** Keys that their group already has, each with the first one. */
  readonly repeatedKeys: readonly (Stretch & { readonly first: Stretch })[];
  /** Keys that are lists or groups. */
  readonly collectionKeys: readonly Stretch[];
  /** Names given with `&` that no `*` uses: the first word of a text, which is lost. */
  readonly unusedAnchors: readonly Stretch[];
  /** How many values are repeated by aliases. */
  readonly aliasedValues: number;
  /** How many keys and list entries there are. */
  readonly entries: number;
  /** Lines that start with a dash and were read as part of the text above. */
  readonly absorbedLines: readonly Stretch[];
  /** Lines of a folded text that are indented differently from the rest of it. */
  readonly unevenLines: readonly Stretch[];
}

/** A YAML text as it was read. */
export interface YamlReading extends Nodes {
  readonly document: Document.Parsed;
  /** In the order of the text. */
  readonly syntaxIssues: readonly SyntaxIssue[];
  /** The offset up to which the text was read, if it is too large to be read whole. */
  readonly cutAt: number | undefined;
}

/** Reads a YAML text; `undefined` if it is nested too deeply. */
export function readYaml(text: string): YamlReading | undefined {
  const reading = readDocument(text);
  if (!reading) return undefined;
  const { document, second, cutAt } = reading;
  const nodes = inspectNodes(text, document.contents);
  const issue = (code: SyntaxIssue['code'], start: number, end: number): SyntaxIssue => ({
    code,
    start,
    end,
  });
  const syntaxIssues = [
    ...[...document.errors, ...document.warnings].map(({ code, pos }) => issue(code, ...pos)),
    ...(second ? [issue('MULTIPLE_DOCS', ...second)] : []),
    ...nodes.collectionKeys.map(({ start, end }) => issue('NON_STRING_KEY', start, end)),
    ...nodes.unusedAnchors.map(({ start, end }) => issue('BAD_ALIAS', start, end)),
  ];
  return {
    ...nodes,
    document,
    // The end of a text that was cut proves nothing.
    syntaxIssues: syntaxIssues
      .filter(({ start }) => start < (cutAt ?? Infinity) - 1)
      .sort((a, b) => a.start - b.start),
    cutAt,
  };
}

/** The most values that aliases may repeat in a file. Papers need none; a few lines of aliases can expand to billions of values. */
const maxAliasedValues = 1000;

/** @throws ReferenceError if an alias names nothing, or if aliases repeat too much */
export function dataOf({ document, aliasedValues }: YamlReading): unknown {
  if (aliasedValues > maxAliasedValues) throw new ReferenceError('The aliases repeat too much');
  return document.toJS({ maxAliasCount: 100 });
}

function inspectNodes(text: string, contents: unknown): Nodes {
  const repeatedKeys: Nodes['repeatedKeys'][number][] = [];
  const collectionKeys: Stretch[] = [];
  const absorbedLines: Stretch[] = [];
  const unevenLines: Stretch[] = [];
  const unused = new Map<string, Stretch>();
  const sizes = new Map<string, number>();
  let aliasedValues = 0;
  let entries = 0;

  /** How many values a node has once its aliases are expanded. */
  function sizeOf(node: unknown): number {
    if (isAlias(node)) {
      unused.delete(node.source);
      const size = sizes.get(node.source) ?? 1;
      aliasedValues += size;
      return size;
    }
    if (!isNode(node)) return 1;
    if (node.anchor) {
      const start = Math.max(0, text.lastIndexOf(`&${node.anchor}`, node.range?.[0] ?? 0));
      unused.set(node.anchor, { start, end: start + node.anchor.length + 1 });
      // Until its size is known: an alias in it would repeat itself without end.
      sizes.set(node.anchor, Number.POSITIVE_INFINITY);
    }
    let size = 1;
    if (isSeq(node)) {
      entries += node.items.length;
      for (const item of node.items) size += sizeOf(item);
    } else if (isMap(node)) {
      entries += node.items.length;
      inspectKeys(node.items.map(({ key }) => key));
      for (const { key, value } of node.items) size += sizeOf(key) + sizeOf(value);
    } else if (isScalar(node)) {
      inspectText(node);
    }
    if (node.anchor) sizes.set(node.anchor, size);
    return size;
  }

  function inspectKeys(keys: readonly unknown[]): void {
    const seen = new Map<unknown, Stretch>();
    for (const key of keys) {
      if (!isNode(key) || !key.range) continue;
      const at = { start: key.range[0], end: key.range[1] };
      const first = isScalar(key) ? seen.get(key.value) : undefined;
      if (first) repeatedKeys.push({ ...at, first });
      else if (isScalar(key)) seen.set(key.value, at);
      else collectionKeys.push(at);
    }
  }

  function inspectText({ type, range }: Scalar): void {
    if (!range) return;
    const [start, end] = range;
    const written = text.slice(start, end);
    const at = (line: Stretch) => ({ start: start + line.start, end: start + line.end });
    if (type === 'BLOCK_FOLDED') {
      const line = unevenLine(written);
      if (line) unevenLines.push(at(line));
    } else if (type === 'PLAIN' && written.includes('\n')) {
      for (const { index, 0: found } of written.matchAll(/(?<=\n[ \t]*)-(?: .*|[^\s-].*)/g))
        absorbedLines.push(at({ start: index, end: index + found.length }));
    }
  }

  sizeOf(contents);
  const unusedAnchors = [...unused.values()];
  return { repeatedKeys, collectionKeys, unusedAnchors, aliasedValues, entries, absorbedLines, unevenLines };
}

/** The line of a folded text that is indented differently from most of it; `undefined` in a text with lists. */
function unevenLine(written: string): Stretch | undefined {
  const lines: (Stretch & { indent: number })[] = [];
  for (const { index, 0: line } of written.matchAll(/(?<=\n) *[^\s].*/g)) {
    const indent = line.search(/[^ ]/);
    if (/^(?:[-*+>|]|\d+[.)])\s/.test(line.slice(indent))) return undefined;
    lines.push({ indent, start: index + indent, end: index + line.length });
  }
  const least = Math.min(...lines.map(({ indent }) => indent));
  const deep = lines.filter(({ indent }) => indent > least);
  if (deep.length === 0 || deep.some(({ indent }) => indent > least + 3)) return undefined;
  const majority = deep.length * 2 - lines.length;
  return majority < 0 || (majority === 0 && lines[0]?.indent !== least)
    ? deep[0]
    : lines.find(({ indent }) => indent === least);
}

/** How good a text is as the YAML of its file. */
export interface Inspection extends YamlReading {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly data: unknown;
  readonly schema: z.ZodType | undefined;
  /** 0 if nothing is wrong. */
  readonly score: number;
}

/** Reads a text as the YAML of the file at a path in `content/`, and checks it; `undefined` if it is nested too deeply. */
export function inspect(path: string, text: string, schemaFor: SchemaFor): Inspection | undefined {
  const reading = readYaml(text);
  if (!reading) return undefined;
  const { syntaxIssues, repeatedKeys, absorbedLines, collectionKeys } = reading;
  const data = collectionKeys.length > 0 ? undefined : valueIfAny(reading);
  const schema = schemaFor(path, data);
  const issues = schema ? issuesOf(schema, data) : [];
  const wrong = issues.reduce(
    (sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1),
    schema ? 0 : 5,
  );
  const score = syntaxIssues.length * 20 + (repeatedKeys.length + absorbedLines.length) * 5 + wrong;
  return { ...reading, issues, data, schema, score };
}

function valueIfAny(reading: YamlReading): unknown {
  try {
    return dataOf(reading);
  } catch (error) {
    // If the text is not YAML, the library can fail on what it made of it.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
