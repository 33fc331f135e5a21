import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What a run of the program came to. */
export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run that is asked for. */
export interface Call {
  readonly folder: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The folder of a compiled program; this one if it is left out. */
  readonly program?: string | undefined;
}

let child: ChildProcess | undefined;

/**
 * Runs the program as `galley` does, but in a process that has run it before, which takes a fifth of the time: for what a command reads,
 * writes and prints, not for how it starts and ends. One run at a time.
 */
export async function galleyWarm(
  folder: string,
  args: readonly string[],
  environment: Call['environment'] = {},
  program?: string,
): Promise<Run> {
  child ??= fork(join(import.meta.dirname, 'warm-program-child.mjs'), {
    // Without the loaders of this process, which the workers of a command would inherit.
    execArgv: [],
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send({ folder, args, environment, program } satisfies Call);
  const [run] = await once(child, 'message');
  return run;
}
