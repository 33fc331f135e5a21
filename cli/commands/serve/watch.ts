import { dirname, relative, sep } from 'node:path';
import chokidar from 'chokidar';
import { isIgnored } from '../../content/content-folder.ts';
import { lstatOf } from '../../lib/ordinary-file.ts';

/** The debounce after the last event of a save, in milliseconds: editors save in several steps, and chokidar throttles the events of a file for 50. */
const debounce = 70;

/** Calls `changed` when a burst of saves is over. */
export function watchFolders(
  /** Absolute; they need not exist. */
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
      const around = folders.find((folder) => isWithin(path, folder));
      return around === undefined || isIgnored(relative(around, path).replaceAll(sep, '/'));
    },
  });
  let later: NodeJS.Timeout | undefined;

  function finish() {
    changed();
    if (watchReplaced()) later = setTimeout(finish, debounce);
  }

  const known = new Map<string, string>();
  /** Watches folders anew that were removed and made again: a watcher belongs to a folder, not to its path. */
  function watchReplaced(): boolean {
    const replaced = Object.keys(watcher.getWatched()).filter((path) => {
      const { ino, birthtimeMs } = lstatOf(path) ?? {};
      const now = `${ino} ${birthtimeMs}`;
      const before = known.get(path);
      known.set(path, now);
      return before !== undefined && before !== now && ino !== undefined;
    });
    watcher.unwatch(replaced);
    watcher.add(replaced);
    return replaced.length > 0;
  }

  watcher.on('all', () => {
    clearTimeout(later);
    later = setTimeout(finish, debounce);
  });
  watcher.on('error', failed);
  return {
    ready: new Promise<void>((done) => watcher.once('ready', done)).then(() => void watchReplaced()),
    close() {
      clearTimeout(later);
      return watcher.close();
    },
  };
}
