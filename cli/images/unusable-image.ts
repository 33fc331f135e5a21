import type { Stretch } from '../problems/locate.ts';
import type { Rule } from '../problems/problem.ts';

/** A problem of an image, in words for editors. */
export interface Issue {
  readonly message: string;
  readonly hint: string;
  readonly rule?: Rule;
  /** The place in the text of a drawing. */
  readonly at?: Stretch & { readonly text: string };
}

/** Thrown for an image that cannot be published. */
export class UnusableImage extends Error {
  readonly issue: Issue;
  constructor(issue: Issue) {
    super(issue.message);
    this.issue = issue;
  }
}
