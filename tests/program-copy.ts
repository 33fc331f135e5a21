import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli/galley.mjs';

/** Copies the program, without what was compiled of it: its sources there may be changed. */
export function copyProgramTo(folder: string): void {
  for (const name of ['cli', 'templates', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
}
