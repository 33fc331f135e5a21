import { join } from 'node:path';
import type { Command } from 'commander';
import { makeOwnFolder, ownFolderOf } from '../lib/galley-folder.ts';
import type { BuildFlags, ServerFlags } from './terminal/flags.ts';
import { building, examples, serving } from './terminal/options.ts';

type DevFlags = Omit<BuildFlags, 'out'> & ServerFlags & { readonly out?: string };

export function addDev(program: Command): void {
  serving(building(program.command('dev')))
    .description('builds, serves and watches: the browser reloads when a file is saved')
    .addHelpText('after', examples('dev --drafts', 'dev -- --port 3000'))
    .action(dev);
}

/** Builds, serves and watches until Ctrl+C. Without `out` it builds into a folder of its own. */
async function dev(flags: DevFlags): Promise<void> {
  const { prepareOutput, requireContent } = await import('./terminal/flags.ts');
  const { serveAndWatch } = await import('./serve/dev-server.ts');
  requireContent(flags.content);
  const own = ownFolderOf(flags.content, 'dev', flags.cache);
  if (flags.out === undefined) makeOwnFolder(own);
  // One that runs beside it, with drafts or without, has a site of its own.
  const complete = { ...flags, out: flags.out ?? join(own, flags.drafts ? 'drafts' : 'site') };
  prepareOutput(complete);
  await serveAndWatch(complete);
  // Closed watchers of chokidar may keep the process alive if a folder was removed and made again.
  setImmediate(() => process.exit());
}
