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
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { EnvironmentError, explained, hasCode } from './environment-error.ts';

// A lock is a file that names its holder. Where the holder is a process that can be asked for, that tells whether it is alive; everywhere
// else (another container, another host) its heartbeat does: the time of the file, which a thread renews each second. Times are compared
// only with those that the same file system gave to other files, because the clocks of hosts differ.
//
// Who takes over the lock of a dead build first takes the guard named by that build's token, and only the holder of that guard may replace
// or remove a lock with that token. Tokens never come back; so of many that find the same dead lock, one gets it.

/** A lock that is held; it stays so while its holder lives and comes to its heartbeats. */
export interface Lock {
  /** Names this holding of the lock, and no other. */
  readonly token: string;
  isHeld(): boolean;
  /** Throws `EnvironmentError` where another build has taken the lock over, because this one stood still. */
  requireHeld(): void;
  release(): void;
}

/** Whether somebody who may be dead is waited for. */
export interface LockOptions {
  readonly patient: boolean;
  /** Takes the line that says why nothing goes on. */
  readonly tell: (text: string) => void;
}

interface Holder {
  readonly token: string;
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the system's own count; process ids come round again. */
  readonly started?: string;
  readonly boot?: string;
  /** In which a process id means this process. */
  readonly pidNamespace?: string;
}

/** A lock file as it was found. */
interface Found {
  readonly token: string;
  readonly holder: Holder | undefined;
  /** Its last heartbeat, in milliseconds by the file system's clock. */
  readonly beat: number;
}

const beatEvery = 1000;

/** Milliseconds without a heartbeat after which a build counts as dead. */
const staleAfter = 10_000;

const pollEvery = 50;

/** Nobody is waited for longer, whatever the clocks say. */
const patience = 3 * staleAfter;

/**
 * Takes the lock, or gives who holds it. Blocks for some seconds at most, and only where nothing but the heartbeat can tell whether a
 * holder is alive.
 *
 * Throws `EnvironmentError` where the lock cannot be written.
 */
export function takeLock(
  path: string,
  { patient, tell }: LockOptions,
): { readonly lock: Lock } | { readonly heldBy: string } {
  const me: Holder = { token: randomBytes(8).toString('hex'), ...thisProcess() };
  const text = `${JSON.stringify(me)}\n`;
  const draft = `${path}.${me.token}.draft`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    const holder = acquire(path, draft, text, patient, tell);
    return holder ? { heldBy: holder } : { lock: hold(path, me.token, text) };
  } catch (error) {
    throw explained(error, path, 'written');
  } finally {
    removeQuietly(draft);
  }
}

/** Puts the draft in its place; gives who holds the place instead. */
function acquire(
  path: string,
  draft: string,
  text: string,
  patient: boolean,
  tell: LockOptions['tell'],
): string | undefined {
  const start = performance.now();
  let seen: Found | undefined;
  let since = start;
  let told = false;
  while (performance.now() - start < patience) {
    try {
      if (placed(draft, path)) return undefined;
      const found = look(path);
      if (!found) continue;
      const now = performance.now();
      if (seen?.token !== found.token) [seen, since] = [found, now];
      const state = processState(found.holder);
      if (state === 'alive' || (state === 'unknown' && seen.beat !== found.beat)) return nameOf(found);
      if (state === 'dead' || now - since > staleAfter || clock(draft, text) - found.beat > staleAfter) {
        if (takeOver(path, found, draft)) return undefined;
      } else if (!patient) return nameOf(found);
      else if (!told) {
        told = true;
        tell('another build seems to be writing here; waiting for a sign of life');
      }
    } catch (error) {
      // A holder that tidied up has taken the draft for a dead one's.
      if (!hasCode(error, 'ENOENT')) throw error;
      writeFileSync(draft, text);
    }
    sleep(pollEvery);
  }
  return 'one that cannot be told alive or dead';
}

/** Replaces a dead lock by the draft; `false` where another is doing so, or where the lock was not dead. */
function takeOver(path: string, dead: Found, draft: string): boolean {
  const guard = guardOf(path, dead.token);
  if (!placed(draft, guard)) {
    // Who held the guard may be dead as well.
    const found = look(guard);
    if (!found || !isDead(found, draft)) return false;
    if (!takeOver(guard, found, draft)) return false;
  }
  try {
    const now = look(path);
    if (now?.token !== dead.token || now.beat !== dead.beat) return false;
    const spare = `${guard}.spare`;
    rmSync(spare, { force: true });
    if (!placed(draft, spare)) return false;
    renameSync(spare, path);
    return true;
  } finally {
    removeQuietly(guard);
  }
}

const guardOf = (path: string, token: string) => `${path}.${token}.guard`;

function isDead(found: Found, draft: string): boolean {
  const state = processState(found.holder);
  if (state !== 'unknown') return state === 'dead';
  return clock(draft, readFileSync(draft, 'utf8')) - found.beat > staleAfter;
}

function hold(path: string, token: string, text: string): Lock {
  const heart = startHeart(path, text);
  const isHeld = () => {
    try {
      return look(path)?.token === token;
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
        'This build stood still for some seconds, and another one took its place. Nothing of it was put in place; run it again.',
      );
    },
    release() {
      heart.terminate().catch(() => {});
      const guard = guardOf(path, token);
      try {
        // Somebody who has the guard is taking the lock over.
        if (!placed(path, guard)) return;
        if (isHeld()) rmSync(path, { force: true });
      } catch {
        // Without room for a guard the lock goes all the same.
        if (isHeld()) removeQuietly(path);
      }
      removeQuietly(guard);
    },
  };
}

/** Beats until the lock is another's. In a thread of its own, because a build keeps its thread busy for seconds. */
const heartbeat = `
const { closeSync, openSync, readFileSync, writeSync } = require('node:fs');
const { path, text, every } = require('node:worker_threads').workerData;
const timer = setInterval(() => {
  let file;
  try {
    // What was opened is what is written, even if another lock comes to stand here meanwhile. Written, not touched: then the time is the
    // file system's; and closed, which sends it to a file server.
    file = openSync(path, 'r+');
    if (readFileSync(file, 'utf8') === text) writeSync(file, '\\n', Buffer.byteLength(text) - 1);
    else clearInterval(timer);
  } catch {
  } finally {
    if (file !== undefined) closeSync(file);
  }
}, every);
`;

function startHeart(path: string, text: string): Worker {
  const heart = new Worker(heartbeat, {
    eval: true,
    name: 'heartbeat',
    execArgv: [],
    env: {},
    workerData: { path, text, every: beatEvery },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  heart.unref();
  // A build whose heart stops may lose its lock, and asks before it commits.
  heart.on('error', () => {});
  return heart;
}

/** What this process is called in a lock. */
function thisProcess(): Omit<Holder, 'token'> {
  const named = { host: hostname(), pid: process.pid };
  try {
    // Where /proc is that of another namespace, it says nothing of this process.
    if (readlinkSync('/proc/self') !== String(process.pid)) return named;
    return {
      ...named,
      started: statOf(process.pid).started,
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      pidNamespace: readlinkSync('/proc/self/ns/pid'),
    };
  } catch {
    return named;
  }
}

/** The fields after the name, which may hold spaces and brackets; `started` counts from the boot. */
function statOf(pid: number): { readonly state: string; readonly started: string } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

/** Whether a holder lives, as far as its process can be asked for from here. */
function processState(holder: Holder | undefined): 'alive' | 'dead' | 'unknown' {
  const me = thisProcess();
  if (!holder || holder.host !== me.host) return 'unknown';
  if (holder.boot !== me.boot || holder.pidNamespace !== me.pidNamespace) return 'unknown';
  // Hosts of one name are many, and only Linux tells them apart.
  if (platform() === 'linux' && !me.pidNamespace) return 'unknown';
  if (holder.pid === me.pid) {
    // A thread of this process, which may have ended: then its heart has, too.
    return holder.started === me.started ? 'unknown' : 'dead';
  }
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return 'dead';
  }
  if (!holder.started) return 'unknown';
  try {
    const { state, started } = statOf(holder.pid);
    // What was killed and not yet buried by its parent is dead.
    return started === holder.started && !/^[ZX]$/.test(state) ? 'alive' : 'dead';
  } catch {
    return 'unknown';
  }
}

/** In bytes; a lock has some two hundred. */
const longestLock = 10_000;

const inTheWay = (path: string) =>
  new EnvironmentError(`${path} is in the way, and no build has put it there. Remove it.`);

/** Reads a lock; `undefined` where there is none. Throws what the disk throws, and where something else stands in its place. */
function look(path: string): Found | undefined {
  let file: number;
  try {
    // Opened, not only asked for: then a file server is asked anew.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'ELOOP', 'EISDIR', 'ENXIO')) throw inTheWay(path);
    throw error;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > longestLock) throw inTheWay(path);
    const written = readFileSync(file, 'utf8');
    const holder = holderIn(written);
    const token = holder?.token ?? createHash('sha256').update(written).digest('hex').slice(0, 16);
    return { token, holder, beat: stat.mtimeMs };
  } finally {
    closeSync(file);
  }
}

function holderIn(written: string): Holder | undefined {
  try {
    const data: unknown = JSON.parse(written);
    return isHolder(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(data: unknown): data is Holder {
  if (typeof data !== 'object' || data === null || !('token' in data && 'host' in data && 'pid' in data))
    return false;
  const { token, host, pid } = data;
  if (typeof host !== 'string') return false;
  // Tokens come to stand in file names.
  if (typeof token !== 'string' || !/^[0-9a-f]{16}$/.test(token)) return false;
  return typeof pid === 'number' && Number.isInteger(pid) && pid > 0;
}

const nameOf = ({ holder }: Found): string =>
  holder
    ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`
    : 'of an unknown process';

/** The file system's time: that of a file just written in the same folder. */
function clock(draft: string, text: string): number {
  writeFileSync(draft, text, { flag: 'r+' });
  return look(draft)?.beat ?? 0;
}

/** Puts a whole file where none is, in one step; `false` where one is. */
function placed(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // Some file systems have no links. There a lock may be seen half-written, which its heartbeat then speaks for.
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN')) throw error;
  }
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Removes what dead processes have left beside the lock. Only for its holder. */
export function sweepLocks(path: string, { token }: Lock): void {
  const folder = dirname(path);
  const start = `${basename(path)}.`;
  for (const name of readdirSync(folder)) {
    const [owner] = name.startsWith(start) ? name.slice(start.length).split('.') : [];
    if (owner === undefined || owner === token || !/^(?:[0-9a-f]{8}|[0-9a-f]{16})$/.test(owner)) continue;
    const file = join(folder, name);
    // A guard of another token guards nothing any more; a draft is wanted while its process lives.
    if (!name.endsWith('.draft') || isAbandoned(file, path)) removeQuietly(file);
  }
}

function isAbandoned(draft: string, lock: string): boolean {
  const found = look(draft);
  // Cut short while it was written; who is still writing it writes it again.
  if (!found?.holder) return true;
  const state = processState(found.holder);
  return state === 'dead' || (state === 'unknown' && (look(lock)?.beat ?? 0) - found.beat > staleAfter);
}

function removeQuietly(path: string) {
  try {
    rmSync(path, { force: true });
  } catch {
    // What cannot be removed now is removed by the next build that can.
  }
}

/** Stands still, with all of this thread. */
export function sleep(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
