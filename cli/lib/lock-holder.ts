import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, platform } from 'node:os';
import { hasCode } from './environment-error.ts';
import { isRecord } from './is-record.ts';
import { parseJson } from './parse-json.ts';

/** The process that holds a lock, as the lock file has it. */
export interface Holder {
  /** Unique for each time a lock is taken; part of file names. */
  readonly token: string;
  readonly host: string;
  readonly pid: number;
  /** When the process started, as the system counts; process ids are used again. */
  readonly started?: string;
  readonly boot?: string;
  /** The namespace in which `pid` means this process. */
  readonly pidNamespace?: string;
}

/** The holder that a lock file names; `undefined` where the text is damaged. */
export function readHolder(text: string): Holder | undefined {
  const read = parseJson(text);
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  const isHolder =
    isRecord(read) &&
    typeof read.token === 'string' &&
    /^[0-9a-f]{16}$/.test(read.token) &&
    typeof read.host === 'string' &&
    Number.isSafeInteger(read.pid) &&
    Number(read.pid) > 0 &&
    [read.started, read.boot, read.pidNamespace].every(isText);
  return isHolder ? (read as unknown as Holder) : undefined;
}

/** `process 4711 on elsewhere`. */
export const nameOf = (holder: Holder | undefined): string =>
  holder
    ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`
    : 'of an unknown process';

/** This process, as a holder without a token. */
export function thisProcess(): Omit<Holder, 'token'> {
  const named = { host: hostname(), pid: process.pid };
  try {
    // A /proc of another PID namespace shows other processes.
    if (readlinkSync('/proc/self') !== String(process.pid)) return named;
    return {
      ...named,
      started: statusOf(process.pid).started,
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      pidNamespace: readlinkSync('/proc/self/ns/pid'),
    };
  } catch {
    return named;
  }
}

/** From /proc/<pid>/stat, after the name, which may contain spaces and brackets; `started` counts from the boot. */
function statusOf(pid: number): { readonly state: string; readonly started: string } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

/** Whether the process of a holder is alive; `unknown` where only its heartbeat can show that. */
export function processState(holder: Holder | undefined): 'alive' | 'dead' | 'unknown' {
  const me = thisProcess();
  if (!holder || holder.host !== me.host) return 'unknown';
  if (holder.boot !== me.boot || holder.pidNamespace !== me.pidNamespace) return 'unknown';
  // Several hosts may have one name, and only Linux tells them apart, by the boot id.
  if (platform() === 'linux' && !me.pidNamespace) return 'unknown';
  // A thread of this process may have ended, and its heartbeat with it.
  if (holder.pid === me.pid) return holder.started === me.started ? 'unknown' : 'dead';
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return 'dead';
  }
  if (!holder.started) return 'unknown';
  try {
    const { state, started } = statusOf(holder.pid);
    // A killed process stays as a zombie until its parent waits for it.
    return started === holder.started && !/^[ZX]$/.test(state) ? 'alive' : 'dead';
  } catch {
    return 'unknown';
  }
}
