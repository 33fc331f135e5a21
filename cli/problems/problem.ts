/** Every rule a problem can name. Names never change: editors search for them, CI filters by them. */
export const rules = [
  'not-utf8',
  'symlink',
  'too-large',
  'stray-file',
  'unreadable',
  'missing-file',
  'empty-file',
  'yaml-syntax',
  'yaml-tab',
  'yaml-alias',
  'duplicate-key',
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
  'raw-html',
  'unsafe-link',
  'heading-level',
  'missing-alt',
  'duplicate-address',
  'duplicate-id',
  'unknown-reference',
  'missing-media',
  'invalid-picture',
  'invalid-file',
  'embed-sandbox',
  'embed-unset',
  'dead-link',
  'feed-syntax',
  'feed-item',
  'feed-failed',
  'feed-moved',
  'feed-gone',
  'not-a-feed',
  'needless-known-missing',
] as const;

/** The stable name of one kind of mistake. */
export type Rule = (typeof rules)[number];

/**
 * A stretch of one content file. Lines and columns count from 1, from the top of the file, front matter fence
 * included; columns count UTF-16 units, and `endColumn` is the first column after the stretch.
 */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Wrong content: a value that is listed, never thrown. A fault in Galley is an exception instead. */
export interface Problem extends Place {
  readonly rule: Rule;
  readonly severity: 'error' | 'warning';
  /** One sentence, in an editor's words. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The word that was probably meant, ready to paste. */
  readonly suggestion?: string;
  /** Other places that matter, such as the first of two duplicates. */
  readonly related?: readonly (Place & { readonly message: string })[];
}

/** What a stage gives: its value, and what was wrong with what it was given. */
export interface Outcome<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

type Details = Pick<Problem, 'rule' | 'message'> &
  Partial<Pick<Problem, 'severity' | 'hint' | 'suggestion' | 'related'>>;

/** A problem at a place; an error unless `details` says otherwise. */
export function problemAt(place: Place, details: Details): Problem {
  const { file, line, column, endLine, endColumn } = place;
  return { file, line, column, endLine, endColumn, severity: 'error', ...details };
}

/** Sorted by file, then place, then rule, without repeats: the order of every report. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = [...problems].sort(
    (a, b) =>
      text(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      text(a.rule, b.rule) ||
      text(a.message, b.message),
  );
  return sorted.filter((problem, i) => {
    const before = sorted[i - 1];
    return !(
      before &&
      before.file === problem.file &&
      before.line === problem.line &&
      before.column === problem.column &&
      before.rule === problem.rule &&
      before.message === problem.message
    );
  });
}
