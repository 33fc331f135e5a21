import { stringify } from 'yaml';
import type { SourceFile } from '../../content/source-file.ts';
import type { Paper } from '../terminal/paper.ts';

export interface NewText {
  /** Its path inside `content/`. */
  readonly path: string;
  readonly text: string;
  /** The file, if there is one already; else it must not exist. */
  readonly before?: SourceFile;
  /** The next step, in words for whoever called the command. */
  readonly next: string;
}

export type Flags<Key extends string> = { readonly [key in Key]?: string };

/** Starts something new. */
export type Start<Own> = (title: string, flags: Own, paper: Paper) => NewText;

/** A file with front matter, in the style of the desk, so that the first save there changes no more than what was changed. */
export const markdownFile = (fields: object, body: string): string =>
  `---\n${stringify(fields, { lineWidth: 0, singleQuote: true })}---\n${body && `\n${body}\n`}`;

export const given = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));

/** Slugs of long headlines are cut at a word. */
const maxSlug = 70;

export function shorten(slug: string): string {
  if (slug.length <= maxSlug) return slug;
  const cut = slug.slice(0, maxSlug + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1));
}
