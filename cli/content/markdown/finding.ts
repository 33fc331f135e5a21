import type { Stretch } from '../../problems/locate.ts';
import type { Finding } from '../../problems/problem.ts';

/** Makes a `markdown-slip`. */
export type SlipAt = (place: Stretch, message: string, hint: string) => Finding;

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
