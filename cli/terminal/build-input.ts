import { join } from 'node:path';
import { bundleFolder, compiledNames, drawing, fontSupply, readCompiled } from '../bundle.ts';
import type { BuildInput } from '../pipeline/build-site.ts';
import { type BuildFlags, nowOf } from './flags.ts';
import { feedsFolder, requireContent } from './folders.ts';
import { shownPath } from './paths.ts';

/** What the flags ask to build. Throws where there is no content. */
export function buildInput(flags: BuildFlags): BuildInput {
  const { content, baseUrl, drafts } = flags;
  requireContent(content);
  return {
    content,
    shownAs: shownPath(content),
    feeds: feedsFolder(flags),
    compiled: readCompiled(),
    drawing: drawing(),
    fonts: fontSupply(content),
    loadRenderer: () => import('../pipeline/render.tsx'),
    printWorker: join(bundleFolder(), compiledNames.printWorker),
    baseUrl,
    drafts,
    now: nowOf(flags),
  };
}
