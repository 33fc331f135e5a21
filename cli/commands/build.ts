import { prepareOutput } from '../terminal/build-input.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import { runBuild } from '../terminal/run-build.ts';

/** `build`: the whole site, into the output folder. */
export async function build(flags: BuildFlags): Promise<void> {
  prepareOutput(flags);
  await runBuild(flags);
}
