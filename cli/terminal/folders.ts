import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownFolderOf } from '../lib/galley-folder.ts';
import { requireReplaceable } from '../output/replaceable.ts';
import { recover } from '../output/swap.ts';
import { ExitError, exitCodes } from './exit-codes.ts';
import type { BuildFlags } from './flags.ts';

/** Throws, as wrong usage, where `content` is not a folder. */
export function requireContent(content: string): void {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ExitError(exitCodes.usage, `There is no content folder ${resolve(content)}.`);
  }
}

/** Finishes a swap that a killed build left, and throws where a build could not replace the output folder. */
export function prepareOutput({ out, content, force }: BuildFlags): void {
  recover(out);
  requireReplaceable(out, [content], force);
}

/** The folder of pulled feeds. */
export const feedsFolder = ({ content, feeds }: Pick<BuildFlags, 'content' | 'feeds'>): string =>
  feeds ?? ownFolderOf(content, 'feeds');
