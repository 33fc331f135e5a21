import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type YAMLError } from 'yaml';
import type * as z from 'zod';
import type { Stretch } from '../problems/locate.ts';
import { type Reading, readDocument } from '../problems/yaml-document.ts';
import { schemaOf } from './schema-of.ts';

/** Something in a text that is not YAML; `pos` are offsets. */
export type Flaw = Pick<YAMLError, 'code' | 'message'> & {
  readonly pos: readonly [start: number, end: number];
};

/** What is not YAML in a text, in the order of the text; where only a part was read, what its end looks like does not count. */
export function flawsOf({ document: { errors, warnings }, second, cutAt = Infinity }: Reading): Flaw[] {
  const flaws: Flaw[] = [...errors, ...warnings];
  if (second) flaws.push({ code: 'MULTIPLE_DOCS', pos: second, message: '' });
  return flaws.filter(({ pos }) => pos[0] < cutAt - 1).sort((a, b) => a.pos[0] - b.pos[0]);
}

/** The most values that a file may repeat by aliases. Papers need none; a few lines of them can stand for billions. */
export const mostRepeated = 1000;

/** What a look at every node of a document finds. */
export interface Survey {
  /** Where keys stand a second time in their map, and where each stands first. */
  readonly again: readonly (Stretch & { readonly first: Stretch })[];
  /** How many values aliases repeat. */
  readonly repeated: number;
  /** Keys that are lists or groups: no file has such, and what is written so was meant otherwise. */
  readonly oddKeys: readonly Stretch[];
  /** Lines of a text that runs on over several, which start further in than its others, or less far. */
  readonly uneven: readonly Stretch[];
  /** Names given with `&` that nothing asks for: the first word of a text, which is lost. */
  readonly lostWords: readonly Stretch[];
  /** How many keys and list entries there are. */
  readonly entries: number;
  /** Lines that look like entries of their own and were read as more of the text above, by their first letter. */
  readonly swallowed: readonly Stretch[];
}

export function survey(text: string, contents: unknown): Survey {
  const again: Survey['again'][number][] = [];
  const swallowed: Stretch[] = [];
  const oddKeys: Stretch[] = [];
  const uneven: Stretch[] = [];
  const named = new Map<string, Stretch>();
  const sizes = new Map<string, number>();
  let repeated = 0;
  let entries = 0;

  /** How many values a node is, aliases written out. */
  function sizeOf(node: unknown): number {
    let size = 1;
    if (isNode(node) && !isAlias(node) && node.anchor) {
      const start = Math.max(0, text.lastIndexOf(`&${node.anchor}`, node.range?.[0] ?? 0));
      named.set(node.anchor, { start, end: start + node.anchor.length + 1 });
    }
    if (isAlias(node)) {
      size = sizes.get(node.source) ?? 1;
      named.delete(node.source);
      repeated += size;
    } else if (isSeq(node)) {
      entries += node.items.length;
      for (const item of node.items) size += sizeOf(item);
    } else if (isMap(node)) {
      entries += node.items.length;
      const seen = new Map<unknown, Stretch>();
      for (const { key, value } of node.items) {
        if (isScalar(key) && key.range) {
          const at = { start: key.range[0], end: key.range[1] };
          const first = seen.get(key.value);
          if (first) again.push({ ...at, first });
          else seen.set(key.value, at);
        } else if (isNode(key) && key.range) {
          oddKeys.push({ start: key.range[0], end: key.range[1] });
        }
        size += sizeOf(key) + sizeOf(value);
      }
    } else if (isScalar(node) && node.type === 'BLOCK_FOLDED' && node.range) {
      const line = unevenLine(text.slice(node.range[0], node.range[1]));
      if (line) uneven.push({ start: node.range[0] + line.start, end: node.range[0] + line.end });
    } else if (isScalar(node) && node.type === 'PLAIN' && node.range) {
      const [start, end] = node.range;
      const written = text.slice(start, end);
      if (written.includes('\n'))
        for (const { index, 0: found } of written.matchAll(/(?<=\n[ \t]*)-(?: .*|[^\s-].*)/g))
          swallowed.push({ start: start + index, end: start + index + found.length });
    }
    if (isNode(node) && !isAlias(node) && node.anchor) sizes.set(node.anchor, size);
    return size;
  }

  sizeOf(contents);
  return { again, repeated, oddKeys, lostWords: [...named.values()], entries, swallowed, uneven };
}

/** The line of a folded text that starts elsewhere than most of its lines; none in a text with lists, whose lines do so with reason. */
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
  const few = deep.length * 2 - lines.length;
  return few < 0 || (few === 0 && lines[0]?.indent !== least)
    ? deep[0]
    : lines.find(({ indent }) => indent === least);
}

/** Flaws, and what the library takes and no editor means. */
export function withOddities(flaws: readonly Flaw[], { oddKeys, lostWords }: Survey): Flaw[] {
  const flawAs =
    (code: Flaw['code']) =>
    ({ start, end }: Stretch): Flaw => ({ code, pos: [start, end], message: '' });
  const odd = [...oddKeys.map(flawAs('NON_STRING_KEY')), ...lostWords.map(flawAs('BAD_ALIAS'))];
  return [...flaws, ...odd].sort((a, b) => a.pos[0] - b.pos[0]);
}

/** How good a text is as the YAML of its file. */
export interface Verdict extends Survey {
  readonly flaws: readonly Flaw[];
  readonly issues: readonly z.core.$ZodIssue[];
  readonly data: unknown;
  readonly contents: Document['contents'];
  readonly schema: z.ZodType | undefined;
  /** 0 is faultless. */
  readonly score: number;
}

/** Judges a text as the YAML of the file at a path in `content/`; `undefined` where it is nested too deeply. */
export function judge(path: string, text: string): Verdict | undefined {
  const reading = readDocument(text);
  if (!reading) return undefined;
  const { contents } = reading.document;
  const found = survey(text, contents);
  const flaws = withOddities(flawsOf(reading), found);
  const data = found.oddKeys.length > 0 ? undefined : valueIn(reading.document, found.repeated);
  const schema = schemaFor(path, data);
  const issues = schema?.safeParse(withBody(path, data)).error?.issues ?? [];
  const unknownTemplate = path.startsWith('pages/') && !schema;
  const wrong = issues.reduce(
    (sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1),
    unknownTemplate ? 5 : 0,
  );
  const score = flaws.length * 20 + found.again.length * 5 + found.swallowed.length * 5 + wrong;
  return { ...found, flaws, issues, data, contents, schema, score };
}

/** Whether a value is a group of keys. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueIn(document: Document, repeated: number): unknown {
  if (repeated > mostRepeated) return undefined;
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // An alias of nothing. Where a text is not YAML, what was made of it may be no value at all.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

const schemaFor = (path: string, data: unknown) => schemaOf(path, isRecord(data) ? data.template : undefined);

/** A page's front matter as if its text stood in it, as its schema has it. */
export const withBody = (path: string, data: unknown): unknown =>
  isRecord(data) && path.endsWith('.md') && path.startsWith('pages/') ? { body: 'Text', ...data } : data;

/** Whether a value is what the schema of its file asks for. */
export const fits = (path: string, data: unknown): boolean =>
  schemaFor(path, data)?.safeParse(withBody(path, data)).success ?? false;
