import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { EnvironmentError, explained, hasCode } from './environment-error.ts';
import { type Holder, nameOf, processState, readHolder, thisProcess } from './lock-holder.ts';

// A lock is a file that names its holder. A process on this machine can be asked whether it is alive. For any other (in another container,
// on another host) the heartbeat shows it: the modification time of the file, which a thread of the holder renews each second. It is
// compared only with times that the same file system gave to other files, because the clocks of hosts differ.
//
// To take over the lock of a dead build, a process first creates the guard file named by that build's token, and only the holder of that
// guard may replace or remove a lock with that token. Tokens are never used again; so of many that find the same dead lock, one gets it.

export interface Lock {
  /** Unique for each time a lock is taken. */
  readonly token: string;
  isHeld(): boolean;
  /** Throws `EnvironmentError` where another build has taken the lock over, because this one was suspended. */
  requireHeld(): void;
  release(): void;
}

/** Called with a message for the terminal before a long wait. */
export type OnWait = (message: string) => void;

/** A lock file that exists. */
interface FoundLock {
  readonly token: string;
  /** `undefined` where the file is damaged. */
  readonly holder: Holder | undefined;
  /** Its last heartbeat, in milliseconds by the file system's clock. */
  readonly beat: number;
}

/** The lock file of this process under a name of its own, before it is the lock. */
interface Draft {
  readonly file: string;
  readonly text: string;
}

/** In milliseconds, as all times here. */
const beatEvery = 1000;
const pollEvery = 50;

/** A build without a heartbeat for longer counts as dead. */
const staleAfter = 10_000;

/** The longest wait for a holder, whatever the clocks say. */
const maxWait = 3 * staleAfter;

/**
 * Takes the lock, or gives who holds it. Where nothing but the heartbeat can show whether the holder is alive, it blocks for some seconds;
 * without `onWait` it does not wait, and such a holder counts as alive.
 *
 * Throws `EnvironmentError` where the lock cannot be written.
 */
export function takeLock(
  path: string,
  onWait?: OnWait,
): { readonly lock: Lock } | { readonly heldBy: string } {
  const token = randomBytes(8).toString('hex');
  const text = `${JSON.stringify({ token, ...thisProcess() })}\n`;
  const draft = { file: `${path}.${token}.draft`, text };
  try {
    writeFileSync(draft.file, text, { flag: 'wx' });
    const heldBy = acquire(path, draft, onWait);
    return heldBy ? { heldBy } : { lock: hold(path, token, text) };
  } catch (error) {
    throw explained(error, path, 'written');
  } finally {
    removeQuietly(draft.file);
  }
}

/** Makes the draft the lock; gives who holds the lock instead. */
function acquire(path: string, draft: Draft, onWait?: OnWait): string | undefined {
  const start = performance.now();
  let first: FoundLock | undefined;
  let since = start;
  let isReported = false;
  while (performance.now() - start < maxWait) {
    try {
      if (createFrom(draft.file, path)) return undefined;
      const found = readLock(path);
      if (!found) continue;
      const now = performance.now();
      if (first?.token !== found.token) [first, since] = [found, now];
      const state = processState(found.holder);
      if (state === 'alive' || (state === 'unknown' && first.beat !== found.beat))
        return nameOf(found.holder);
      if (now - since > staleAfter || isDead(found, draft)) {
        if (takeOver(path, found, draft)) return undefined;
      } else if (!onWait) return nameOf(found.holder);
      else if (!isReported) {
        isReported = true;
        onWait('another build seems to be writing here; waiting for a sign of life');
      }
    } catch (error) {
      // The holder has removed the draft, as if this process were dead.
      if (!hasCode(error, 'ENOENT')) throw error;
      writeFileSync(draft.file, draft.text);
    }
    sleep(pollEvery);
  }
  return 'a process that may be alive or dead';
}

/** Replaces a dead lock with the draft; `false` where another process does so, or where the lock has changed. */
function takeOver(path: string, dead: FoundLock, draft: Draft): boolean {
  const guard = guardOf(path, dead.token);
  if (!createFrom(draft.file, guard)) {
    // The holder of the guard may be dead too.
    const found = readLock(guard);
    if (!found || !isDead(found, draft) || !takeOver(guard, found, draft)) return false;
  }
  try {
    const now = readLock(path);
    if (now?.token !== dead.token || now.beat !== dead.beat) return false;
    const spare = `${guard}.spare`;
    rmSync(spare, { force: true });
    if (!createFrom(draft.file, spare)) return false;
    renameSync(spare, path);
    return true;
  } finally {
    removeQuietly(guard);
  }
}

const guardOf = (path: string, token: string) => `${path}.${token}.guard`;

function isDead({ holder, beat }: FoundLock, draft: Draft): boolean {
  const state = processState(holder);
  return state === 'unknown' ? fileSystemTime(draft) - beat > staleAfter : state === 'dead';
}

/** The time that the file system gives a file written now in the same folder. */
function fileSystemTime({ file, text }: Draft): number {
  writeFileSync(file, text, { flag: 'r+' });
  return readLock(file)?.beat ?? 0;
}

function hold(path: string, token: string, text: string): Lock {
  const heartbeat = startHeartbeat(path, text);
  const isHeld = () => {
    try {
      return readLock(path)?.token === token;
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
        'This build was suspended for some seconds, and another one took its place. The site was not replaced; run it again.',
      );
    },
    release() {
      heartbeat.terminate().catch(() => {});
      const guard = guardOf(path, token);
      try {
        // Whoever has the guard is taking the lock over.
        if (!createFrom(path, guard)) return;
        if (isHeld()) rmSync(path, { force: true });
      } catch {
        // The lock must also go where a full disk has no room for a guard.
        if (isHeld()) removeQuietly(path);
      }
      removeQuietly(guard);
    },
  };
}

/** Renews the time of the lock file while this process holds it. In a thread, because a build keeps its own thread busy for seconds. */
const heartbeatScript = `
const { closeSync, openSync, readFileSync, writeSync } = require('node:fs');
const { path, text, every } = require('node:worker_threads').workerData;
const timer = setInterval(() => {
  let file;
  try {
    // Writes to the file it has read, even if another lock replaces it meanwhile. Written, so that the time is the file system's; closed,
    // which sends it to a file server.
    file = openSync(path, 'r+');
    if (readFileSync(file, 'utf8') === text) writeSync(file, '\\n', Buffer.byteLength(text) - 1);
    else clearInterval(timer);
  } catch {
  } finally {
    if (file !== undefined) closeSync(file);
  }
}, every);
`;

function startHeartbeat(path: string, text: string): Worker {
  const thread = new Worker(heartbeatScript, {
    eval: true,
    name: 'heartbeat',
    execArgv: [],
    env: {},
    workerData: { path, text, every: beatEvery },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  thread.unref();
  // Without a heartbeat a build may lose its lock; it asks before it commits.
  thread.on('error', () => {});
  return thread;
}

/** In bytes; a lock has about two hundred. */
const maxLockSize = 10_000;

/** Reads a lock; `undefined` where there is none. Throws what the disk throws, and `EnvironmentError` for what is not a lock. */
function readLock(path: string): FoundLock | undefined {
  let file: number | undefined;
  try {
    // Opened, because a file server may answer `stat` from a cache.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (stat.isFile() && stat.size <= maxLockSize) {
      const text = readFileSync(file, 'utf8');
      const holder = readHolder(text);
      const token = holder?.token ?? createHash('sha256').update(text).digest('hex').slice(0, 16);
      return { token, holder, beat: stat.mtimeMs };
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (!hasCode(error, 'ELOOP', 'EISDIR', 'ENXIO')) throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
  throw new EnvironmentError(`${path} is in the way, and no build has put it there. Remove it.`);
}

/** Creates the file `to` with the content of `from` in one step; `false` where it exists. */
function createFrom(from: string, to: string): boolean {
  try {
    try {
      linkSync(from, to);
    } catch (error) {
      // Some file systems have no links. There a lock may be read half-written; its heartbeat then shows that it is alive.
      if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN')) throw error;
      copyFileSync(from, to, constants.COPYFILE_EXCL);
    }
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Removes the files that dead processes have left beside the lock. Only for its holder. */
export function sweepLocks(path: string, { token }: Lock): void {
  const start = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const [owner] = name.startsWith(start) ? name.slice(start.length).split('.') : [];
    if (owner === undefined || owner === token || !/^(?:[0-9a-f]{8}|[0-9a-f]{16})$/.test(owner)) continue;
    const file = join(dirname(path), name);
    // A guard for another token is of no use any more; a draft is while its process lives.
    if (!name.endsWith('.draft') || isAbandoned(file, path)) removeQuietly(file);
  }
}

function isAbandoned(draft: string, lock: string): boolean {
  const found = readLock(draft);
  // A draft that is still being written is written again.
  if (!found?.holder) return true;
  const state = processState(found.holder);
  return state === 'dead' || (state === 'unknown' && (readLock(lock)?.beat ?? 0) - found.beat > staleAfter);
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
