import { dirname } from 'node:path';
import type { KeyPath } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** A text file of `content/`. */
export interface SourceFile {
  /** Its path inside `content/`, with `/`. */
  readonly path: string;
  /** Its path in reports. */
  readonly file: string;
  /** Its text, without a byte order mark, lines ended by `\n`; it may be read from disk on access. */
  readonly text: string;
  /** The content hash of the file; missing for a text that is not a file; such a text is never cached. */
  readonly hash?: string;
  /** The entries of lists that are missing in its data because they have errors. */
  readonly leftOut?: readonly KeyPath[];
}

/** A picture or sound of `content/media/`, or a file of `content/public/`; its bytes stay on disk until `write` copies them. */
export interface MediaFile {
  /** Its path inside `content/`: `media/name.jpg`. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  /** The content hash of a file that several papers have. */
  readonly sharedHash?: string | undefined;
}

export interface Sources {
  readonly files: readonly SourceFile[];
  readonly media: readonly MediaFile[];
  /** The files of `public/`, which are published unchanged. */
  readonly publicFiles: readonly MediaFile[];
  /** Paths inside `content/` that exist and could not be read. */
  readonly refused: ReadonlySet<string>;
  /** The name of the content folder in reports, before every path. */
  readonly shownAs: string;
}

/** A file with its value, as its schema describes it. */
export interface Parsed<T> {
  readonly source: SourceFile;
  readonly data: T;
}

export function unreadableProblem(file: string, error: unknown): Problem {
  if (!(error instanceof Error && 'code' in error)) throw error;
  return problem({ file }, 'top', {
    rule: 'unreadable',
    message: `This cannot be read (${String(error.code)}).`,
    hint: 'Check its name and who may read it, or save it again.',
  });
}

/** Whether a path inside `content/` or one of its folders exists and could not be read. */
export const isRefused = ({ refused }: Pick<Sources, 'refused'>, path: string): boolean =>
  refused.has(path) || (path.includes('/') && isRefused({ refused }, dirname(path)));
