import { join } from 'node:path';
import { galley, root } from './generators.ts';
import { type Cost, measure } from './measure.ts';
import { newPapers, type Stage } from './papers.ts';
import type { Results } from './tables.ts';

export const demoStates = ['pictures not cached', 'pictures cached'] as const;

/** Builds the demo cold, with no pictures in the cache and with all of them. */
export async function measureDemo({ work, rounds }: Stage): Promise<Results<Cost>> {
  const found: Record<string, Cost[]> = {};
  for (let round = 0; round < rounds; round++) {
    console.error(`demo, round ${round + 1} of ${rounds}`);
    const generator = galley(join(work, `demo-cache-${round}`));
    for (const state of demoStates) {
      const { Galley: paper = '' } = newPapers(work, `demo-${round}-${state}`, join(root, 'content'), [
        generator,
      ]);
      found[state] = [...(found[state] ?? []), await measure(generator.build(paper))];
    }
  }
  return found;
}
