import { prepareOutput } from '../terminal/build-input.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import { isCalledInside } from '../terminal/paths.ts';
import { runBuild } from '../terminal/run-build.ts';

/**
 * `check`: all that `build` does, but nothing is written. Throws where `build` could not replace the output folder. Called inside the
 * content folder, it looks at an output folder only if one is named.
 */
export async function check(flags: BuildFlags, isOutNamed: boolean): Promise<void> {
  if (isOutNamed || !isCalledInside(flags.content)) prepareOutput(flags);
  await runBuild(flags, { isCheck: true });
}
