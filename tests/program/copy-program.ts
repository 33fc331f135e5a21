import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../cli/galley.mjs';
import { compileOnce, temporaryFolder } from '../helpers.ts';

/** A copy of the program in a folder of its own, bundled already: its sources may be changed, and nobody else uses its bundles. */
export async function copyProgram(): Promise<string> {
  const folder = temporaryFolder();
  for (const name of ['cli', 'templates', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  const bundle = await compileOnce();
  cpSync(bundle, join(packages, '.cache', 'galley', basename(bundle)), { recursive: true });
  return folder;
}

/** What starts the copy in `folder`. */
export const starterOf = (folder: string): Promise<typeof import('../../cli/galley.mjs')> =>
  import(pathToFileURL(join(folder, 'cli', 'galley.mjs')).href);
