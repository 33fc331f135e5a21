import type { BuildFlags } from '../terminal/flags.ts';
import { runBuild } from '../terminal/run-build.ts';

/** `build`: the whole site, into the output folder. */
export const build = (flags: BuildFlags): Promise<void> => runBuild(flags);
