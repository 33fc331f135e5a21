import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Generator, galley, hasCacheFlag, root } from './generators.ts';
import { type Cost, measure } from './measure.ts';
import { newPapers, type Stage } from './papers.ts';
import type { Results } from './tables.ts';

export const demoStates = ['pictures forgotten', 'pictures remembered'] as const;

/** Builds the paper of this repository cold: with no picture in the cache, and with all. */
export async function measureDemo({ work, rounds }: Stage): Promise<Results<Cost>> {
  const found: Record<string, Cost[]> = {};
  for (let round = 0; round < rounds; round++) {
    console.error(`demo, round ${round + 1} of ${rounds}`);
    const generator = galleyOfItsOwn(join(work, `demo-pictures-${round}`));
    for (const state of demoStates) {
      const { Galley: paper = '' } = newPapers(work, `demo-${round}-${state}`, join(root, 'content'), [
        generator,
      ]);
      found[state] = [...(found[state] ?? []), await measure(generator.build(paper))];
    }
  }
  return found;
}

/** Galley with no pictures in its cache. */
function galleyOfItsOwn(folder: string): Generator {
  if (hasCacheFlag('build')) return galley(folder);
  const packages = join(folder, 'node_modules');
  mkdirSync(packages, { recursive: true });
  for (const name of ['cli', 'templates', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  // It is compiled once, before anything is measured.
  spawnSync(process.execPath, [join(folder, 'cli', 'galley.mjs'), '--version']);
  return galley(folder, folder);
}
