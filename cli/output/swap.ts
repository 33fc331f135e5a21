import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt, EnvironmentError, isSystemError } from '../lib/environment-error.ts';
import { guardOf, type Lock, takeLock } from '../lib/lock.ts';
import { realPath } from './replaceable.ts';
import { isOurs, listedFiles, markerName, unfinished } from './site-folder.ts';

/** The folder beside the output folder where a build makes its site, and the lock that keeps other builds out. */
export interface Staging {
  /** The output folder, without links in its path. */
  readonly target: string;
  readonly folder: string;
  readonly lock: Lock;
}

/** Paths beside the folder `target`: `next` is a complete site, `old` the one before it. */
function beside(target: string) {
  const start = join(dirname(target), `.${basename(target)}`);
  return { next: `${start}.next`, old: `${start}.old`, lock: `${start}.lock` };
}

const warn = (text: string) => void process.stderr.write(`${text}\n`);

/**
 * Locks the output folder `out`, cleans up after builds that were killed, and makes an empty staging folder.
 *
 * Throws `EnvironmentError` where another build has the lock, and where the disk refuses.
 */
export function openStaging(out: string): Staging {
  const target = realPath(out);
  attempt(dirname(target), 'written', () => mkdirSync(dirname(target), { recursive: true }));
  const taken = takeLock(beside(target).lock, warn);
  if ('heldBy' in taken) {
    throw new EnvironmentError(
      `Another build is writing ${out}: ${taken.heldBy}. Wait until it has ended, then run this again.`,
    );
  }
  const { lock, isTakenOver } = taken;
  const staging = { target, folder: `${beside(target).next}.${lock.token}`, lock };
  try {
    // Whoever dies leaves the lock. To list a folder with thousands of sites for each of them would take minutes.
    cleanUp(target, lock, isTakenOver ? leftovers(target) : []);
    attempt(staging.folder, 'written', () => {
      mkdirSync(staging.folder);
      writeFileSync(join(staging.folder, markerName), unfinished);
    });
  } catch (error) {
    discard(staging);
    throw error;
  }
  return staging;
}

/** Replaces `target` with a complete staging folder, and releases the lock. Throws what the disk throws; `target` is then as before. */
export function swap({ target, folder, lock }: Staging): void {
  const { next, old } = beside(target);
  renameSync(folder, next);
  const hasFormer = existsSync(target);
  try {
    moveFolders(target, next);
    if (hasFormer) renameSync(target, old);
    renameSync(next, target);
  } catch (error) {
    if (!existsSync(target) && hasFormer) renameSync(old, target);
    // After the lock is lost, `next` is another build's.
    if (lock.isHeld()) {
      moveFolders(next, target);
      renameSync(next, folder);
    }
    throw error;
  }
  try {
    remove(old);
  } catch {
    // The new site is in place; the next build tries again, and reports what prevents it.
  }
  lock.release();
}

/**
 * Moves the folders that a site lists and does not have from another site. To make and remove thousands of folders at former addresses takes
 * a disk several seconds.
 */
function moveFolders(from: string, to: string) {
  const names = new Set(Array.from(listedFiles(to) ?? [], (path) => path.split('/', 1).join()));
  for (const name of names)
    if (!existsSync(join(to, name)) && existsSync(join(from, name)))
      renameSync(join(from, name), join(to, name));
}

/** Removes a staging folder and releases the lock. Never throws. */
export function discard({ folder, lock }: Staging): void {
  try {
    remove(folder);
  } catch {
    // The next build removes it.
  }
  lock.release();
}

/**
 * Cleans up after a build that was killed: completes its swap, and removes its staging folder and lock. Does nothing while a build is
 * running, and writes nothing where there is nothing to clean up.
 *
 * Throws `EnvironmentError` where the site cannot be put in its place.
 */
export function recover(out: string): void {
  const target = realPath(out);
  const { next, old, lock: lockPath } = beside(target);
  const isCut = !existsSync(target) && (existsSync(next) || existsSync(old));
  try {
    const found = leftovers(target);
    if (found.length === 0) return;
    const taken = takeLock(lockPath, isCut ? warn : undefined);
    if ('heldBy' in taken) return;
    try {
      cleanUp(target, taken.lock, found);
    } finally {
      taken.lock.release();
    }
  } catch (error) {
    // An existing site can be read from a folder that cannot be written.
    const isRefused = error instanceof EnvironmentError && isSystemError(error.cause);
    if (!isRefused || !existsSync(target)) throw error;
  }
}

/** The names that builds left beside `target`, without their common prefix: `.next.<token>`. */
function leftovers(target: string): readonly string[] {
  const start = `.${basename(target)}`;
  let names: readonly string[] = [];
  try {
    names = readdirSync(dirname(target));
  } catch {
    // The folder is missing, or it cannot be read.
  }
  const endings = names.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
  return endings.filter((ending) => /^\.(?:old$|next$|next\.[0-9a-f]{16}$|lock$|lock\.guard$)/.test(ending));
}

/** Completes an interrupted swap, and removes what dead builds left. Only for the holder of the lock. */
function cleanUp(target: string, lock: Lock, left: readonly string[]) {
  const { next, old, lock: lockPath } = beside(target);
  for (const folder of [next, old]) {
    if (!isOurs(folder)) throw new EnvironmentError(`${folder} is in the way, and Galley did not make it.`);
  }
  if (!existsSync(target)) {
    // Only a complete site is ever named `next` while there is no other, and a rename takes it away whole.
    const site = existsSync(next) ? next : old;
    if (existsSync(site)) attempt(target, 'replaced', () => renameSync(site, target));
  } else if (existsSync(next)) attempt(target, 'replaced', () => moveFolders(next, target));
  remove(next);
  remove(old);
  for (const ending of left) {
    const folder = join(dirname(target), `.${basename(target)}${ending}`);
    if (ending.startsWith('.next.') && !ending.endsWith(lock.token) && isOurs(folder)) remove(folder);
  }
  rmSync(guardOf(lockPath), { force: true });
}

/** Empties a folder except for its marker. Node's `rmSync` takes three times as long for thousands of files. */
function removeInside(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      removeInside(path);
      rmSync(path, { recursive: true, force: true });
    } else if (entry.name !== markerName) unlinkSync(path);
  }
}

/** Removes a folder that is ours; its marker goes last, so that what a kill leaves is still known to be ours. */
function remove(folder: string) {
  if (!existsSync(folder)) return;
  attempt(folder, 'removed', () => {
    removeInside(folder);
    rmSync(folder, { recursive: true, force: true });
  });
}
