import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchFolders } from '../../cli/server/watch.ts';
import { temporaryFolder } from '../helpers.ts';

/** Watches one folder while `run` is running, which gets what was found so far: paths, or `whole`. */
async function watching(folder: string, run: (found: string[]) => Promise<void>): Promise<void> {
  const found: string[] = [];
  const failed = (error: unknown) => found.push(String(error));
  const unwatch = watchFolders([folder], (paths = ['whole']) => void found.push(...paths), failed);
  await run(found);
  unwatch();
}

/** How long a folder is gone, in milliseconds. */
const gaps = [0, 0, 0, 1, 1, 2, 3, 5, 0, 0, 8, 20, 70, 0, 0];

it('goes on watching a folder that is removed and made again, however soon', async () => {
  const content = join(temporaryFolder(), 'content');
  const pages = join(content, 'pages');
  const kept = temporaryFolder();
  for (let i = 0; i < 30; i++) writeFileSync(join(kept, `page-${i}.yaml`), 'title: A\n');
  cpSync(kept, pages, { recursive: true });
  await watching(content, async (found) => {
    for (const [round, gap] of gaps.entries()) {
      rmSync(round % 2 ? pages : content, { recursive: true });
      if (gap > 0) await delay(gap);
      mkdirSync(content, { recursive: true });
      cpSync(kept, pages, { recursive: true });
      await expect.poll(() => found).toContain('whole');
      // Longer than the debounce: that burst is over.
      await delay(200);
      found.length = 0;
      const path = join(pages, `new-${round}.yaml`);
      writeFileSync(path, 'title: New\n');
      await expect.poll(() => found).toContain(path);
    }
  });
}, 60_000);

it('finds a folder that is made later, with what is saved in it, and nothing beside it', async () => {
  const around = temporaryFolder();
  const feeds = join(around, '.galley', 'feeds');
  await watching(feeds, async (found) => {
    writeFileSync(join(around, 'beside'), '');
    mkdirSync(feeds, { recursive: true });
    await expect.poll(() => found).toContain('whole');
    found.length = 0;
    writeFileSync(join(feeds, '.hidden'), '');
    writeFileSync(join(feeds, 'feed.json'), '');
    await expect.poll(() => found).toContain(join(feeds, 'feed.json'));
    expect(new Set(found)).toEqual(new Set([join(feeds, 'feed.json')]));
  });
});
