import { copyFileSync, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { OutputFile } from '../content/model.ts';
import { hashOf } from '../lib/content-hash.ts';
import { attempt, EnvironmentError, explained, isSystemError } from '../lib/errors.ts';
import { groupBy } from '../lib/group-by.ts';
import { lstatOf, stampOf } from '../lib/ordinary-file.ts';
import {
  bytesOf,
  type Content,
  type FileStore,
  isCopy,
  isSame,
  sizeOf,
  tryLink,
  writeContent,
} from './file-store.ts';
import { isAsIn, type Output, type Outputs } from './manifest.ts';
import {
  filesIn,
  firstOf,
  foreignFiles,
  lookAt,
  markerName,
  refuseForeign,
  requireReplaceable,
  topOf,
  writeMarker,
} from './site-folder.ts';
import { discard, openStaging, requireSame, SiteReplaced, swap } from './swap.ts';

type WritableFile = OutputFile & { readonly content: Content };

/** Takes finished files one by one; the output folder changes only at `commit`. */
export interface Writer {
  /** Writes a file, or links the old one of the same content; the next build can `keep` it by the key, by default its content hash. */
  write(file: WritableFile, key?: string): void;
  /**
   * Keeps a file of the old site if it was written with this key and is untouched since; nobody looks at it again. Without an old site, as in
   * `check`, a page is kept if it `isCached`.
   */
  keep(path: string, key: string, isCached?: boolean): boolean;
  /** Replaces the old site, after a look that every written file is on the disk; passes these to `onReady` before. */
  commit(onReady?: (outputs: Outputs) => void): WriteResult;
  abandon(): void;
}

export interface WriteResult {
  readonly files: number;
  readonly bytes: number;
  /** Files with the same bytes as before; they keep their modification times. */
  readonly unchanged: number;
  /** Foreign files that were removed from the output folder; only under `force`. */
  readonly removed?: readonly string[];
}

export interface WriterOptions {
  readonly force?: boolean;
  readonly former?: Outputs;
  /** Has the files that other sites have as well. */
  readonly store?: FileStore | undefined;
}

/**
 * Builds the new site in a folder beside `out`, and swaps it in by rename. What did not change is linked, or moved with its folder, so that
 * it keeps its times. All but `abandon` throw `EnvironmentError` where the disk refuses, and `SiteReplaced` when another build has replaced
 * the site of which this one has files.
 */
export function createWriter(
  out: string,
  protect: readonly string[],
  { force = false, former = new Map(), store }: WriterOptions = {},
): Writer {
  // Files that no build wrote are looked for at the end.
  requireReplaceable(out, protect, true);
  const staging = openStaging(out);
  const { target, site, oldTime } = staging;
  // A build that was killed, or one at the same time, may have saved its outputs for another site.
  const keepable: Outputs = former.get(markerName)?.time === oldTime ? former : new Map();
  const folders = new Set([site]);
  const requireNew = createPathCheck();
  const files = new Map<string, WrittenFile>();

  /** Never makes the staging folder itself, which is gone if its build was suspended for long. */
  function makeFolder(folder: string) {
    if (folders.has(folder)) return;
    makeFolder(dirname(folder));
    mkdirSync(folder);
    folders.add(folder);
  }

  /** The result of `run`, which reads the old site: another build may replace that meanwhile. `path` is in the output folder. */
  function attemptOnSite<T>(path: string, run: () => T): T {
    try {
      return run();
    } catch (error) {
      requireSame(staging, target);
      // A build that gives up puts the same site back.
      if (isSystemError(error) && error.code === 'ENOENT' && error.path?.startsWith(join(target, sep)))
        throw new SiteReplaced();
      throw explained(error, join(out, path), 'written');
    }
  }

  /** Where a new file goes; its folder is there. */
  function destinationOf(path: string): string {
    const destination = join(site, path);
    makeFolder(dirname(destination));
    return destination;
  }

  const keep = (path: string, key: string): boolean =>
    attemptOnSite(path, () => {
      const output = keepable.get(path);
      if (output?.key !== key || !isAsIn(output, join(target, path))) return false;
      requireNew(path);
      files.set(path, { key, size: output.size, isUnchanged: true, keptTime: output.time });
      return true;
    });

  /** Links the kept files, except those in folders that stay as they are: the swap moves these. */
  function linkKept(whole: ReadonlySet<string>) {
    for (const [path, file] of files) {
      if (file.keptTime === undefined || whole.has(topOf(path))) continue;
      const [from, to] = [join(target, path), destinationOf(path)];
      if (tryLink(from, to)) continue;
      copyFileSync(from, to);
      files.set(path, { ...file, keptTime: undefined });
    }
  }

  return {
    write({ path, content: given }, pageKey) {
      const content = bytesOf(given);
      const key = pageKey ?? keyOfContent(content, store);
      // The key of a page does not name the pictures in its texts.
      if (pageKey === undefined && keep(path, key)) return;
      requireNew(path);
      attemptOnSite(path, () => {
        const [size, to] = [sizeOf(content), destinationOf(path)];
        const old = oldTime === undefined ? undefined : join(target, path);
        const isUnchanged = old !== undefined && isSame(old, content, size) && tryLink(old, to);
        if (!isUnchanged && !store?.link(path, content, key, to)) writeContent(to, content);
        files.set(path, { key, size, isUnchanged });
      });
    },
    keep,
    commit(onReady) {
      attempt(join(out, markerName), 'written', () => writeMarker(site, files.keys()));
      const look = () => {
        const paths = existsSync(target) ? [...filesIn(target)] : [];
        return { whole: wholeFolders(paths, files), foreign: foreignFiles(target, paths) };
      };
      const { whole, foreign } = attempt(out, 'read', () => lookAt(target, look));
      if (!force) refuseForeign(out, foreign);
      attemptOnSite('', () => linkKept(whole));
      const outputs = attempt(out, 'read', () => requireComplete(files, site));
      attempt(out, 'read', () => onReady?.(outputs));
      const all = [...files.values()];
      const bytes = all.reduce((sum, { size }) => sum + size, 0);
      const unchanged = all.filter(({ isUnchanged }) => isUnchanged).length;
      attempt(out, 'replaced', () => swap(staging, whole, unchanged > 0));
      return { files: files.size, bytes, unchanged, ...(foreign.length > 0 && { removed: foreign }) };
    },
    abandon: () => discard(staging),
  };
}

interface WrittenFile extends Omit<Output, 'time'> {
  /** Whether the old file was taken. */
  readonly isUnchanged: boolean;
  /** The time of a file that is the old one, and is there until the commit. */
  readonly keptTime?: number | undefined;
}

/** The folders of the old site with the files `paths`, by their first name, in which every file is kept and nothing else is. */
function wholeFolders(paths: readonly string[], files: ReadonlyMap<string, WrittenFile>) {
  const isInFolder = (path: string) => path.includes('/');
  const oldFolders = groupBy(paths.filter(isInFolder), topOf);
  const folders = groupBy([...files.keys()].filter(isInFolder), topOf);
  const whole = [...folders].filter(
    ([name, inside]) =>
      // Some file systems give other names back than those that were written.
      /^[\w-]+$/.test(name) &&
      inside.every((path) => files.get(path)?.keptTime !== undefined) &&
      oldFolders.get(name)?.length === inside.length,
  );
  return new Set(whole.map(([name]) => name));
}

/** The content hash of a file; for a copy, the stamp of the original, unless its name has the hash. */
function keyOfContent(content: Content, store: FileStore | undefined): string {
  if (!isCopy(content)) return hashOf(content);
  const { copyOf } = content;
  return store?.hashedName(copyOf) ?? attempt(copyOf, 'read', () => stampOf(copyOf));
}

/** The outputs of a finished site, the marker included. Throws unless all files that were written are in the folder `site`. */
function requireComplete(files: ReadonlyMap<string, WrittenFile>, site: string): Outputs {
  const { size, mtimeMs: time } = lstatSync(join(site, markerName));
  const outputs = new Map<string, Output>([[markerName, { key: undefined, size, time }]]);
  const missing: string[] = [];
  for (const [path, { key, size, isUnchanged, keptTime }] of files) {
    const stat = keptTime === undefined ? lstatOf(join(site, path)) : { size, mtimeMs: keptTime };
    if (!stat || (!isUnchanged && stat.size !== size)) missing.push(path);
    outputs.set(path, { key, size, time: stat?.mtimeMs ?? 0 });
  }
  if (missing.length === 0) return outputs;
  throw new EnvironmentError(
    `${missing.length} of ${files.size} files are not on the disk as they were written: ${firstOf(missing)}. The old site is unchanged.`,
  );
}

/** Makes a function that throws for paths that leave the output folder or are repeated, ignoring case as many file systems do. */
function createPathCheck(): (path: string) => void {
  const checked = new Set<string>();
  return (path) => {
    if (/[\\\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path))
      throw new Error(`The output path ${path} leaves the output folder`);
    if (checked.has(path.toLowerCase())) throw new Error(`Two files would be written to ${path}`);
    checked.add(path.toLowerCase());
  };
}

/** A writer that writes nothing: `check` runs every stage with it. */
export function createIdleWriter(former: Outputs = new Map()): Writer {
  const requireNew = createPathCheck();
  return {
    write: ({ path }) => requireNew(path),
    keep(path, key, isCached = false) {
      const isKnown = isCached || former.get(path)?.key === key;
      if (isKnown) requireNew(path);
      return isKnown;
    },
    commit: () => ({ files: 0, bytes: 0, unchanged: 0 }),
    abandon: () => {},
  };
}
