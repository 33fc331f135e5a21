import { groupBy } from '../lib/group-by.ts';
import type { TextEdit } from './fix.ts';

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
  'feed-moved',
  'feed-gone',
  'not-a-feed',
  'imported-count',
  'needless-known-missing',
  'needless-comment',
  'not-checked',
  'more-problems',
] as const;

export type Rule = (typeof rules)[number];

/**
 * A stretch of one content file. Lines and columns count from 1, from the top of the file with its front matter; columns count UTF-16
 * units, and `endColumn` is the first column after the stretch.
 */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A mistake in content: a value, never thrown. A fault in Galley is an exception. */
export interface Problem extends Place {
  readonly rule: Rule;
  readonly severity: 'error' | 'warning';
  /** One sentence in an editor's words. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** What was probably meant, ready to paste. */
  readonly suggestion?: string;
  /** Other places that matter, such as the first of two duplicates. */
  readonly related?: readonly (Place & { readonly message: string })[];
  /** Changes of the file's text that certainly cure it; `check --fix` makes them. */
  readonly fix?: readonly TextEdit[];
  /** How many papers of a network have it, and the names of the first: if the file is shared, or shows a feed that several show. */
  readonly papers?: { readonly count: number; readonly first: readonly string[] };
  /** The number of unlisted problems, if this is the last of its file. */
  readonly standsFor?: ProblemCount;
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

/** What a problem says at its place. */
export type Details = Pick<Problem, 'rule' | 'message'> &
  Partial<Pick<Problem, 'severity' | 'hint' | 'suggestion' | 'related' | 'fix'>>;

/** The most problems that are listed for a file; the rest is counted. */
const maxListed = 100;

/** A problem at a place; an error unless `details` has another severity. Long quotations of content are cut. */
export function problemAt(place: Place, details: Details): Problem {
  const { message, hint, suggestion, ...more } = details;
  return {
    ...placeOnly(place),
    severity: 'error',
    message: cut(message),
    ...(hint !== undefined && { hint: cut(hint) }),
    ...(suggestion !== undefined && suggestion.length <= maxQuotation && { suggestion }),
    ...more,
  };
}

/** A place without what else is there. */
export const placeOnly = ({ file, line, column, endLine, endColumn }: Place): Place => ({
  file,
  line,
  column,
  endLine,
  endColumn,
});

/** Letters of a quotation and of a sentence. */
const maxQuotation = 200;
const maxSentence = 1000;

function cut(words: string): string {
  if (words.length <= maxQuotation) return words;
  const shorter = words.replace(/`[^`]{201,}`/g, (quoted) => `${quoted.slice(0, 81)}…\``);
  return shorter.length > maxSentence ? `${shorter.slice(0, maxSentence)}…` : shorter;
}

/** The first problems of a file, and one that counts the rest, whose places are never computed. All have the same severity. */
export function reportFirst<T>(found: readonly T[], toProblem: (one: T) => Problem): Problem[] {
  const listed = found.slice(0, maxListed).map(toProblem);
  const last = listed.at(-1);
  const left = found.length - listed.length;
  if (!last || left === 0) return listed;
  const count = last.severity === 'error' ? { errors: left, warnings: 0 } : { errors: 0, warnings: left };
  return [...listed, more(last, count)];
}

/** The last problem of a file: how many more there are. */
function more(last: Place, { errors, warnings }: ProblemCount): Problem {
  const count = errors + warnings;
  return {
    ...problemAt(last, {
      rule: 'more-problems',
      severity: errors > 0 ? 'error' : 'warning',
      message: `This file has ${count.toLocaleString('en-US')} more ${count === 1 ? 'problem' : 'problems'}, which are not listed.`,
      hint: 'Correct those that are listed, and check again: many may have one cause.',
    }),
    standsFor: { errors, warnings },
  };
}

/** The number of problems, including those that are not listed. */
export function countProblems(problems: Iterable<Problem>): ProblemCount {
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
 * Sorted by file, place and rule, without repeats: the order of every report. Of a file with very many problems the first are listed, errors
 * before warnings, and a last one counts the others.
 */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...groupBy(problems, ({ file }) => file)]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([, found]) => sortFile(found));
}

/** The first problems, errors before warnings where there is not room for all, and the others; both in their order. */
export function firstOf(problems: readonly Problem[], room: number): [first: Problem[], others: Problem[]] {
  const bySeverity = groupBy(problems, ({ severity }) => severity);
  const serious = [...(bySeverity.get('error') ?? []), ...(bySeverity.get('warning') ?? [])];
  const first = new Set(serious.slice(0, room));
  return [
    problems.filter((problem) => first.has(problem)),
    problems.filter((problem) => !first.has(problem)),
  ];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const inOrder = (a: Problem, b: Problem) =>
  a.line - b.line || a.column - b.column || compare(a.rule, b.rule) || compare(a.message, b.message);

function sortFile(problems: readonly Problem[]): Problem[] {
  const sorted = problems.filter(({ standsFor }) => !standsFor).sort(inOrder);
  const found = sorted.filter((problem, i) => {
    const before = sorted[i - 1];
    return !before || inOrder(before, problem) !== 0;
  });
  const [listed, unlisted] = firstOf(found, maxListed);
  const left = countProblems([...unlisted, ...problems.filter(({ standsFor }) => standsFor)]);
  const last = listed.at(-1);
  return last && left.errors + left.warnings > 0 ? [...listed, more(last, left)] : listed;
}
