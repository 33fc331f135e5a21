import type { Command } from 'commander';
import type { BuildFlags, ServerFlags } from './terminal/flags.ts';
import { building, examples, serving } from './terminal/options.ts';

export function addStart(program: Command): void {
  serving(building(program.command('start'), 'dist'))
    .description('builds, and serves the site')
    .addHelpText('after', examples('start', 'start -- --port 3000'))
    .action(start);
}

async function start(flags: BuildFlags & ServerFlags): Promise<void> {
  const { runBuild } = await import('./run/run-build.ts');
  const { serveSite } = await import('./serve/serve-site.ts');
  await runBuild(flags);
  if (!process.exitCode) await serveSite(flags);
}
