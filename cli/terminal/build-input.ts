import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { drawing, fontSupply, readCompiled } from '../bundle.ts';
import { defaultFeedsFolder } from '../feeds/snapshots.ts';
import { cacheFolderOf } from '../lib/galley-folder.ts';
import { realPath, requireReplaceable } from '../output/replaceable.ts';
import { recover } from '../output/swap.ts';
import type { BuildInput } from '../pipeline/build-site.ts';
import { ExitError, exitCodes } from './exit-codes.ts';
import { type BuildFlags, nowOf } from './flags.ts';
import { shownPath } from './paths.ts';

/** Throws, as wrong usage, where `content` is not a folder. */
export function requireContent(content: string): void {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ExitError(exitCodes.usage, `There is no content folder ${resolve(content)}.`);
  }
}

/** Throws, as wrong usage, where the folder `cache` is in the content. */
function requireOutside(content: string, cache: string): void {
  const within = relative(realPath(content), realPath(cache));
  if (within.split(sep)[0] === '..' || isAbsolute(within)) return;
  throw new ExitError(
    exitCodes.usage,
    `The folder of --cache, ${resolve(cache)}, must be outside of the content folder.`,
  );
}

/** Finishes a swap that a killed build left, and throws where a build could not replace the output folder. */
export function prepareOutput({ out, content, cache, force }: BuildFlags): void {
  recover(out);
  requireReplaceable(out, [content, ...(cache === undefined ? [] : [cache])], force);
}

/** What the flags ask to build. Throws where there is no content. */
export function buildInput(flags: BuildFlags): BuildInput {
  const { content, feeds, cache, baseUrl, drafts } = flags;
  requireContent(content);
  if (cache !== undefined) requireOutside(content, cache);
  const kept = cacheFolderOf(content, cache);
  return {
    content,
    shownAs: shownPath(content),
    feeds: feeds ?? defaultFeedsFolder(content),
    compiled: readCompiled(),
    drawing: drawing(kept),
    fonts: fontSupply(content, kept),
    loadRenderer: () => import('../pipeline/render.tsx'),
    baseUrl,
    drafts,
    now: nowOf(flags),
  };
}
