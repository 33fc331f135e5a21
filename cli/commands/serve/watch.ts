import { dirname, relative, sep } from 'node:path';
import chokidar from 'chokidar';
import { isIgnored } from '../../content/content-folder.ts';
import { lstatOf } from '../../lib/ordinary-file.ts';

/** The delay after the first event of a save, in milliseconds: editors save in several steps. */
const firstDelay = 8;
/** The debounce after the last event. Longer than the 50 ms for which chokidar throttles the events of a file, so that none is missed. */
const debounce = 70;

/** Calls `changed` with the files soon after a burst of saves begins and when it is over; with `undefined` if folders came or went. */
export function watchFolders(
  /** Absolute; they need not exist. */
  folders: readonly string[],
  changed: (paths: readonly string[] | undefined, isOver: boolean) => void,
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
  const paths = new Set<string>();
  let isWhole = true;
  let soon: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout | undefined;

  const notify = (isOver: boolean) => changed(isWhole ? [...paths] : undefined, isOver);
  function finish() {
    clearTimeout(soon);
    soon = undefined;
    notify(true);
    paths.clear();
    isWhole = true;
    if (watchReplaced()) later = setTimeout(finishWhole, debounce);
  }
  function finishWhole() {
    isWhole = false;
    finish();
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

  watcher.on('all', (event, path) => {
    if (/dir$/i.test(event)) isWhole = false;
    paths.add(path);
    soon ??= setTimeout(() => notify(false), firstDelay);
    clearTimeout(later);
    later = setTimeout(finish, debounce);
  });
  watcher.on('error', failed);
  return {
    ready: new Promise((done) =>
      watcher.once('ready', () => {
        watchReplaced();
        done();
      }),
    ),
    close() {
      clearTimeout(soon);
      clearTimeout(later);
      return watcher.close();
    },
  };
}
