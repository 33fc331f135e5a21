import * as z from 'zod';
import {
  allKeys,
  issuesOf,
  keysAt,
  type SchemaFor,
  schemaAt,
  unwrapped,
} from '../content/schema/schema-keys.ts';
import type { SourceFile } from '../content/source-file.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { groupBy } from '../lib/group-by.ts';
import { isRecord } from '../lib/is-record.ts';
import { valueAt } from '../lib/value-at.ts';
import { type KeyPath, placeAt, type Stretch, stretchAt, yamlIn } from '../problems/locate.ts';
import { nearest, onlyNear, synonym } from '../problems/nearest.ts';
import { type Details, type Outcome, type Problem, problem, reportFirst } from '../problems/problem.ts';
import { diagnose } from './diagnose.ts';
import { commentBehind, misreadIn } from './text-mistakes.ts';
import { formOf, show, wrongType } from './wrong-type.ts';

/** The data as typed by the schema, or a problem for every mismatch. `schemaFor` is called again for each repair that is tried. */
export function checkAgainst<S extends z.ZodType>(
  schema: S,
  data: unknown,
  source: SourceFile,
  schemaFor: SchemaFor,
): Outcome<z.infer<S> | undefined> {
  // zod compiles code for each group of a schema, which takes longer than reading a few files without.
  const result = schema.safeParse(data, { jitless: !/^(?:blog|notices)\//.test(source.path) });
  if (result.success) return { value: result.data, problems: repeatedWords(data, source) };
  const issues = issuesOf(schema, data);
  const problems = mayBeMisplaced(issues, schema) ? lineProblems(source, schemaFor) : [];
  if (problems.length > 0) return { value: undefined, problems };
  return { value: undefined, problems: problemsOf(issues, { schema, data, source }) };
}

/** The mistakes in the lines of a file's YAML that can be repaired, and then what else is wrong with it; none if nothing can be repaired. */
export function lineProblems(source: SourceFile, schemaFor: SchemaFor): readonly Problem[] {
  const { problems, repaired } = diagnose(source, schemaFor);
  if (!repaired?.schema) return problems;
  const { text, data, issues, schema, isUnchanged } = repaired;
  const others = problemsOf(issues, { schema, data, source: { ...source, text } })
    .filter(({ source, at }) => isUnchanged(placeAt(source, at).line))
    // A fix has offsets in the repaired text.
    .map(({ fix, ...problem }) => problem);
  return [...problems, ...others];
}

/** Words that a list has twice, in upper or lower case. */
function repeatedWords(data: unknown, source: SourceFile): Problem[] {
  return [...repeatedIn(data, [])].map(([path, word]) =>
    problem(source, path, {
      rule: 'repeated-word',
      severity: 'warning',
      message: `This list has \`${word}\` twice.`,
      hint: 'Delete one of them.',
    }),
  );
}

function* repeatedIn(value: unknown, path: KeyPath): Iterable<readonly [path: KeyPath, word: string]> {
  const isList = Array.isArray(value);
  const words = new Set<string>();
  for (const [key, part] of Object.entries(value ?? {})) {
    const at = [...path, isList ? Number(key) : key];
    if (typeof part === 'object') yield* repeatedIn(part, at);
    if (!isList || typeof part !== 'string') continue;
    const word = part.trim().toLowerCase();
    if (words.has(word)) yield [at, part];
    words.add(word);
  }
}

/** Whether wrong indentation may be the cause. */
function mayBeMisplaced(issues: readonly Issue[], schema: z.ZodType): boolean {
  const known = allKeys(schema);
  return issues.some(
    (issue) =>
      issue.code === 'invalid_type' ||
      (issue.code === 'unrecognized_keys' && issue.keys.some((key) => known.has(key) || /\W/.test(key))),
  );
}

type Issue = z.core.$ZodIssue;

/** Data that does not fit its schema, and the file that it is from. */
interface Unfit {
  readonly schema: z.ZodType;
  readonly data: unknown;
  readonly source: SourceFile;
}

interface Mismatch {
  readonly issue: Issue;
  /** If the schema does not know a key: that key. */
  readonly key?: string;
  /** The key that was probably meant. */
  readonly meant?: string | undefined;
}

function problemsOf(issues: readonly Issue[], unfit: Unfit): Problem[] {
  const { data } = unfit;
  const byGroup = groupBy(issues, ({ path }) => idOf(path.slice(0, -1)));
  const mismatches = issues.flatMap<Mismatch>((issue) =>
    issue.code === 'unrecognized_keys' ? unknownKeys(issue, byGroup, unfit) : [{ issue }],
  );
  const meant = new Set(
    mismatches.flatMap(({ issue, meant }) => (meant ? idOf([...issue.path, meant]) : [])),
  );
  const reported = mismatches.filter(
    ({ issue, key }) =>
      !isMisread(issue, data) &&
      (key !== undefined || !meant.has(idOf(issue.path)) || valueAt(data, issue.path) !== undefined),
  );
  return reportFirst(reported, ({ issue, key, meant }) =>
    key === undefined ? valueProblem(issue, unfit) : keyProblem(issue, key, meant, unfit),
  );
}

const idOf = (path: readonly PropertyKey[]) => JSON.stringify(path.map(String));

/** The unknown keys of a group, each with the key that was probably meant; no key is meant twice. */
function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  byGroup: ReadonlyMap<string, readonly Issue[]>,
  { schema, data }: Unfit,
): Mismatch[] {
  const value = valueAt(data, issue.path);
  const used = isRecord(value) ? value : {};
  const free = new Set(keysAt(schema, keyPath(issue), data).filter((key) => !Object.hasOwn(used, key)));
  const missing = new Set(byGroup.get(idOf(issue.path))?.map(({ path }) => String(path.at(-1))));
  return issue.keys.map((key): Mismatch => {
    const meant = likeliest(key, [...free], missing);
    if (meant !== undefined) free.delete(meant);
    return { issue, key, meant };
  });
}

/** The key that was probably meant: one that is missing, if possible. */
function likeliest(key: string, free: readonly string[], missing: ReadonlySet<string>): string | undefined {
  const needed = free.filter((other) => missing.has(other));
  return synonym(key, needed) ?? synonym(key, free) ?? nearest(key, needed) ?? nearest(key, free);
}

/** Whether an issue is about characters that the text of the file is already reported for. */
function isMisread(issue: Issue, data: unknown): boolean {
  if (issue.code !== 'custom' || issue.params?.rule !== 'invalid-text') return false;
  const value = valueAt(data, issue.path);
  return typeof value === 'string' && misreadIn(value).length > 0;
}

const keyPath = ({ path }: Issue) => path.filter((part) => typeof part !== 'symbol');

function keyProblem(issue: Issue, key: string, suggestion: string | undefined, unfit: Unfit): Problem {
  const { schema, data, source } = unfit;
  const path = keyPath(issue);
  const known = keysAt(schema, path, data);
  const hint = known.length > 0 ? `Keys here: ${known.join(', ')}.` : undefined;
  const used = Object.keys(valueAt(data, path) ?? {});
  const fix = renamedKey(source, [...path, key], known, used);
  const message = `There is no key \`${key}\` here.`;
  return problem(source, { key: [...path, key] }, { rule: 'unknown-key', message, hint, suggestion, fix });
}

function valueProblem(issue: Issue, { schema, data, source }: Unfit): Problem {
  const path = keyPath(issue);
  const value = valueAt(data, path);
  const field = schemaAt(schema, path, data) ?? z.unknown();
  if (value === undefined) return missingKey(issue, field, source);
  const inText = issue.code === 'custom' && issue.params?.rule === 'invalid-text';
  const comment = issue.code === 'invalid_type' && value === null ? commentFor(source, path) : undefined;
  if (comment)
    return problem(source, comment, {
      rule: 'comment-cuts-text',
      message:
        'Everything after `#` on this line is ignored, because it is read as a comment, so the text is empty.',
      hint: 'Put the whole text in quotation marks.',
    });
  const at = inText ? characterIn(source, path) : path;
  const { start, end } = stretchAt(source, path);
  const words = wordsFor(issue, field, value, source.text.slice(start, end));
  const isNumber = issue.code === 'invalid_type' && issue.expected === 'number';
  const fix = isNumber ? withoutQuotes(source, path) : undefined;
  const union = unwrapped(field);
  const isEntry = typeof value === 'string' && typeof path.at(-1) === 'number';
  if (!isEntry || !(union instanceof z.ZodDiscriminatedUnion)) return problem(source, at, { ...words, fix });
  const suggestion = `${union.def.discriminator}: ${value}`;
  return problem(source, at, { ...words, hint: `Write \`- ${suggestion}\`.`, suggestion });
}

function missingKey(issue: Issue, field: z.core.$ZodType, source: SourceFile): Problem {
  const path = keyPath(issue);
  const key = String(path.at(-1));
  const group = path.slice(0, -1);
  const words = issue.code === 'invalid_value' ? ` It can be: ${issue.values.map(String).join(', ')}.` : '';
  const message = `\`${key}\` is missing${group.length > 0 ? ` in \`${showPath(group)}\`` : ''}.`;
  const isText = key === 'body' && group.length === 0 && source.path.endsWith('.md');
  const hint = isText
    ? 'Write the text of this page below its front matter.'
    : `Add a line \`${key}: ${formOf(field)}\`.${words}`;
  return problem(source, group, { rule: 'missing-key', message, hint });
}

function wordsFor(issue: Issue, field: z.core.$ZodType, value: unknown, written: string): Details {
  const name = issue.path.filter((part) => typeof part === 'string').at(-1);
  if (issue.code === 'custom') {
    const { rule = 'invalid-value', hint, suggestion } = (issue.params ?? {}) as Partial<Details>;
    return { rule, message: issue.message, hint, suggestion };
  }
  if (issue.code === 'invalid_type') return wrongType(field, issue, value, written);
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const wrong = `${show(value)} is not one of the values ${name ? `\`${name}\`` : 'this'} can have.`;
    const message = value === null ? 'This is empty.' : wrong;
    const hint = `It can be: ${values.join(', ')}. ${z.globalRegistry.get(field)?.['x-form'] ?? ''}`.trim();
    return { rule: 'unknown-value', message, hint, suggestion: nearest(String(value), values) };
  }
  if (issue.code === 'too_big' && Array.isArray(value)) {
    const message = `The list \`${name ?? ''}\` has ${value.length} entries, but it can have at most ${String(issue.maximum)}.`;
    return { rule: 'too-large', message };
  }
  const message =
    issue.code === 'too_small' && issue.origin === 'array'
      ? `The list \`${name ?? ''}\` is empty, but it needs at least ${String(issue.minimum)}.`
      : `${show(value)} is not allowed here.`;
  const hint = `Write \`${name ?? ''}: ${formOf(field)}\`.`;
  return { rule: 'invalid-value', message, hint };
}

/** The first forbidden character in a value; the whole value if the file has it in another form. */
function characterIn(source: SourceFile, path: KeyPath): Stretch {
  const { text } = source;
  const isBody = source.path.endsWith('.md') && path[0] === 'body';
  const whole = isBody ? { start: yamlIn(source).length, end: text.length } : stretchAt(source, path);
  const offset = forbiddenAt(text.slice(whole.start, whole.end));
  const start = whole.start + (offset ?? 0);
  return offset === undefined ? whole : { start, end: start + 1 };
}

/** The comment that comes instead of a value, with no space after its `#`. */
function commentFor(source: SourceFile, path: KeyPath): Stretch | undefined {
  const { end } = stretchAt(source, typeof path.at(-1) === 'string' ? { key: path } : path);
  return commentBehind(source.text, end);
}

const showPath = (path: KeyPath): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part + 1}]` : `${i > 0 ? '.' : ''}${part}`)).join('');

// Edits for `check --fix` that are certain to be right; `undefined` if a person must choose.

/** Corrects a mistyped key if exactly one known key is near. The group must lack the right one, and have no other unknown key near it. */
function renamedKey(source: SourceFile, path: KeyPath, known: readonly string[], used: readonly string[]) {
  const key = String(path.at(-1));
  const right = onlyNear(key, known);
  if (right === undefined || used.includes(right)) return undefined;
  const rivals = used.filter((other) => !known.includes(other) && onlyNear(other, [right]) !== undefined);
  if (rivals.length > 1) return undefined;
  const { start, end } = stretchAt(source, { key: path });
  const written = source.text.slice(start, end);
  const quote = written === key ? '' : (/^["']/.exec(written)?.[0] ?? ' ');
  if (written !== quote + key + quote) return undefined;
  return [{ start, end, text: quote + right + quote }];
}

/** Removes the quotation marks around a number, unless an alias may repeat it. */
function withoutQuotes(source: SourceFile, path: KeyPath) {
  const { text } = source;
  const { start, end } = stretchAt(source, path);
  const number = /^(["'])(-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)\1$/.exec(text.slice(start, end))?.[2];
  if (number === undefined || /&[^\s,[\]{}]+\s+$/.test(text.slice(0, start))) return undefined;
  return [{ start, end, text: number }];
}
