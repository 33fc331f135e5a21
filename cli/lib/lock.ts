import { randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { cached } from './cached.ts';
import { attempt, EnvironmentError, hasCode } from './environment-error.ts';
import { isRecord } from './is-record.ts';
import { parseJson } from './parse-json.ts';

// A lock is a file that names its holder. Whether a process is alive can be checked on the same machine, in the same PID namespace; a
// process elsewhere, such as in another container, counts as alive for half an hour.

export type Lock = ReturnType<typeof createLock>;

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
 * Takes the lock, or says who holds it and what to do. For a holder elsewhere it blocks for up to ten seconds, which it tells `onWait`
 * before; without that it does not wait.
 *
 * Throws `EnvironmentError` where the lock cannot be written.
 */
export const takeLock = (
  path: string,
  onWait?: (message: string) => void,
): { readonly lock: Lock; readonly isTakenOver: boolean } | { readonly heldBy: string } =>
  attempt(path, 'written', () => {
    const me = thisProcess();
    const text = `${JSON.stringify(me)}\n`;
    let waited = 0;
    let isTakenOver = false;
    while (!create(path, text)) {
      const found = readLock(path);
      if (!found) continue;
      const state = stateOf(found, me);
      const mayWait = onWait && waited < maxWait;
      const isStale = state === 'unknown' && found.age > staleAfter;
      if (state === 'dead' || (isStale && !mayWait)) {
        isTakenOver = takeOver(path, found.text, text);
        if (isTakenOver) break;
      } else if (state === 'alive' || !mayWait) return { heldBy: describe(path, found.holder, state) };
      else if (waited === 0) onWait('another build seems to be writing here; waiting for it to end');
      // Blocks this thread.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollEvery);
      waited += pollEvery;
    }
    return { lock: createLock(path, me.token), isTakenOver };
  });

/** Who holds a lock and since when, and what to do if that build may be dead. */
function describe(path: string, holder: Holder | undefined, state: 'alive' | 'unknown'): string {
  const since = holder ? ` since ${holder.since}` : '';
  const where = state === 'unknown' && holder ? ` on ${holder.machine.split(' ', 1)[0]}` : '';
  const name = holder ? `process ${holder.pid}${where}${since}` : 'an unknown process';
  return state === 'alive' ? name : `${name}; if no build runs there, remove ${path}`;
}

/** Replaces a dead lock, whose text is `found`, by a rename; `false` if another process does so, or if it has changed. */
function takeOver(path: string, found: string, text: string): boolean {
  // Of the processes that found the same dead lock, the one that creates this file may replace it.
  const guard = guardOf(path);
  if (!create(guard, text)) {
    if ((readLock(guard)?.age ?? 0) > maxWait) removeQuietly(guard);
    return false;
  }
  const isSame = readLock(path)?.text === found;
  if (isSame) renameSync(guard, path);
  else removeQuietly(guard);
  return isSame;
}

/** A build that is killed while it takes over a lock leaves this file. */
export const guardOf = (lock: string): string => `${lock}.guard`;

function createLock(path: string, token: string) {
  const isHeld = () => {
    try {
      return readLock(path)?.holder?.token === token;
    } catch {
      return false;
    }
  };
  return {
    /** Unique for each time a lock is taken. */
    token,
    isHeld,
    /** Throws `EnvironmentError` where another build has taken the lock over. */
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
    return { text, holder: holderIn(text), age: Date.now() - stat.mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

type FoundLock = NonNullable<ReturnType<typeof readLock>>;

function holderIn(text: string): Holder | undefined {
  const read = parseJson(text);
  const isHolder = isRecord(read) && Number.isSafeInteger(read.pid) && typeof read.machine === 'string';
  return isHolder ? (read as unknown as Holder) : undefined;
}

const thisProcess = (): Holder => ({
  token: randomBytes(8).toString('hex'),
  since: new Date().toISOString(),
  ...identityOf(process.pid),
});

const identityOf = cached((pid: number) => {
  const holder = { pid, thread: threadId };
  try {
    // A /proc of another PID namespace shows other processes.
    if (readlinkSync('/proc/self') !== String(pid)) throw new Error('This /proc is not of this process');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const machine = `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
    return { ...holder, machine, started: statusOf(pid).started };
  } catch {
    return { ...holder, machine: hostname(), started: '' };
  }
});

/** From /proc/<pid>/stat, after the name, which may contain spaces and brackets; `started` counts from the boot. */
function statusOf(pid: number): { readonly state: string; readonly started: string } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

/** Whether the process that holds a lock is alive; `unknown` where this cannot be checked. */
function stateOf({ text, holder, age }: FoundLock, me: Holder): 'alive' | 'dead' | 'unknown' {
  if (text === '' && age > maxUnnamed) return 'dead';
  if (holder?.machine !== me.machine) return 'unknown';
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

/** Creates a file with a text; `false` where it exists. A kill, or a full disk, may leave it empty. */
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function removeQuietly(path: string) {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next build that can remove it does so.
  }
}
