import { basename, dirname, sep } from 'node:path';
import chokidar from 'chokidar';
import { isIgnored } from '../sources/content-folder.ts';

/** In milliseconds. Editors save in several steps. Longer than the 50 ms for which chokidar throttles the events of a file. */
const debounce = 60;

/**
 * Watches folders until it is closed, and calls `changed` once after each burst of saves.
 *
 * @param folders absolute paths; they need not exist
 */
export function watchFolders(
  folders: readonly string[],
  changed: () => void,
  failed: (error: unknown) => void,
): { readonly ready: Promise<void>; readonly close: () => Promise<void> } {
  const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);
  // The parents are watched, because a folder may be removed and made again.
  const parents = folders.map((folder) => dirname(folder));
  const watcher = chokidar.watch(parents, {
    ignoreInitial: true,
    ignored: (path) => {
      if (folders.some((folder) => isWithin(folder, path))) return false;
      return !folders.some((folder) => isWithin(path, folder)) || isIgnored(basename(path));
    },
  });
  let waiting: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(waiting);
    waiting = setTimeout(changed, debounce);
  });
  watcher.on('error', failed);
  return {
    ready: new Promise((done) => watcher.once('ready', () => done())),
    close() {
      clearTimeout(waiting);
      return watcher.close();
    },
  };
}
