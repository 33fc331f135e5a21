import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeLock } from '../../cli/lib/lock.ts';
import { createWriter } from '../../cli/pipeline/write.ts';
import { temporaryFolder } from '../helpers.ts';
import { deadLocks, killAndRecover, ownHolder, race } from '../lib/lock-processes.ts';

describe('the lock and the swap, at length', () => {
  it.each([0, 1])('gives a dead lock to exactly one of twelve, 500 times (%i)', async (i) => {
    const dead = deadLocks(ownHolder(temporaryFolder()))[i];
    if (!dead) throw new Error('there is no such lock');
    const won = await race(temporaryFolder(), { runners: 12, rounds: 500, dead });
    const wrong = won.filter((winners) => winners !== 1);
    console.log(`${won.length} rounds on a lock ${dead.name}: ${wrong.length} without exactly one winner`);
    expect(wrong).toEqual([]);
  });

  it('finds a whole site after each of 200 kills', async () => {
    expect((await killAndRecover(temporaryFolder(), 200)).cut).toEqual([]);
  });

  it('tells how long 4,000 small files take', () => {
    const folder = temporaryFolder();
    const spent: Record<string, number[]> = { first: [], again: [], lock: [] };
    for (let round = 0; round < 5; round++) {
      rmSync(join(folder, 'dist'), { recursive: true, force: true });
      for (const kind of ['first', 'again']) {
        const start = performance.now();
        const writer = createWriter(join(folder, 'dist'), []);
        for (let i = 0; i < 4000; i++) writer.write({ path: `blog/${i}.html`, content: `${i} `.repeat(500) });
        writer.commit();
        spent[kind]?.push(performance.now() - start);
      }
      const start = performance.now();
      const taken = takeLock(join(folder, 'x.lock'));
      if ('lock' in taken) taken.lock.release();
      spent.lock?.push(performance.now() - start);
    }
    for (const [kind, times] of Object.entries(spent))
      console.log(kind, Math.round(times.sort((a, b) => a - b)[2] ?? 0), 'ms (median of 5)');
  });
});
