import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { usageError } from '../../lib/errors.ts';
import { ownFolderOf } from '../../lib/galley-folder.ts';
import { realPath, requireReplaceable } from '../../site/replaceable.ts';
import { recover } from '../../site/swap.ts';
import type { PaperFlags } from './flags.ts';

/** Throws, as wrong usage, where `content` is not a folder. */
export function requireContent(content: string): void {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    throw usageError(`There is no content folder ${resolve(content)}. \`galley init\` starts a paper.`);
  }
}

/** Throws, as wrong usage, where `content` is not a folder, or the folder `cache` is in it. */
export function requireFolders({ content, cache }: Pick<PaperFlags, 'content' | 'cache'>): void {
  requireContent(content);
  if (cache === undefined) return;
  const within = relative(realPath(content), realPath(cache));
  if (within.split(sep)[0] === '..' || isAbsolute(within)) return;
  throw usageError(`The folder of --cache, ${resolve(cache)}, must be outside of the content folder.`);
}

/** The folders that an output folder may neither contain nor be in. */
export const protectedFolders = ({ content, cache }: Pick<PaperFlags, 'content' | 'cache'>): string[] => [
  content,
  ...(cache === undefined ? [] : [cache]),
];

/** Finishes the swap of a killed build, and throws if a build could not replace the output folder. */
export function prepareOutput(flags: PaperFlags): void {
  recover(flags.out);
  requireReplaceable(flags.out, protectedFolders(flags), flags.force);
}

export const feedsFolder = ({ content, feeds }: Pick<PaperFlags, 'content' | 'feeds'>): string =>
  feeds ?? ownFolderOf(content, 'feeds');
