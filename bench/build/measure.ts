import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpuOfEndedChildren } from '../process.ts';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

export interface Cost {
  /** Seconds from start to end. */
  readonly time: number;
  /** CPU seconds of all threads and children. */
  readonly cpu: number;
  /** Peak memory, in MiB. */
  readonly memory: number;
}

/** Runs a command. Rejects with its stderr if it fails. */
export function measure({ program, args, environment }: Command): Promise<Cost> {
  return new Promise((done, fail) => {
    const cpu = cpuOfEndedChildren();
    const start = performance.now();
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.on('error', fail);
    let complaints = '';
    child.stderr.on('data', (data) => (complaints += data));
    let memory = 0;
    // The kernel keeps the high-water mark as long as the process lives.
    const watch = setInterval(() => {
      memory = highWaterOf(child.pid) ?? memory;
    }, 10);
    child.on('exit', (code) => {
      const time = (performance.now() - start) / 1000;
      clearInterval(watch);
      if (code === 0) done({ time, cpu: cpuOfEndedChildren() - cpu, memory });
      else fail(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${complaints}`));
    });
  });
}

/** In MiB; `undefined` if the process has just ended. */
function highWaterOf(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
