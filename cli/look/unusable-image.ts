import type { Stretch } from '../problems/locate.ts';
import type { Rule } from '../problems/problem.ts';

interface Details {
  readonly rule?: Rule;
  /** The place in the text of a drawing. */
  readonly at?: Stretch & { readonly text: string };
}

/** An image that cannot be published, and why, in words for editors. */
export class UnusableImage extends Error {
  readonly hint: string;
  readonly details: Details;
  constructor(message: string, hint: string, details: Details = {}) {
    super(message);
    this.hint = hint;
    this.details = details;
  }
}
