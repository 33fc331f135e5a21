import { openFileCache } from '../../lib/file-cache.ts';
import { cacheFolderOf } from '../../lib/galley-folder.ts';
import type { BuildInput } from '../../pipeline/build-site.ts';
import { bundleFolder, fontSupply, pictureCache, readCompiled } from '../../program/bundle.ts';
import { feedsFolder, nowOf, type PaperFlags, requireFolders, shownPath } from '../terminal/flags.ts';

/** The input of a build with these flags; `open` opens the caches of pictures and fonts. Throws if there is no content. */
export function buildInput(flags: PaperFlags, open = openFileCache): BuildInput {
  const { content, cache, baseUrl, drafts = false, all, isDev, fresh: isFresh = false } = flags;
  requireFolders(flags);
  const kept = cacheFolderOf(content, cache);
  const openCache: typeof open = (folder, version, options) => open(folder, version, { ...options, isFresh });
  return {
    content,
    shownAs: shownPath(content),
    feeds: feedsFolder(flags),
    compiled: readCompiled(bundleFolder()),
    pictureCache: pictureCache(kept, openCache),
    fonts: fontSupply(content, kept, openCache),
    loadRenderer: () => import('../../pipeline/render.tsx'),
    baseUrl,
    drafts,
    isDev,
    listImported: all,
    now: nowOf(flags),
  };
}
