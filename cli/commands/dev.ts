import { dirname, join, resolve } from 'node:path';
import { createOwnFolder } from '../lib/own-folder.ts';
import type { ProgramSources } from '../server/dev-builder.ts';
import { serveAndWatch } from '../server/dev-server.ts';
import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { prepareOutput } from '../terminal/folders.ts';
import { isCalledInside } from '../terminal/paths.ts';

/** `dev`: builds, serves and watches until Ctrl+C. Without `out`, each `dev` has an output folder of its own, removed at the end. */
export async function dev(
  flags: Omit<BuildFlags, 'out'> & ServerFlags & { readonly out?: string },
  sources: ProgramSources,
): Promise<void> {
  const { out } = flags;
  if (out !== undefined) {
    prepareOutput({ ...flags, out });
    await serveAndWatch({ ...flags, out }, sources);
    return endProcess();
  }
  // Never inside the content.
  const parent = isCalledInside(flags.content) ? dirname(resolve(flags.content)) : '.';
  const own = createOwnFolder(join(parent, 'node_modules/.cache/galley-dev'));
  try {
    await serveAndWatch({ ...flags, out: join(own.folder, 'site') }, sources);
  } finally {
    own.remove();
  }
  endProcess();
}

/** Closed watchers of chokidar may keep the process alive if a folder was removed and made again. */
function endProcess() {
  setImmediate(() => process.exit());
}
