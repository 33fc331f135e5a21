import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100;

/** The fields of a process's `stat` after its name, which may have spaces: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const statOf = (pid: number | 'self') =>
  readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');

const seconds = (fields: readonly string[], first: number) =>
  (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond;

/** CPU seconds of a process, with all its threads. */
export const cpuOf = (pid: number): number => seconds(statOf(pid), 11);

/** CPU seconds of all ended children of this process, and of theirs. */
export const cpuOfEndedChildren = (): number => seconds(statOf('self'), 13);
