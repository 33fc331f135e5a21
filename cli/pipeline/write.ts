import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
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
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { OutputFile } from './output.ts';

/** Something outside Galley and content stands in the way: the disk, a folder, another build. */
export class SurroundingsError extends Error {
  override name = 'SurroundingsError';
}

/** Takes finished files one by one; nothing shows until `commit`. */
export interface Writer {
  write(file: OutputFile): void;
  /** Puts the new site in the place of the old one. */
  commit(): WriteResult;
  /** Leaves the old site as it was. */
  abandon(): void;
}

export interface WriteResult {
  readonly files: number;
  readonly bytes: number;
  /** Files that were already there with just these bytes, and kept their times. */
  readonly unchanged: number;
}

/** Says whose folder it is: a build replaces only what a build made. Preview never serves it. */
const markerName = '.galley-site';
const marker = 'Made by Galley. The next build replaces everything in this folder.\n';

/** The folders beside `out` that a swap uses, and the lock that keeps two builds apart. */
function beside(out: string) {
  const name = join(dirname(out), `.${basename(out)}`);
  return { next: `${name}.next`, old: `${name}.old`, lock: `${name}.lock` };
}

/**
 * Mends what a build that was killed has left: a swap cut between its two renames is finished, half-built staging goes. Does nothing
 * while a build is running, and nothing where there is nothing to mend.
 */
export function mend(out: string): void {
  const target = realPath(out);
  if (holderOf(beside(target).lock) === undefined) finishSwap(target);
}

function finishSwap(target: string) {
  const { next, old } = beside(target);
  for (const folder of [next, old]) {
    if (!isOurs(folder)) throw new SurroundingsError(`${folder} is in the way, and Galley did not make it.`);
  }
  // Staging is complete before the first rename, and only its own rename takes it away.
  if (!existsSync(target) && existsSync(old)) renameSync(existsSync(next) ? next : old, target);
  remove(next);
  remove(old);
}

/** Removes a folder that is ours; its marker goes last, so that what a kill leaves is still known for ours. */
function remove(folder: string) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name !== markerName) rmSync(join(folder, name), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Whether a folder may be replaced: it is not there, it is empty, or a build made it. */
function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return (
    !stat ||
    (stat.isDirectory() && (existsSync(join(folder, markerName)) || readdirSync(folder).length === 0))
  );
}

/**
 * A writer that builds the new site in a folder beside `out` and swaps it in by rename. Files that did not change are linked, not
 * written, so that they keep their times and hosts send only what is new.
 *
 * Throws `SurroundingsError` when `out` is not a folder that a build may replace, or when another build holds it.
 */
export function createWriter(out: string, protect: readonly string[]): Writer {
  const target = realPath(out);
  refuseForeign(target, protect.map(realPath));
  const { next, old, lock } = beside(target);
  mkdirSync(dirname(target), { recursive: true });
  take(lock);
  try {
    finishSwap(target);
    mkdirSync(next);
    writeFileSync(join(next, markerName), marker);
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  }

  const folders = new Set<string>();
  const admit = createGate();
  // Without a site before, no file need be compared.
  const first = !existsSync(target);
  let files = 0;
  let bytes = 0;
  let unchanged = 0;

  function write({ path, content }: OutputFile) {
    admit(path);
    const destination = join(next, path);
    const folder = dirname(destination);
    if (!folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      folders.add(folder);
    }
    files += 1;
    const before = join(target, path);
    if (typeof content === 'object' && 'copyOf' in content) {
      const size = statSync(content.copyOf).size;
      bytes += size;
      if (!first && sameFile(before, content.copyOf, size) && linked(before, destination)) unchanged += 1;
      else copyFileSync(content.copyOf, destination);
      return;
    }
    if (first && typeof content === 'string') {
      // Node writes a string in one step, a buffer in three.
      writeFileSync(destination, content);
      bytes += Buffer.byteLength(content);
      return;
    }
    const data = typeof content === 'string' ? Buffer.from(content) : content;
    bytes += data.length;
    if (!first && sameBytes(before, data) && linked(before, destination)) unchanged += 1;
    else writeFileSync(destination, data);
  }

  function commit(): WriteResult {
    if (existsSync(target)) renameSync(target, old);
    try {
      renameSync(next, target);
    } catch (error) {
      if (existsSync(old)) renameSync(old, target);
      throw error;
    }
    remove(old);
    unlinkSync(lock);
    return { files, bytes, unchanged };
  }

  function abandon() {
    remove(next);
    rmSync(lock, { force: true });
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

function refuseForeign(target: string, protect: readonly string[]) {
  for (const folder of protect) {
    const inside = relative(target, folder);
    const around = relative(folder, target);
    if (inside === '' || !inside.startsWith('..') || !around.startsWith('..')) {
      throw new SurroundingsError(`The output folder ${target} and ${folder} must stand apart.`);
    }
  }
  const stat = lstatSync(target, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) throw new SurroundingsError(`${target} is not a folder.`);
  if (!isOurs(target)) {
    throw new SurroundingsError(
      `${target} holds files that Galley did not make; a build would delete them. Empty it, or choose another --out.`,
    );
  }
}

/** Throws `SurroundingsError` where `createWriter` would refuse the folder; writes nothing. */
export function requireReplaceable(out: string, protect: readonly string[]): void {
  refuseForeign(realPath(out), protect.map(realPath));
}

/** A process as a lock names it: its id and, where the system tells, when it started, because ids come round again. */
function nameOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return `${pid} ${fields[19] ?? ''}`.trim();
  } catch {
    return String(pid);
  }
}

/** The process that holds a lock, if it is still alive. */
function holderOf(lock: string): number | undefined {
  let written: string;
  try {
    written = readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
  const holder = Number(written.split(' ')[0]);
  if (!Number.isInteger(holder) || holder <= 0) return undefined;
  try {
    process.kill(holder, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return undefined;
  }
  return nameOf(holder) === written ? holder : undefined;
}

function take(lock: string) {
  // Linked into its place when it is whole, so that nobody reads a lock that is still empty.
  const draft = `${lock}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, nameOf(process.pid));
  try {
    for (let tries = 0; tries < 2; tries++) {
      try {
        linkSync(draft, lock);
        return;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
        const holder = holderOf(lock);
        if (holder !== undefined) {
          throw new SurroundingsError(
            `Another build (process ${holder}) is writing here. If that is not so, delete ${lock}.`,
          );
        }
        rmSync(lock, { force: true });
      }
    }
    throw new SurroundingsError(`The lock ${lock} cannot be taken.`);
  } finally {
    unlinkSync(draft);
  }
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

/** Writes one file whole or not at all, and never over another: for what commands add to `content/`. */
export function createFile(path: string, content: string): void {
  const temporary = `${path}.${randomBytes(4).toString('hex')}~`;
  writeFileSync(temporary, content, { flag: 'wx' });
  try {
    linkSync(temporary, path);
  } finally {
    unlinkSync(temporary);
  }
}
