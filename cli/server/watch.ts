import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isIgnored } from '../sources/content-folder.ts';

/** The debounce after events of files, in milliseconds: editors save in several steps. */
const ofFiles = 8;
/** The same after events of folders, which are moved, copied and removed file by file. */
const ofFolders = 70;

/**
 * Watches folders until the function it gives is called. After each burst of events it calls `changed` with the paths of files, or with
 * `undefined` if folders were added or removed.
 *
 * @param folders absolute paths; they need not exist
 */
export function watchFolders(
  folders: readonly string[],
  changed: (paths: readonly string[] | undefined) => void,
  failed: (error: unknown) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const paths = new Set<string>();
  let areFiles = true;
  let timer: NodeJS.Timeout | undefined;

  /** Whether a path is neither in one of the folders nor on the way to one. */
  function isElsewhere(path: string): boolean {
    if (folders.some((folder) => isWithin(folder, path))) return false;
    const around = folders.find((folder) => isWithin(path, folder));
    return around === undefined || isIgnored(relative(around, path).replaceAll(sep, '/'));
  }

  function watchTree(folder: string): void {
    if (watchers.has(folder)) return;
    try {
      // Before the folder is read, so that none that is made meanwhile is missed.
      const watcher = watch(folder, (event, name) => note(join(folder, name ?? ''), event === 'rename'));
      watchers.set(folder, watcher);
      // On some systems, the watcher of a removed folder fails.
      watcher.on('error', (error) => isFolder(folder) && failed(error));
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !isElsewhere(path)) watchTree(path);
      }
    } catch (error) {
      if (isFolder(folder)) failed(error);
    }
  }

  function unwatchTree(folder: string): void {
    for (const [path, watcher] of watchers) {
      if (!isWithin(path, folder)) continue;
      watcher.close();
      watchers.delete(path);
    }
  }

  function note(path: string, isRename: boolean): void {
    if (isElsewhere(path)) return;
    // A watcher belongs to a folder, not to its path: one that is made again needs its own.
    if (isRename && (watchers.has(path) || isFolder(path))) {
      unwatchTree(path);
      if (isFolder(path)) watchTree(path);
      areFiles = false;
    }
    paths.add(path);
    clearTimeout(timer);
    timer = setTimeout(flush, areFiles ? ofFiles : ofFolders);
  }

  function flush(): void {
    changed(areFiles ? [...paths] : undefined);
    paths.clear();
    areFiles = true;
  }

  for (const folder of folders) {
    // The folder around is watched, because a folder may be removed and made again.
    watchTree(nearestFolder(dirname(folder)));
    if (isFolder(folder)) watchTree(folder);
  }
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** A folder, or the nearest one around it that exists. */
const nearestFolder = (path: string): string => (isFolder(path) ? path : nearestFolder(dirname(path)));

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
