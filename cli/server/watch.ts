import { basename, dirname, sep } from 'node:path';
import chokidar from 'chokidar';
import { isIgnored } from '../pipeline/read.ts';

/** What was saved, in order of work: nothing is compiled again, the templates are, or the whole program is. */
export type Change = 'content' | 'templates' | 'pipeline';

const changes: readonly Change[] = ['content', 'templates', 'pipeline'];

/** The change that means more work. */
export const stronger = (one: Change, other: Change): Change =>
  changes.indexOf(one) > changes.indexOf(other) ? one : other;

/** Absolute paths of folders, which need not exist. */
export interface WatchedFolders {
  readonly content: string;
  readonly feeds: string;
  readonly templates: string;
  readonly cli: string;
}

/** In milliseconds. Editors save in several steps. Longer than the 50 ms for which chokidar throttles the events of a file. */
const debounce = 60;

/** Watches folders until it is closed. `changed` is called once after each burst of saves, with the change that means most work. */
export function watchFolders(
  folders: WatchedFolders,
  changed: (change: Change) => void,
  failed: (error: unknown) => void,
): { readonly ready: Promise<void>; readonly close: () => Promise<void> } {
  const { content, feeds, templates, cli } = folders;
  const within = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);
  const watched = [content, feeds, templates, cli];
  // The parents of the content and feeds folders are watched, because these two may be removed and made again.
  const watcher = chokidar.watch([dirname(content), dirname(feeds), templates, cli], {
    ignoreInitial: true,
    ignored: (path) => {
      if (watched.some((folder) => within(folder, path))) return false;
      return !watched.some((folder) => within(path, folder)) || isIgnored(basename(path));
    },
  });
  let pending: Change | undefined;
  let waiting: NodeJS.Timeout | undefined;

  function report() {
    const change = pending ?? 'content';
    pending = undefined;
    changed(change);
  }

  watcher.on('all', (_event, path) => {
    const change = within(path, cli) ? 'pipeline' : within(path, templates) ? 'templates' : 'content';
    pending = pending ? stronger(pending, change) : change;
    clearTimeout(waiting);
    waiting = setTimeout(report, debounce);
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
