import { countOf } from '../lib/counts.ts';
import { groupBy } from '../lib/group-by.ts';
import type { TextEdit } from './fix.ts';
import { type At, type Place, placeAt, type Source, type Spot, type Stretch } from './locate.ts';

/** Every rule a problem can name. Names never change: editors search for them, CI filters by them. */
export const rules = [
  'not-utf8',
  'symlink',
  'too-large',
  'stray-file',
  'unreadable',
  'missing-file',
  'empty-file',
  'merge-conflict',
  'wrong-encoding',
  'yaml-syntax',
  'yaml-tab',
  'yaml-indentation',
  'yaml-alias',
  'comment-cuts-text',
  'duplicate-key',
  'repeated-word',
  'front-matter',
  'front-matter-language',
  'missing-key',
  'unknown-key',
  'wrong-type',
  'unknown-value',
  'invalid-value',
  'invalid-date',
  'invalid-address',
  'invalid-slug',
  'invalid-url',
  'invalid-text',
  'doubtful-value',
  'raw-html',
  'unsafe-link',
  'heading-level',
  'missing-alt',
  'markdown-slip',
  'shortcode',
  'duplicate-address',
  'duplicate-id',
  'unknown-reference',
  'missing-media',
  'invalid-picture',
  'invalid-file',
  'embed-sandbox',
  'embed-unset',
  'dead-link',
  'moved-link',
  'redirect-chain',
  'redirect-loop',
  'address-gone',
  'host-limit',
  'unsafe-file',
  'low-contrast',
  'css-syntax',
  'feed-syntax',
  'feed-item',
  'feed-failed',
  'not-a-feed',
  'imported-count',
  'needless-known-missing',
  'needless-comment',
  'not-checked',
  'more-problems',
] as const;

export type Rule = (typeof rules)[number];

export interface Details {
  readonly rule: Rule;
  /** `error` by default. */
  readonly severity?: 'error' | 'warning' | undefined;
  /** One sentence in an editor's words. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** What was probably meant, ready to paste. */
  readonly suggestion?: string | undefined;
  /** Other spots that matter, such as the first of two duplicates. */
  readonly related?: readonly (Spot & { readonly message: string })[] | undefined;
  /** Changes of the file's text that certainly cure it; `check --fix` makes them. */
  readonly fix?: readonly TextEdit[] | undefined;
}

/** A mistake in content, made by `problem`: a value, never thrown. A fault in Galley is an exception. */
export interface Problem extends Spot, Details {
  readonly severity: 'error' | 'warning';
  /** The number of unlisted problems, if this is the last of its file. */
  readonly standsFor?: ProblemCount;
}

/** A problem as reports have it, with its place: plain data, for files and other threads too. */
export interface PlacedProblem extends Place, Omit<Problem, 'source' | 'at' | 'related'> {
  readonly related?: readonly (Place & { readonly message: string })[] | undefined;
  /** How many papers of a network have it, and the names of the first: if the file is shared, or shows a feed that several show. */
  readonly papers?: { readonly count: number; readonly first: readonly string[] };
}

export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

/** The result of a stage: its value, and the mistakes in its input. */
export interface Outcome<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

/** A mistake at a stretch of a text; `file` is one of `media/` that is missing. */
export type Finding = Stretch & Details & { readonly file?: string };

/** The most problems that are listed for a file; the rest is counted. */
const maxListed = 100;

/**
 * A problem of a file, `at` a path of its keys or a stretch of its text. Its line and column are looked up when it is reported. Long
 * quotations of content are cut.
 */
export function problem(source: Source, at: At, details: Details): Problem {
  const { rule, severity = 'error', message, hint, suggestion = '', related = [], fix } = details;
  return {
    source,
    at,
    rule,
    severity,
    message: cut(message),
    ...(hint !== undefined && { hint: cut(hint) }),
    ...(suggestion !== '' && suggestion.length <= maxQuotation && { suggestion }),
    ...(related.length > 0 && { related }),
    ...(fix && { fix }),
  };
}

export const problemsAt = (source: Source, findings: readonly Finding[]): Problem[] =>
  findings.map(({ start, end, ...details }) => problem(source, { start, end }, details));

export function placed(problem: Problem | PlacedProblem): PlacedProblem {
  if (!('source' in problem)) return problem;
  const { source, at, related, ...words } = problem;
  const others = related?.map(({ source, at, message }) => ({ ...placeAt(source, at), message }));
  return { ...placeAt(source, at), ...words, ...(others && { related: others }) };
}

/** A problem of one file as plain data, without the file. */
export type LooseProblem = Omit<Problem, 'source' | 'related'> & {
  readonly related?: readonly { readonly at: At; readonly message: string }[];
};

export function withoutSource({ source: _, related, ...words }: Problem): LooseProblem {
  return { ...words, ...(related && { related: related.map(({ at, message }) => ({ at, message })) }) };
}

export function withSource({ related, ...words }: LooseProblem, source: Source): Problem {
  return { ...words, source, ...(related && { related: related.map((spot) => ({ ...spot, source })) }) };
}

/** Letters of a quotation and of a sentence. */
const maxQuotation = 200;
const maxSentence = 1000;

function cut(words: string): string {
  if (words.length <= maxQuotation) return words;
  const shorter = words.replace(/`[^`]{201,}`/g, (quoted) => `${quoted.slice(0, 81)}…\``);
  return shorter.length > maxSentence ? `${shorter.slice(0, maxSentence)}…` : shorter;
}

/** The first errors of a file, and one that counts the rest: for errors whose words take long to find. */
export function reportFirst<T>(items: readonly T[], toProblem: (item: T) => Problem): Problem[] {
  const listed = items.slice(0, maxListed).map(toProblem);
  const last = listed.at(-1);
  const left = items.length - listed.length;
  return last && left > 0 ? [...listed, more(last.source, last.at, { errors: left, warnings: 0 })] : listed;
}

/** A warning: a value that fits its schema, and is probably not meant. `more` may change that. */
export const doubt = (source: Source, at: At, message: string, more: Partial<Details> = {}): Problem =>
  problem(source, at, { rule: 'doubtful-value', severity: 'warning', message, ...more });

/** The last problem of a file: how many more there are. */
function more(source: Source, at: At, left: ProblemCount): Problem {
  const message = `This file has ${countOf(left.errors + left.warnings, 'more problem')}, which are not listed.`;
  const hint = 'Correct those that are listed, and check again: many may have one cause.';
  const severity = left.errors > 0 ? 'error' : 'warning';
  return { ...problem(source, at, { rule: 'more-problems', severity, message, hint }), standsFor: left };
}

/** The number of problems, including those that are not listed. */
export function countProblems(problems: Iterable<Pick<Problem, 'severity' | 'standsFor'>>): ProblemCount {
  let [errors, warnings] = [0, 0];
  for (const { severity, standsFor } of problems) {
    errors += standsFor?.errors ?? Number(severity === 'error');
    warnings += standsFor?.warnings ?? Number(severity === 'warning');
  }
  return { errors, warnings };
}

/** Adds items to a list. `push(...items)` throws if there are too many for the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/**
 * With their places, sorted by file, place and rule, without repeats: the order of every report. Of a file with very many problems the first
 * are listed, errors before warnings, and a last one counts the others.
 */
export function sortProblems(problems: readonly (Problem | PlacedProblem)[]): PlacedProblem[] {
  return [...groupBy(problems.map(placed), ({ file }) => file)]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([, ofFile]) => sortFile(ofFile));
}

/** The first problems, errors before warnings where there is not room for all, and the others; both in their order. */
export function firstOf(problems: readonly PlacedProblem[], room: number) {
  const bySeverity = groupBy(problems, ({ severity }) => severity);
  const serious = [...(bySeverity.get('error') ?? []), ...(bySeverity.get('warning') ?? [])];
  const first = new Set(serious.slice(0, room));
  const others = problems.filter((problem) => !first.has(problem));
  return [problems.filter((problem) => first.has(problem)), others] as const;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const inOrder = (a: PlacedProblem, b: PlacedProblem) =>
  a.line - b.line || a.column - b.column || compare(a.rule, b.rule) || compare(a.message, b.message);

function sortFile(problems: readonly PlacedProblem[]): PlacedProblem[] {
  const sorted = problems.filter(({ standsFor }) => !standsFor).sort(inOrder);
  const distinct = sorted.filter((problem, i) => {
    const before = sorted[i - 1];
    return !before || inOrder(before, problem) !== 0;
  });
  const [listed, unlisted] = firstOf(distinct, maxListed);
  const left = countProblems([...unlisted, ...problems.filter(({ standsFor }) => standsFor)]);
  const last = listed.at(-1);
  if (!last || left.errors + left.warnings === 0) return listed;
  return [...listed, placed(more({ file: last.file }, last, left))];
}
