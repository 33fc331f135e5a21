import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, EnvironmentError, explained, isSystemError } from '../lib/environment-error.ts';
import type { Lock, OnWait } from '../lib/lock.ts';
import type { OutputFile } from '../model.ts';
import { firstOf, refuseForeign, requireReplaceable } from '../output/replaceable.ts';
import { filesIn, foreignFiles, markerName, markerOf } from '../output/site-folder.ts';
import { discard, openStaging, swap } from '../output/swap.ts';

/** Takes finished files one by one; the output folder changes only at `commit`. */
export interface Writer {
  write(file: OutputFile): void;
  /** Puts the new site in the place of the old one, once every file that was written is known to be there. */
  commit(): WriteResult;
  /** Leaves the old site as it was. */
  abandon(): void;
}

export interface WriteResult {
  readonly files: number;
  readonly bytes: number;
  /** Files that were there before with the same bytes; they have their old times. */
  readonly unchanged: number;
  /** Files in the output folder that no build had written, and that are gone; only under `force`. */
  readonly removed?: readonly string[];
}

export interface WriterOptions {
  /** Removes files from the output folder that no build has written. */
  readonly force?: boolean;
  /** By default the message goes to stderr. */
  readonly onWait?: OnWait;
}

/**
 * A writer that builds the new site in a folder beside `out` and swaps it in by rename. Files that did not change are linked, not
 * written, so that they keep their times and hosts send only what is new.
 *
 * Throws `EnvironmentError` when `out` is not a folder that a build may replace, when another build holds it, and wherever the disk
 * refuses; so do `write` and `commit`. What was begun is then removed by `abandon`.
 */
export function createWriter(
  out: string,
  protect: readonly string[],
  { force = false, onWait }: WriterOptions = {},
): Writer {
  requireReplaceable(out, protect, force);
  const staging = openStaging(out, onWait);
  const folders = new Set([staging.folder]);
  const requireNew = createPathCheck();
  const sizes = new Map<string, number>();
  let unchanged = 0;

  /** Never makes the staging folder itself: it is gone where another build has taken the lock over. */
  function makeFolder(folder: string) {
    if (folders.has(folder)) return;
    makeFolder(dirname(folder));
    mkdirSync(folder);
    folders.add(folder);
  }

  /** Where the lock is lost, that is the cause of any other error. */
  function attemptLocked<T>(path: string, done: Parameters<typeof explained>[2], run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (isSystemError(error)) staging.lock.requireHeld();
      throw explained(error, path, done);
    }
  }

  return {
    write({ path, content }) {
      requireNew(path);
      attemptLocked(join(out, path), 'written', () => {
        const [former, destination] = [join(staging.target, path), join(staging.folder, path)];
        const size = sizeOf(content);
        makeFolder(dirname(destination));
        if (isSame(former, content, size) && tryLink(former, destination)) unchanged += 1;
        else if (isCopy(content)) copyFileSync(content.copyOf, destination);
        else writeFileSync(destination, content);
        sizes.set(path, size);
      });
    },
    commit() {
      attemptLocked(join(out, markerName), 'written', () =>
        writeFileSync(join(staging.folder, markerName), markerOf(sizes.keys())),
      );
      attemptLocked(out, 'read', () => requireComplete(staging.folder, sizes, staging.lock));
      const removed = attemptLocked(out, 'read', () => foreignFiles(staging.target));
      if (!force) refuseForeign(out, removed);
      staging.lock.requireHeld();
      attemptLocked(out, 'replaced', () => swap(staging));
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      return { files: sizes.size, bytes, unchanged, ...(removed.length > 0 && { removed }) };
    },
    abandon: () => discard(staging),
  };
}

/** Throws where the staging folder has not just the files that were written, with their sizes. */
function requireComplete(folder: string, sizes: ReadonlyMap<string, number>, lock: Lock) {
  const written = new Set([markerName, ...sizes.keys()].map((path) => path.normalize()));
  for (const path of filesIn(folder)) {
    if (written.has(path.normalize())) continue;
    throw new EnvironmentError(
      `${join(folder, path)} was put there by someone else while the site was built.`,
    );
  }
  const sizeOnDisk = (path: string) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.size;
  const missing = [...sizes].flatMap(([path, size]) => (sizeOnDisk(path) === size ? [] : [path]));
  if (missing.length === 0) return;
  lock.requireHeld();
  throw new EnvironmentError(
    `${missing.length} of ${sizes.size} files are not on the disk as they were written: ${firstOf(missing)}. The old site is unchanged.`,
  );
}

/**
 * Throws for a path that leaves the output folder, and for one that was checked before. Capitals do not tell two paths apart, because
 * many file systems do not.
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

/** A writer that writes nothing: `check` goes through every stage with it. */
export function createCountingWriter(): Writer {
  const requireNew = createPathCheck();
  let files = 0;
  let bytes = 0;
  return {
    write({ path, content }) {
      requireNew(path);
      files += 1;
      bytes += sizeOf(content);
    },
    commit: () => ({ files, bytes, unchanged: 0 }),
    abandon: () => {},
  };
}

type Content = OutputFile['content'];

const isCopy = (content: Content) => typeof content === 'object' && 'copyOf' in content;

function sizeOf(content: Content): number {
  if (isCopy(content)) return attempt(content.copyOf, 'read', () => statSync(content.copyOf).size);
  return Buffer.byteLength(content);
}

/** Whether the file at `path` has just this content; a link to a file has not. */
function isSame(path: string, content: Content, size: number): boolean {
  // `lstat` throws where a file was at the place of a folder.
  if (!existsSync(path)) return false;
  const stat = lstatSync(path);
  if (!stat.isFile() || stat.size !== size) return false;
  if (isCopy(content)) return isSameFile(path, content.copyOf, size);
  return readFileSync(path).equals(typeof content === 'string' ? Buffer.from(content) : content);
}

const compareSize = 1 << 20;

function isSameFile(path: string, other: string, size: number): boolean {
  const [a, b] = [openSync(path, 'r'), openSync(other, 'r')];
  const [left, right] = [Buffer.alloc(compareSize), Buffer.alloc(compareSize)];
  try {
    for (let at = 0; at < size; at += compareSize) {
      const length = readSync(a, left, 0, compareSize, at);
      if (readSync(b, right, 0, compareSize, at) !== length) return false;
      if (!left.subarray(0, length).equals(right.subarray(0, length))) return false;
    }
    return true;
  } finally {
    closeSync(a);
    closeSync(b);
  }
}

/** Links a file; `false` on file systems that cannot. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
