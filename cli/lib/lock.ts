import { randomBytes } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { EnvironmentError, explained, hasCode } from './environment-error.ts';
import { isRecord } from './is-record.ts';
import { parseJson } from './parse-json.ts';

// A lock is a file that names its holder. Whether a process is alive can be checked on the same machine, in the same PID namespace; a
// process elsewhere, such as in another container, counts as alive for half an hour.

export interface Lock {
  /** Unique for each time a lock is taken. */
  readonly token: string;
  isHeld(): boolean;
  /** Throws `EnvironmentError` where another build has taken the lock over. */
  requireHeld(): void;
  release(): void;
}

/** Called with a message for the terminal before a long wait. */
export type OnWait = (message: string) => void;

/** The process that holds a lock, as the lock file has it. */
interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly thread: number;
  /** The host, its boot, and the PID namespace in which `pid` means this process. */
  readonly machine: string;
  /** When the process started, as the system counts: process ids are used again. */
  readonly started: string;
  /** When the lock was taken, ISO 8601. */
  readonly since: string;
}

/** In milliseconds, as all times here. */
const pollEvery = 50;

/** A lock that stays empty for longer was left by a build that was killed before it wrote its name. */
const maxUnnamed = 1000;

/** How long to wait for a holder elsewhere, and after how long its lock is stale. */
const maxWait = 10_000;
const staleAfter = 30 * 60_000;

/**
 * Takes the lock, or says who holds it and what to do. For a holder elsewhere it blocks for up to ten seconds;
 * without `onWait` it does not wait.
 *
 * Throws `EnvironmentError` where the lock cannot be written.
 */
export function takeLock(
  path: string,
  onWait?: OnWait,
): { readonly lock: Lock } | { readonly heldBy: string } {
  const holder = thisProcess();
  const text = `${JSON.stringify(holder)}\n`;
  try {
    const heldBy = acquire(path, text, holder, onWait);
    return heldBy === undefined ? { lock: createLock(path, holder.token) } : { heldBy };
  } catch (error) {
    throw explained(error, path, 'written');
  }
}

function acquire(path: string, text: string, me: Holder, onWait?: OnWait): string | undefined {
  let waited = 0;
  for (;;) {
    if (create(path, text)) return undefined;
    const found = readLock(path);
    if (!found) continue;
    const { holder, age } = found;
    const isUnnamed = found.text === '' && age > maxUnnamed;
    const state = holder ? stateOf(holder, me) : isUnnamed ? 'dead' : 'unknown';
    const isStale = state === 'unknown' && age > staleAfter;
    if (state === 'dead' || (isStale && (waited >= maxWait || !onWait))) {
      if (takeOver(path, found.text, text, me)) return undefined;
    } else if (state === 'alive' || waited >= maxWait || !onWait) return describe(path, holder, state);
    else if (waited === 0) onWait('another build seems to be writing here; waiting for it to end');
    sleep(pollEvery);
    waited += pollEvery;
  }
}

/** Who holds a lock and since when, and what to do if that build may be dead. */
function describe(path: string, holder: Holder | undefined, state: 'alive' | 'unknown'): string {
  const since = holder ? ` since ${holder.since}` : '';
  const where = state === 'unknown' && holder ? ` on ${holder.machine.split(' ', 1)[0]}` : '';
  const name = holder ? `process ${holder.pid}${where}${since}` : 'an unknown process';
  return state === 'alive' ? name : `${name}; if no build runs there, remove ${path}`;
}

/** Replaces a dead lock, whose text is `found`, by a rename; `false` if another process does so, or if it has changed. */
function takeOver(path: string, found: string, text: string, { token }: Holder): boolean {
  // Of the processes that found the same dead lock, the one that creates this file may replace it.
  const guard = `${path}.guard`;
  if (!create(guard, text)) {
    const left = readLock(guard);
    if (left && left.age > maxWait) removeQuietly(guard);
    return false;
  }
  try {
    if (readLock(path)?.text !== found) return false;
    const draft = `${path}.${token}`;
    writeFileSync(draft, text);
    renameSync(draft, path);
    return true;
  } finally {
    removeQuietly(guard);
  }
}

function createLock(path: string, token: string): Lock {
  const isHeld = () => {
    try {
      return readLock(path)?.holder?.token === token;
    } catch {
      return false;
    }
  };
  return {
    token,
    isHeld,
    requireHeld() {
      if (isHeld()) return;
      throw new EnvironmentError(
        'Another build took the place of this one, which was suspended or took very long. The site was not replaced; run it again.',
      );
    },
    release() {
      if (isHeld()) removeQuietly(path);
    },
  };
}

/** In bytes; a lock has about two hundred. */
const maxLockSize = 10_000;

/** Reads a lock; `undefined` where there is none. Throws what the disk throws, and `EnvironmentError` where no lock is in its place. */
function readLock(path: string) {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > maxLockSize)
      throw new EnvironmentError(`${path} is in the way, and no build has put it there. Remove it.`);
    const text = readFileSync(path, 'utf8');
    // A lock may be read half-written.
    return { text, holder: holderIn(text), age: Date.now() - stat.mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function holderIn(text: string): Holder | undefined {
  const read = parseJson(text);
  const isHolder =
    isRecord(read) &&
    Number.isSafeInteger(read.pid) &&
    [read.token, read.machine, read.started, read.since].every((value) => typeof value === 'string');
  return isHolder ? (read as unknown as Holder) : undefined;
}

function thisProcess(): Holder {
  const { pid } = process;
  const holder = {
    token: randomBytes(8).toString('hex'),
    pid,
    thread: threadId,
    since: new Date().toISOString(),
  };
  try {
    // A /proc of another PID namespace shows other processes.
    if (readlinkSync('/proc/self') !== String(pid)) throw new Error('This /proc is not of this process');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const machine = `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
    return { ...holder, machine, started: statusOf(pid).started };
  } catch {
    return { ...holder, machine: hostname(), started: '' };
  }
}

/** From /proc/<pid>/stat, after the name, which may contain spaces and brackets; `started` counts from the boot. */
function statusOf(pid: number): { readonly state: string; readonly started: string } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

/** Whether the process of a holder is alive; `unknown` where this cannot be checked. */
function stateOf(holder: Holder, me: Holder): 'alive' | 'dead' | 'unknown' {
  if (holder.machine !== me.machine) return 'unknown';
  // A process has one thread that builds; `dev` ends it where it starts another.
  if (holder.pid === me.pid && holder.started === me.started)
    return holder.thread === me.thread ? 'alive' : 'dead';
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return 'dead';
  }
  if (me.started === '') return 'alive';
  try {
    const { state, started } = statusOf(holder.pid);
    // A killed process stays as a zombie until its parent waits for it.
    return started === holder.started && !/^[ZX]$/.test(state) ? 'alive' : 'dead';
  } catch {
    return 'dead';
  }
}

/** Creates a file with a text; `false` where it exists. A kill may leave it empty. */
function create(path: string, text: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, 'wx');
    // By its descriptor: the path may be another build's by now.
    writeFileSync(file, text);
    return true;
  } catch (error) {
    if (file !== undefined) removeQuietly(path);
    else if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Removes what dead processes left beside the lock. Only for its holder. */
export function sweepLocks(path: string): void {
  const start = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(start) && /^(?:guard|[0-9a-f]{16}(?:\.\w+)?)$/.test(name.slice(start.length)))
      removeQuietly(join(dirname(path), name));
}

function removeQuietly(path: string) {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next build that can remove it does so.
  }
}

/** Blocks this thread. */
export function sleep(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
