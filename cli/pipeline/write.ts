import { copyFileSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from '../lib/content-hash.ts';
import { attempt, EnvironmentError, explained, isSystemError } from '../lib/environment-error.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Lock } from '../lib/lock.ts';
import { lstatOf, stampOf } from '../lib/ordinary-file.ts';
import type { OutputFile } from '../model.ts';
import { type Content, isCopy, isSame, sizeOf } from '../output/content.ts';
import { type FileStore, tryLink } from '../output/file-store.ts';
import { isAsIn, type Output, type Outputs } from '../output/manifest.ts';
import { firstOf, refuseForeign, requireReplaceable } from '../output/replaceable.ts';
import { filesIn, foreignFiles, markerName, markerOf } from '../output/site-folder.ts';
import { discard, openStaging, swap } from '../output/swap.ts';

/** A file whose content is not made on demand. */
type WritableFile = OutputFile & { readonly content: Content };

/** Takes finished files one by one; the output folder changes only at `commit`. */
export interface Writer {
  /** Writes a file and returns its size in bytes; the next build can `keep` it by the key, by default its content hash. */
  write(file: WritableFile, key?: string): number;
  /** Keeps the file at `path`, of `size` bytes, from the old site, if it was written with this key and is untouched since. */
  keep(path: string, key: string, size?: number): boolean;
  /** Replaces the old site, after a look that every written file is on the disk; passes these to `onReady` before. */
  commit(onReady?: (outputs: Outputs) => void): WriteResult;
  /** Leaves the old site as it was. */
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
  /** Removes files from the output folder that no build has written. */
  readonly force?: boolean;
  /** The outputs of the last build. */
  readonly former?: Outputs;
  /** Has the files that other sites have as well. */
  readonly store?: FileStore | undefined;
}

/**
 * A writer that builds the new site in a folder beside `out` and swaps it in by rename. Files that did not change are linked, or moved with
 * their whole folder, so that they keep their times and hosts send only what is new.
 *
 * Throws `EnvironmentError` when `out` is not a folder that a build may replace, when another build holds it, and wherever the disk
 * refuses; so do `write` and `commit`. `abandon` then removes the unfinished site.
 */
export function createWriter(
  out: string,
  protect: readonly string[],
  { force = false, former = new Map(), store }: WriterOptions = {},
): Writer {
  requireReplaceable(out, protect, force);
  const staging = openStaging(out);
  const hasFormer = existsSync(staging.target);
  const folders = new Set([staging.folder]);
  const requireNew = createPathCheck();
  const files = new Map<string, WrittenFile>();

  /** Never makes the staging folder itself: it is gone once another build has taken over the lock. */
  function makeFolder(folder: string) {
    if (folders.has(folder)) return;
    makeFolder(dirname(folder));
    mkdirSync(folder);
    folders.add(folder);
  }

  /** Reports a lost lock instead of the error that it causes. */
  function attemptLocked<T>(path: string, done: Parameters<typeof explained>[2], run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (isSystemError(error)) staging.lock.requireHeld();
      throw explained(error, path, done);
    }
  }

  /** Where a new file goes; its folder is there. */
  function destinationOf(path: string): string {
    const destination = join(staging.folder, path);
    makeFolder(dirname(destination));
    return destination;
  }

  function keep(path: string, key: string): boolean {
    return attemptLocked(join(out, path), 'written', () => {
      const known = former.get(path);
      if (known?.key !== key || !isAsIn(known, join(staging.target, path))) return false;
      requireNew(path);
      files.set(path, { ...known, isUnchanged: true, isKept: true });
      return true;
    });
  }

  /** Links the kept files, except those in folders that stay as they are: the swap moves these. */
  function linkKept(whole: ReadonlySet<string>) {
    for (const [path, { isKept }] of files) {
      if (!isKept || whole.has(topOf(path))) continue;
      const [from, to] = [join(staging.target, path), destinationOf(path)];
      if (!tryLink(from, to)) copyFileSync(from, to);
    }
  }

  return {
    write({ path, content }, pageKey) {
      const key = pageKey ?? keyOfContent(content, store);
      // The key of a page does not name the pictures in its texts.
      if (pageKey === undefined && keep(path, key)) return files.get(path)?.size ?? 0;
      requireNew(path);
      const file = attemptLocked(join(out, path), 'written', () =>
        put(hasFormer ? join(staging.target, path) : undefined, destinationOf(path), content, (to) =>
          store?.link(path, content, key, to),
        ),
      );
      files.set(path, { key, ...file });
      return file.size;
    },
    keep,
    commit(onReady) {
      const marker = markerOf(files.keys());
      attemptLocked(join(out, markerName), 'written', () =>
        writeFileSync(join(staging.folder, markerName), marker),
      );
      const whole = attemptLocked(out, 'read', () => wholeFolders(staging.target, files));
      attemptLocked(out, 'written', () => linkKept(whole));
      const placeOf = (path: string) => join(whole.has(topOf(path)) ? staging.target : staging.folder, path);
      const outputs = attemptLocked(out, 'read', () => requireComplete(files, placeOf, staging.lock));
      if (onReady) attemptLocked(out, 'read', () => onReady(outputs));
      const removed = attemptLocked(out, 'read', () => foreignFiles(staging.target));
      if (!force) refuseForeign(out, removed);
      staging.lock.requireHeld();
      attemptLocked(out, 'replaced', () => swap(staging));
      const all = [...files.values()];
      const bytes = all.reduce((sum, { size }) => sum + size, 0);
      const unchanged = all.filter(({ isUnchanged }) => isUnchanged).length;
      return { files: files.size, bytes, unchanged, ...(removed.length > 0 && { removed }) };
    },
    abandon: () => discard(staging),
  };
}

/** A file that a writer has written or kept. */
interface WrittenFile {
  readonly key: string | undefined;
  /** In bytes. */
  readonly size: number;
  /** Whether the old file was taken. */
  readonly isUnchanged: boolean;
  /** Whether it is in the old site until the commit. */
  readonly isKept?: boolean;
}

/** The first folder of a path; the name of a file that is in none. */
const topOf = (path: string) => path.slice(0, `${path}/`.indexOf('/'));

/** The folders of the old site, by their first name, in which every file is kept and nothing else is. */
function wholeFolders(target: string, files: ReadonlyMap<string, WrittenFile>): ReadonlySet<string> {
  const folders = groupBy(
    [...files].filter(([path]) => path.includes('/')),
    ([path]) => topOf(path),
  );
  const whole = [...folders].filter(
    ([name, found]) =>
      // Some file systems give other names back than those that were written.
      /^[\w-]+$/.test(name) &&
      found.every(([, { isKept }]) => isKept) &&
      lstatOf(join(target, name))?.isDirectory() &&
      [...filesIn(join(target, name))].length === found.length,
  );
  return new Set(whole.map(([name]) => name));
}

/** Writes a file, or links the old one if it has the same content. */
function put(
  former: string | undefined,
  destination: string,
  content: Content,
  link: (to: string) => boolean | undefined,
) {
  const size = sizeOf(content);
  const isUnchanged = former !== undefined && isSame(former, content, size) && tryLink(former, destination);
  if (!isUnchanged && !link(destination)) {
    if (isCopy(content)) copyFileSync(content.copyOf, destination);
    else writeFileSync(destination, content);
  }
  return { size, isUnchanged };
}

/** The content hash of a file; for a copy, the stamp of the original, unless its name has the hash. */
function keyOfContent(content: Content, store: FileStore | undefined): string {
  if (!isCopy(content)) return hashOf(content);
  const { copyOf } = content;
  return store?.hashedName(copyOf) ?? attempt(copyOf, 'read', () => stampOf(copyOf));
}

/** The outputs of a finished site, the marker included. Throws unless all files that were written are there. */
function requireComplete(
  files: ReadonlyMap<string, WrittenFile>,
  placeOf: (path: string) => string,
  lock: Lock,
): Outputs {
  const marker = lstatSync(placeOf(markerName));
  const outputs = new Map<string, Output>([
    [markerName, { key: undefined, size: marker.size, time: marker.mtimeMs }],
  ]);
  const missing: string[] = [];
  for (const [path, { key, size, isUnchanged }] of files) {
    const stat = lstatOf(placeOf(path));
    if (!stat || (!isUnchanged && stat.size !== size)) missing.push(path);
    outputs.set(path, { key, size, time: stat?.mtimeMs ?? 0 });
  }
  if (missing.length === 0) return outputs;
  lock.requireHeld();
  throw new EnvironmentError(
    `${missing.length} of ${files.size} files are not on the disk as they were written: ${firstOf(missing)}. The old site is unchanged.`,
  );
}

/**
 * Returns a function that throws for a path that leaves the output folder, and for a repeated one, ignoring case as many file systems do.
 */
function createPathCheck(): (path: string) => void {
  const checked = new Set<string>();
  return (path) => {
    const parts = path.split('/');
    if (/[\\\0]/.test(path) || parts.some((part) => part === '' || part === '.' || part === '..'))
      throw new Error(`The output path ${path} leaves the output folder`);
    if (checked.has(path.toLowerCase())) throw new Error(`Two files would be written to ${path}`);
    checked.add(path.toLowerCase());
  };
}

/** A writer that only counts: `check` runs every stage with it. */
export function createCountingWriter(former: Outputs = new Map()): Writer {
  const requireNew = createPathCheck();
  let files = 0;
  let bytes = 0;

  const sizeOfFormer = (path: string, key: string) => {
    const known = former.get(path);
    return known?.key === key ? known.size : undefined;
  };

  function count(path: string, size: number): number {
    requireNew(path);
    files += 1;
    bytes += size;
    return size;
  }

  return {
    write: ({ path, content }) => count(path, sizeOf(content)),
    keep(path, key, size = sizeOfFormer(path, key)) {
      if (size !== undefined) count(path, size);
      return size !== undefined;
    },
    commit: () => ({ files, bytes, unchanged: 0 }),
    abandon: () => {},
  };
}
