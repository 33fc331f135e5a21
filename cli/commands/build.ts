import type { BuildFlags } from '../terminal/flags.ts';
import { runBuild } from '../terminal/run-build.ts';

/** `build`: the whole site, into the output folder; with `network`, the sites of all its papers. */
export async function build(flags: BuildFlags): Promise<void> {
  if (flags.network === undefined) return runBuild(flags);
  const { buildNetwork } = await import('../network/build-papers.ts');
  return buildNetwork(flags.network, flags, false);
}
