import type { Rule } from '../../problems/problem.ts';

/** A mistake in a Markdown text; offsets are UTF-16 units into that text. */
export interface MarkdownFinding {
  readonly rule: Rule;
  readonly message: string;
  /** An error if it is missing. */
  readonly severity?: 'error' | 'warning' | undefined;
  readonly hint?: string | undefined;
  readonly suggestion?: string | undefined;
  readonly start: number;
  readonly end: number;
}
