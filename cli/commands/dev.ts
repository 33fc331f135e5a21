import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder, ownFolderOf } from '../lib/galley-folder.ts';
import { day, removeOld } from '../lib/remove-old.ts';
import type { ProgramSources } from '../server/dev-builder.ts';
import { serveAndWatch } from '../server/dev-server.ts';
import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { prepareOutput } from '../terminal/folders.ts';
import { requirePaper } from './require-paper.ts';

/** `dev`: builds, serves and watches until Ctrl+C. Without `out` it builds into a temporary folder. */
export async function dev(
  flags: Omit<BuildFlags, 'out'> & ServerFlags & { readonly out?: string },
  sources: ProgramSources,
): Promise<void> {
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
