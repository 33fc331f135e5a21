import {
  closeSync,
  copyFileSync,
  type Dirent,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { EnvironmentError, explained, hasCode, isSystemError } from '../lib/environment-error.ts';
import { type Lock, type LockOptions, sleep, sweepLocks, takeLock } from '../lib/lock.ts';
import type { OutputFile } from '../model.ts';

/** Takes finished files one by one; nothing shows until `commit`. */
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
  /** Files that were already there with just these bytes, and kept their times. */
  readonly unchanged: number;
  /** What went from the output folder although no build had written it; only under `force`. */
  readonly removed?: readonly string[];
}

/** How far a writer may go. */
export interface WriterOptions {
  /** Lets files go from the output folder that no build has written. */
  readonly force?: boolean;
  /** Takes what is to be said while it waits. */
  readonly tell?: LockOptions['tell'];
}

/** Says whose folder it is, and what a build has put there. Preview never serves it. */
const markerName = '.galley-site';
const unfinished = 'Made by Galley. This site is not complete.\n';
const withoutList = 'Made by Galley. The next build replaces everything in this folder.\n';
/** In bytes: the paths of some million files. */
const longestMarker = 100_000_000;
const finished = 'Made by Galley. The next build replaces the files listed here.\n';

/** Where a swap takes place, all beside `out`: `next` is a complete site, `old` the one before it. */
function beside(out: string) {
  const name = join(dirname(out), `.${basename(out)}`);
  return { next: `${name}.next`, old: `${name}.old`, lock: `${name}.lock` };
}

/** Half a site, under a name that only the build with this token uses. */
const stagingOf = (out: string, token: string) => `${beside(out).next}.${token}`;

const say = (text: string) => void process.stderr.write(`${text}\n`);

/**
 * Mends what a build that was killed has left: a swap that was cut is finished, staging and drafts go. Does nothing while a build is
 * running, and writes nothing where there is nothing to mend.
 *
 * Throws `EnvironmentError` where the site cannot be put in its place.
 */
export function mend(out: string, tell: LockOptions['tell'] = say): void {
  const target = realPath(out);
  const { next, old, lock } = beside(target);
  const isCut = () => !existsSync(target) && (existsSync(next) || existsSync(old));
  try {
    if (!hasLeftovers(target)) return;
    // A build under way is between its renames for a moment.
    for (let tries = 0; tries < 100; tries++) {
      const taken = takeLock(lock, { patient: isCut(), tell });
      if ('lock' in taken) {
        tidyAndRelease(target, taken.lock);
        return;
      }
      if (!isCut()) return;
      sleep(20);
    }
  } catch (error) {
    // A site that stands can be read from a folder that cannot be written.
    const refused = error instanceof EnvironmentError && isSystemError(error.cause);
    if (!refused || !existsSync(target)) throw error;
  }
}

function tidyAndRelease(target: string, lock: Lock) {
  try {
    tidy(target, lock);
  } finally {
    lock.release();
  }
}

const tokenEnding = /^\.[0-9a-f]{16}$/;

function hasLeftovers(target: string): boolean {
  const { next, old, lock } = beside(target);
  const [nextName, oldName, lockName] = [basename(next), basename(old), basename(lock)];
  let names: readonly string[];
  try {
    names = readdirSync(dirname(target));
  } catch {
    return false;
  }
  return names.some(
    (name) =>
      name === oldName ||
      name === lockName ||
      name.startsWith(`${lockName}.`) ||
      name === nextName ||
      (name.startsWith(nextName) && tokenEnding.test(name.slice(nextName.length))),
  );
}

/** Finishes a swap that was cut, and removes what dead builds have left. Only for the lock's holder. */
function tidy(target: string, lock: Lock) {
  const { next, old } = beside(target);
  for (const folder of [next, old]) {
    if (!isOurs(folder)) throw new EnvironmentError(`${folder} is in the way, and Galley did not make it.`);
  }
  if (!existsSync(target)) {
    // Only a complete site is ever called `next`, and a rename takes it away whole; but older versions of Galley built there.
    const site = existsSync(next) && (listed(next)?.size || existsSync(old)) ? next : old;
    if (existsSync(site)) attempt(target, 'replaced', () => renameSync(site, target));
  }
  remove(next);
  remove(old);
  const start = basename(next);
  for (const name of readdirSync(dirname(target))) {
    const token = name.startsWith(start) ? name.slice(start.length) : '';
    const folder = join(dirname(target), name);
    if (tokenEnding.test(token) && token !== `.${lock.token}` && isOurs(folder)) remove(folder);
  }
  sweepLocks(beside(target).lock, lock);
}

/** Removes a folder that is ours; its marker goes last, so that what a kill leaves is still known for ours. */
function remove(folder: string) {
  if (!existsSync(folder)) return;
  attempt(folder, 'removed', () => {
    for (const name of readdirSync(folder)) {
      if (name !== markerName) rmSync(join(folder, name), { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true, force: true });
  });
}

function attempt<T>(path: string, done: Parameters<typeof explained>[2], run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw explained(error, path, done);
  }
}

/** A folder with all around it. Node's own way never ends where the system says ENOENT for a folder that can never be: /proc. */
function makeFolders(folder: string) {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** What desktops and file servers put into every folder; nobody misses it. */
const isDropping = (name: string) =>
  /^(?:\.DS_Store|Thumbs\.db|ehthumbs\.db|desktop\.ini|\.directory|\._.*|\.nfs[0-9a-f]+|\.fuse_hidden[0-9a-f]+)$/i.test(
    name,
  );

/** Whether a folder may be replaced: it is not there, it is empty, or a build made it. */
function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return (
    !stat ||
    (stat.isDirectory() && (existsSync(join(folder, markerName)) || readdirSync(folder).every(isDropping)))
  );
}

/**
 * The files that the last build has put into a folder: none where its marker is damaged; `undefined` where there is none, or it is of a
 * build that did not list them.
 */
function listed(folder: string): ReadonlySet<string> | undefined {
  const file = join(folder, markerName);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const marker = stat.isFile() && stat.size < longestMarker ? readFileSync(file, 'utf8') : '';
  if (marker === withoutList) return undefined;
  if (!marker.startsWith(finished)) return new Set();
  return new Set(marker.slice(finished.length).split('\n').map(decodePath));
}

// One line for each path, whatever stands in it. Some file systems take names apart (é into e and ´), so they are compared composed.
const encodePath = (path: string) => path.replace(/[%\n\r]/g, encodeURIComponent).normalize();
const decodePath = (line: string) => line.replace(/%(?:25|0A|0D)/g, decodeURIComponent);

/** The files in a built folder that its build did not write; a folder with nothing else in it is named as a whole. */
function foreignIn(folder: string): readonly string[] {
  const own = listed(folder);
  if (!own) return [];
  const ownFolders = new Set<string>();
  for (const path of own) {
    for (let at = dirname(path); at !== '.' && !ownFolders.has(at); at = dirname(at)) ownFolders.add(at);
  }
  const foreign = new Set<string>();
  for (const [path] of filesIn(folder)) {
    if (own.has(path.normalize()) || path === markerName) continue;
    const parts = path.split('/');
    const strange = parts.findIndex(
      (_, i) => i > 0 && !ownFolders.has(parts.slice(0, i).join('/').normalize()),
    );
    foreign.add(strange < 0 ? path : `${parts.slice(0, strange).join('/')}/`);
  }
  return [...foreign].sort();
}

/** All files below a folder but droppings, and links as what they are. */
function* filesIn(folder: string, inside = ''): Generator<readonly [path: string, entry: Dirent]> {
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(folder, path);
    else if (!isDropping(entry.name)) yield [path, entry];
  }
}

/** Up to five names, and how many more there are. */
function some(names: readonly string[]): string {
  const more = names.length - 5;
  return names.slice(0, 5).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * A writer that builds the new site in a folder beside `out` and swaps it in by rename. Files that did not change are linked, not
 * written, so that they keep their times and hosts send only what is new.
 *
 * Throws `EnvironmentError` when `out` is not a folder that a build may replace, when another build holds it, and wherever the disk
 * refuses; so do `write` and `commit`. What was begun is then taken away by `abandon`.
 */
export function createWriter(
  out: string,
  protect: readonly string[],
  { force = false, tell = say }: WriterOptions = {},
): Writer {
  const target = realPath(out);
  refuseForeign(target, protect.map(realPath), force);
  attempt(dirname(target), 'written', () => makeFolders(dirname(target)));
  const { next, old, lock: lockPath } = beside(target);
  const taken = takeLock(lockPath, { patient: true, tell });
  if ('heldBy' in taken) {
    throw new EnvironmentError(
      `Another build (${taken.heldBy}) is writing ${out}. Wait until it has ended, then run this again.`,
    );
  }
  const { lock } = taken;
  const staging = stagingOf(target, lock.token);
  let unchanged = 0;
  let offered = false;
  try {
    tidy(target, lock);
    attempt(staging, 'written', () => {
      mkdirSync(staging);
      writeFileSync(join(staging, markerName), unfinished);
    });
  } catch (error) {
    abandon();
    throw error;
  }

  const folders = new Set([staging]);
  const admit = createGate();
  // Without a site before, no file need be compared.
  const first = !existsSync(target);
  const sizes = new Map<string, number>();

  function write({ path, content }: OutputFile) {
    admit(path);
    attemptOurs(join(out, path), 'written', () => {
      const destination = join(staging, path);
      makeFolder(dirname(destination));
      sizes.set(path, put(join(target, path), destination, content));
    });
  }

  /** Never staging itself: who took the lock over has removed it. */
  function makeFolder(folder: string) {
    if (folders.has(folder)) return;
    makeFolder(dirname(folder));
    mkdirSync(folder);
    folders.add(folder);
  }

  /** Writes or links one file; gives its size. */
  function put(before: string, destination: string, content: OutputFile['content']): number {
    if (typeof content === 'object' && 'copyOf' in content) {
      const { size } = attempt(content.copyOf, 'read', () => statSync(content.copyOf));
      if (!first && sameFile(before, content.copyOf, size) && linked(before, destination)) unchanged += 1;
      else copyFileSync(content.copyOf, destination);
      return size;
    }
    if (first && typeof content === 'string') {
      // Node writes a string in one step, a buffer in three.
      writeFileSync(destination, content);
      return Buffer.byteLength(content);
    }
    const data = typeof content === 'string' ? Buffer.from(content) : content;
    if (!first && sameBytes(before, data) && linked(before, destination)) unchanged += 1;
    else writeFileSync(destination, data);
    return data.length;
  }

  /** Where the lock is lost, that is why anything else failed. */
  function attemptOurs<T>(path: string, done: Parameters<typeof explained>[2], run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (isSystemError(error)) lock.requireHeld();
      throw explained(error, path, done);
    }
  }

  function commit(): WriteResult {
    attemptOurs(join(out, markerName), 'written', () =>
      writeFileSync(
        join(staging, markerName),
        finished + [...sizes.keys()].map(encodePath).sort().join('\n'),
      ),
    );
    attemptOurs(out, 'read', requireComplete);
    const removed = attemptOurs(out, 'read', () => foreignIn(target));
    if (!force) refuseFiles(out, removed);
    lock.requireHeld();
    attemptOurs(out, 'replaced', swap);
    let bytes = 0;
    for (const size of sizes.values()) bytes += size;
    try {
      remove(old);
    } catch {
      // The new site stands; the next build tries again, and says why it cannot.
    }
    lock.release();
    return { files: sizes.size, bytes, unchanged, ...(removed.length > 0 && { removed }) };
  }

  function requireComplete() {
    const missing = new Set(sizes.keys());
    for (const [path] of filesIn(staging)) {
      if (path === markerName) continue;
      const size = sizes.get(path) ?? sizes.get(path.normalize());
      if (size === undefined) {
        throw new EnvironmentError(
          `${join(staging, path)} was put there by someone else while the site was built.`,
        );
      }
      if (lstatSync(`${staging}/${path}`).size === size) missing.delete(path);
    }
    for (const path of missing) {
      // Names that the file system has taken apart, or left out as droppings.
      if (lstatSync(join(staging, path), { throwIfNoEntry: false })?.size === sizes.get(path))
        missing.delete(path);
    }
    if (missing.size === 0) return;
    lock.requireHeld();
    throw new EnvironmentError(
      `${missing.size} of ${sizes.size} files are not on the disk as they were written: ${some([...missing])}. The old site still stands.`,
    );
  }

  function swap() {
    renameSync(staging, next);
    offered = true;
    const before = existsSync(target);
    if (before) renameSync(target, old);
    try {
      renameSync(next, target);
    } catch (error) {
      if (before) renameSync(old, target);
      throw error;
    }
  }

  function abandon() {
    try {
      // After the lock is lost, `next` is another's.
      if (offered && lock.isHeld()) remove(next);
      remove(staging);
    } catch {
      // What the disk keeps now, the next build removes.
    }
    lock.release();
  }

  return { write, commit, abandon };
}

/**
 * Lets every output path through once, and none that leaves the output folder; throws otherwise. Capitals do not tell two paths apart,
 * because many file systems do not.
 */
function createGate(): (path: string) => void {
  const admitted = new Set<string>();
  return (path) => {
    if (
      path === '' ||
      path.split('/').some((part) => part === '' || part === '.' || part === '..') ||
      /[\\\0]/.test(path)
    ) {
      throw new Error(`The output path ${path} leaves the output folder`);
    }
    if (admitted.has(path.toLowerCase())) throw new Error(`Two files would be written to ${path}`);
    admitted.add(path.toLowerCase());
  };
}

/** A writer that writes nothing: `check` goes through every stage with it. */
export function createCountingWriter(): Writer {
  const admit = createGate();
  let files = 0;
  let bytes = 0;
  return {
    write: ({ path, content }) => {
      admit(path);
      files += 1;
      bytes +=
        typeof content === 'string'
          ? Buffer.byteLength(content)
          : content instanceof Uint8Array
            ? content.length
            : statSync(content.copyOf).size;
    },
    commit: () => ({ files, bytes, unchanged: 0 }),
    abandon: () => {},
  };
}

/** A path without links in it, as far as it is there. */
function realPath(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  return whole === dirname(whole) ? whole : join(realPath(dirname(whole)), basename(whole));
}

function refuseForeign(target: string, protect: readonly string[], force: boolean) {
  for (const folder of protect) {
    const inside = relative(target, folder);
    const around = relative(folder, target);
    if (inside === '' || !inside.startsWith('..') || !around.startsWith('..')) {
      throw new EnvironmentError(`The output folder ${target} and ${folder} must stand apart.`);
    }
  }
  attempt(target, 'read', () => {
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) throw new EnvironmentError(`${target} is not a folder.`);
    if (!isOurs(target)) {
      throw new EnvironmentError(
        `${target} holds files that Galley did not make; a build would delete them. Empty it, or choose another --out.`,
      );
    }
    if (!force) refuseFiles(target, foreignIn(target));
  });
}

function refuseFiles(out: string, foreign: readonly string[]) {
  if (foreign.length === 0) return;
  throw new EnvironmentError(
    `${out} holds files that no build wrote, and a build would delete them: ${some(foreign)}. ` +
      'Move them elsewhere (what readers are to download belongs into media/ of the content), or add --force to let them go.',
  );
}

/**
 * Throws `EnvironmentError` where `createWriter` would refuse the folder; writes nothing. With `force`, files that no build wrote are
 * no reason.
 */
export function requireReplaceable(out: string, protect: readonly string[], force = false): void {
  refuseForeign(realPath(out), protect.map(realPath), force);
}

const compareSize = 1 << 20;

function sameBytes(path: string, data: Uint8Array): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size !== data.length) return false;
  return readFileSync(path).equals(data);
}

function sameFile(path: string, other: string, size: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size !== size) return false;
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

/** Links a file; `false` on file systems that cannot, where it is written instead. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
