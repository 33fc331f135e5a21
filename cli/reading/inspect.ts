import { isAlias, isMap, isNode, isScalar, isSeq, type YAMLError } from 'yaml';
import { issuesOf, type SchemaFor } from '../content/schema/schema-keys.ts';
import { orUndefined } from '../lib/or-undefined.ts';
import type { Stretch } from '../problems/locate.ts';
import { readDocument } from '../problems/yaml-document.ts';

/** Something that is not YAML, or that the library accepts although no editor means it. */
export interface SyntaxIssue extends Stretch {
  readonly code: YAMLError['code'] | 'SWOLLEN';
}

export type YamlReading = NonNullable<ReturnType<typeof readYaml>>;

/** Reads a YAML text; `undefined` if it is nested too deeply. */
export function readYaml(text: string) {
  const reading = readDocument(text);
  if (!reading) return undefined;
  const { document, second, cutAt } = reading;
  const nodes = inspectNodes(text, document.contents);
  const errors = [...document.errors, ...document.warnings];
  const syntaxIssues = [
    ...errors.map(({ code, pos: [start, end] }): SyntaxIssue => ({ code, start, end })),
    ...(second ? [{ code: 'MULTIPLE_DOCS', ...second } as const] : []),
    ...nodes.badNodes,
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

/** The data of a YAML text; `undefined` if its aliases repeat too much. The library can throw if the text has syntax issues. */
export const dataOf = ({ document, isSwollen }: YamlReading): unknown =>
  isSwollen ? undefined : document.toJS({ maxAliasCount: -1 });

/** A line of a text that starts with a dash. */
const dashes = /\n[ \t]*(-(?: .*|[^\s-].*))/g;

function inspectNodes(text: string, contents: unknown) {
  /** Keys that are lists or groups; `*` words that repeat nothing, or too much; `&` words that nothing repeats, whose text is lost. */
  const badNodes: SyntaxIssue[] = [];
  /** Keys that their group already has, each with the first one. */
  const repeatedKeys: (Stretch & { readonly first: Stretch })[] = [];
  /** Lines that start with a dash and were read as part of the list entry above. */
  const absorbedLines: Stretch[] = [];
  const unused = new Map<string, Stretch>();
  const sizes = new Map<string, number>();
  let firstAlias: Stretch | undefined;
  let aliasedValues = 0;
  let entries = 0;

  /** How many values a node has once its aliases are expanded. */
  function sizeOf(node: unknown): number {
    if (!isNode(node)) return 1;
    const [start, end] = node.range ?? [0, 0];
    if (isAlias(node)) {
      const size = sizes.get(node.source);
      unused.delete(node.source);
      firstAlias ??= { start, end };
      aliasedValues += size ?? 1;
      if (size === undefined) badNodes.push({ code: 'BAD_ALIAS', start, end });
      return size ?? 1;
    }
    if (node.anchor) {
      const at = Math.max(0, text.lastIndexOf(`&${node.anchor}`, start));
      unused.set(node.anchor, { start: at, end: at + node.anchor.length + 1 });
      // An alias in it would repeat itself without end.
      sizes.delete(node.anchor);
    }
    let size = 1;
    if (isSeq(node)) {
      entries += node.items.length;
      for (const item of node.items) size += sizeOf(item);
    } else if (isMap(node)) {
      entries += node.items.length;
      inspectKeys(node.items.map(({ key }) => key));
      for (const { key, value } of node.items) size += sizeOf(key) + sizeOf(value);
      // The value of a key may be a dialogue: `-No puedo\n  -dijo ella-`.
    } else if (isScalar(node) && node.type === 'PLAIN' && text.slice(0, start).trimEnd().endsWith('-')) {
      for (const { index, 0: found, 1: line = '' } of text.slice(start, end).matchAll(dashes)) {
        const at = start + index + found.length;
        absorbedLines.push({ start: at - line.length, end: at });
      }
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
      else badNodes.push({ code: 'NON_STRING_KEY', ...at });
    }
  }

  sizeOf(contents);
  for (const at of unused.values()) badNodes.push({ code: 'BAD_ALIAS', ...at });
  /** Whether aliases repeat so much that the data must not be made. */
  const isSwollen = aliasedValues > maxAliasedValues;
  if (isSwollen && firstAlias) badNodes.push({ code: 'SWOLLEN', ...firstAlias });
  return { badNodes, repeatedKeys, absorbedLines, entries, isSwollen };
}

/** How good a text is as the YAML of its file. */
export type Inspection = NonNullable<ReturnType<typeof inspect>>;

/** Reads a text as the YAML of the file at a path in `content/`, and checks it; `undefined` if it is nested too deeply. */
export function inspect(path: string, text: string, schemaFor: SchemaFor) {
  const reading = readYaml(text);
  if (!reading) return undefined;
  const { syntaxIssues, repeatedKeys, absorbedLines } = reading;
  // The library can fail on what it made of a text that is not YAML.
  const data = reading.badNodes.length > 0 ? undefined : orUndefined(() => dataOf(reading));
  const schema = schemaFor(path, data);
  const issues = schema ? issuesOf(schema, data) : [];
  const wrong = issues.reduce(
    (sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1),
    schema ? 0 : 5,
  );
  /** 0 if nothing is wrong. */
  const score = syntaxIssues.length * 20 + (repeatedKeys.length + absorbedLines.length) * 5 + wrong;
  return { ...reading, issues, data, schema, score };
}
