import { basename, dirname, sep } from 'node:path';
import chokidar from 'chokidar';
import { isIgnored } from '../pipeline/read.ts';

/** What was saved, from what asks for least to what asks for most: nothing is compiled, the templates are, or all of the press. */
export type Change = 'content' | 'templates' | 'pipeline';

const changes: readonly Change[] = ['content', 'templates', 'pipeline'];

/** The one of two changes that asks for more. */
export const stronger = (one: Change, other: Change): Change =>
  changes.indexOf(one) > changes.indexOf(other) ? one : other;

/** Whole paths of folders, which need not be there. */
export interface WatchedFolders {
  readonly content: string;
  readonly feeds: string;
  readonly templates: string;
  readonly cli: string;
}

/**
 * Editors save in several steps; this long (ms) after the last of them a change is told. Longer than the 50 ms for which chokidar
 * passes over what else happens to a file: what it does not tell of is there before this is over.
 */
const settleTime = 60;

/** Watches folders, from before it is ready, until it is closed. `settled` hears of every change once it is whole on the disk. */
export function watchFolders(
  folders: WatchedFolders,
  settled: (change: Change) => void,
  failed: (error: unknown) => void,
): { readonly ready: Promise<void>; readonly close: () => Promise<void> } {
  const { content, feeds, templates, cli } = folders;
  const within = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);
  const wanted = [content, feeds, templates, cli];
  // The folders around the content and the pulled feeds are watched, because a folder that is taken away and put back, or is made later,
  // would be lost sight of.
  const watcher = chokidar.watch([dirname(content), dirname(feeds), templates, cli], {
    ignoreInitial: true,
    ignored: (path) => {
      if (wanted.some((folder) => within(folder, path))) return false;
      return !wanted.some((folder) => within(path, folder)) || isIgnored(basename(path));
    },
  });
  let pending: Change | undefined;
  let waiting: NodeJS.Timeout | undefined;

  function tell() {
    const change = pending ?? 'content';
    pending = undefined;
    settled(change);
  }

  watcher.on('all', (_event, path) => {
    const change = within(path, cli) ? 'pipeline' : within(path, templates) ? 'templates' : 'content';
    pending = pending ? stronger(pending, change) : change;
    clearTimeout(waiting);
    waiting = setTimeout(tell, settleTime);
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
