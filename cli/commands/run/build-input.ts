import { cacheFolderOf } from '../../lib/galley-folder.ts';
import type { BuildInput } from '../../pipeline/build-site.ts';
import { drawing, fontSupply, readCompiled } from '../../program/bundle.ts';
import { nowOf, type PaperFlags } from '../terminal/flags.ts';
import { feedsFolder, requireFolders } from '../terminal/folders.ts';
import { shownPath } from '../terminal/paths.ts';

/** The input of a build with these flags; `open` opens the caches of pictures and fonts. Throws if there is no content. */
export function buildInput(flags: PaperFlags, open?: BuildInput['drawing']['open']): BuildInput {
  const { content, cache, baseUrl, drafts = false, all, isDev, fresh: isFresh } = flags;
  requireFolders(flags);
  const kept = cacheFolderOf(content, cache);
  return {
    content,
    shownAs: shownPath(content),
    feeds: feedsFolder(flags),
    compiled: readCompiled(),
    drawing: { ...drawing(kept), isFresh, open },
    fonts: { ...fontSupply(content, kept), isFresh, open },
    loadRenderer: () => import('../../pipeline/render.tsx'),
    baseUrl,
    drafts,
    isDev,
    listImported: all,
    now: nowOf(flags),
  };
}
