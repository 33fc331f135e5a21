import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ProgramSources } from '../server/dev-builder.ts';
import { serveAndWatch } from '../server/dev-server.ts';
import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { prepareOutput } from '../terminal/folders.ts';
import { isCalledInside } from '../terminal/paths.ts';

/** `dev`: builds, serves and watches until Ctrl+C. Without `out` it builds into a temporary folder. */
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
  const folder = createOwnFolder(join(parent, 'node_modules/.cache/galley-dev'));
  try {
    await serveAndWatch({ ...flags, out: join(folder, 'site') }, sources);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  endProcess();
}

/** Makes a new folder in `parent`, and removes those of killed processes: where nothing was built for a week. */
function createOwnFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  const weekAgo = Date.now() - 7 * 24 * 60 * 60 * 1000;
  for (const path of readdirSync(parent).map((name) => join(parent, name)))
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? weekAgo) < weekAgo)
      rmSync(path, { recursive: true, force: true });
  return mkdtempSync(join(parent, 'site-'));
}

/** Closed watchers of chokidar may keep the process alive if a folder was removed and made again. */
function endProcess() {
  setImmediate(() => process.exit());
}
