import type { Command } from 'commander';
import type { BuildFlags } from './terminal/flags.ts';
import { building, examples, forNetworks } from './terminal/options.ts';

export function addBuild(program: Command): void {
  building(forNetworks(program.command('build')), 'dist')
    .description(
      'validates the content, renders every page, and replaces the output folder: all at once or not at all',
    )
    .addHelpText('after', examples('build --base-url https://preview.example.com', 'build -- --drafts'))
    .action(build);
}

async function build(flags: BuildFlags): Promise<void> {
  if (flags.network === undefined) return (await import('./run/run-build.ts')).runBuild(flags);
  const { buildNetwork } = await import('./network/build-papers.ts');
  return buildNetwork(flags.network, flags, false);
}
