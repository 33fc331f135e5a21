import type { Stretch } from '../../problems/locate.ts';
import type { FieldIssue } from '../schema/text-issues.ts';

/** A mistake in a Markdown text; offsets are UTF-16 units into that text. */
export interface MarkdownFinding extends FieldIssue, Stretch {
  /** `error` by default. */
  readonly severity?: 'error' | 'warning';
}

/** Makes a `markdown-slip`. */
export type SlipAt = (place: Stretch, message: string, hint: string) => MarkdownFinding;

/** For a slip that breaks the page. */
export const error: SlipAt = (place, message, hint) => ({
  ...place,
  rule: 'markdown-slip',
  message,
  hint,
});

/** For a slip that may be deliberate. */
export const warning: SlipAt = (place, message, hint) => ({
  ...error(place, message, hint),
  severity: 'warning',
});
