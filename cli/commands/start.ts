import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { build, prepareOutput } from './build.ts';
import { preview } from './preview.ts';
import { pullAtMost } from './pull.ts';

/** How long `start` waits for headlines, in milliseconds: whoever tries a paper wants to see it. */
const patience = 5000;

/** `start`: pulls what can be had at once, builds, and serves what was built. */
export async function start(flags: BuildFlags & ServerFlags): Promise<void> {
  prepareOutput(flags);
  process.stdout.write(`${await pullAtMost(patience, flags)}\n`);
  await build(flags);
  if (!process.exitCode) await preview(flags);
}
