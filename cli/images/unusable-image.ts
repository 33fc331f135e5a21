import type { Stretch } from '../problems/locate.ts';
import type { Rule } from '../problems/problem.ts';

/** What is wrong with an image, in words for editors. */
export interface Issue {
  readonly message: string;
  readonly hint: string;
  readonly rule?: Rule;
  /** Where, in the text of a drawing. */
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
