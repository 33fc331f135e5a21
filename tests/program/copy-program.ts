import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from '../../cli/galley.mjs';
import { temporaryFolder } from '../helpers.ts';
import { copyProgramTo } from '../program-copy.ts';

/** A copy of the program in a folder of its own, bundled already: its sources may be changed, and nobody else uses its bundles. */
export async function copyProgram(): Promise<string> {
  const folder = temporaryFolder();
  copyProgramTo(folder);
  const bundle = await compile();
  cpSync(bundle, join(folder, 'node_modules', '.cache', 'galley', basename(bundle)), { recursive: true });
  return folder;
}

/** What starts the copy in `folder`. */
export const starterOf = (folder: string): Promise<typeof import('../../cli/galley.mjs')> =>
  import(pathToFileURL(join(folder, 'cli', 'galley.mjs')).href);
