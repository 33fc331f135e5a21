import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { makeOwnFolder, ownFolderOf } from '../lib/galley-folder.ts';
import { day, removeOld } from '../lib/remove-old.ts';
import type { ProgramSources } from './serve/dev-builder.ts';
import type { BuildFlags, ServerFlags } from './terminal/flags.ts';
import { building, examples, serving } from './terminal/options.ts';

type DevFlags = Omit<BuildFlags, 'out'> & ServerFlags & { readonly out?: string };

export function addDev(program: Command, sources: ProgramSources): void {
  serving(building(program.command('dev')))
    .description('builds, serves and watches: the browser reloads when a file is saved')
    .addHelpText('after', examples('dev --drafts', 'dev -- --port 3000'))
    .action((flags: DevFlags) => dev(flags, sources));
}

/** Builds, serves and watches until Ctrl+C. Without `out` it builds into a temporary folder. */
async function dev(flags: DevFlags, sources: ProgramSources): Promise<void> {
  const { requirePaper } = await import('./require-paper.ts');
  const { prepareOutput } = await import('./terminal/folders.ts');
  const { serveAndWatch } = await import('./serve/dev-server.ts');
  await requirePaper(flags, sources.root);
  const { out } = flags;
  if (out !== undefined) {
    prepareOutput({ ...flags, out });
    await serveAndWatch({ ...flags, out }, sources);
    return endProcess();
  }
  const folders = ownFolderOf(flags.content, 'dev');
  makeOwnFolder(folders);
  // Those of killed processes, where nothing was built for a week.
  removeOld(folders, 7 * day);
  const folder = mkdtempSync(join(folders, 'site-'));
  try {
    await serveAndWatch({ ...flags, out: join(folder, 'site') }, sources);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  endProcess();
}

/** Closed watchers of chokidar may keep the process alive if a folder was removed and made again. */
function endProcess() {
  setImmediate(() => process.exit());
}
