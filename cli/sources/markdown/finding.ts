import type { Stretch } from '../../problems/locate.ts';
import type { Rule } from '../../problems/problem.ts';

/** A mistake in a Markdown text; offsets are UTF-16 units into that text. */
export interface MarkdownFinding {
  readonly rule: Rule;
  readonly message: string;
  /** `error` by default. */
  readonly severity?: 'error' | 'warning';
  readonly hint?: string | undefined;
  readonly suggestion?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Makes a `markdown-slip`. */
export type SlipAt = (place: Stretch, message: string, hint: string) => MarkdownFinding;

/** For a slip that breaks the page. */
export const error: SlipAt = ({ start, end }, message, hint) => ({
  rule: 'markdown-slip',
  message,
  hint,
  start,
  end,
});

/** For a slip that may be deliberate. */
export const warning: SlipAt = (place, message, hint) => ({
  ...error(place, message, hint),
  severity: 'warning',
});
