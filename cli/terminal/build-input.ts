import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawing, fontSupply, readCompiled } from '../bundle.ts';
import { defaultFeedsFolder } from '../feeds/snapshots.ts';
import { requireReplaceable } from '../output/replaceable.ts';
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

/** Finishes a swap that a killed build left, and throws where a build could not replace the output folder. */
export function prepareOutput({ out, content, force }: BuildFlags): void {
  recover(out);
  requireReplaceable(out, [content], force);
}

/** What the flags ask to build. Throws where there is no content. */
export function buildInput(flags: BuildFlags): BuildInput {
  const { content, feeds, baseUrl, drafts } = flags;
  requireContent(content);
  return {
    content,
    shownAs: shownPath(content),
    feeds: feeds ?? defaultFeedsFolder(content),
    compiled: readCompiled(),
    drawing: drawing(),
    fonts: fontSupply(content),
    loadRenderer: () => import('../pipeline/render.tsx'),
    baseUrl,
    drafts,
    now: nowOf(flags),
  };
}
