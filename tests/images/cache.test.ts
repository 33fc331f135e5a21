import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../cli/images/cache.ts';
import { temporaryFolder } from '../helpers.ts';

const picture = 'all the bytes of a picture';

/** Asks a memory in `folder`, as the next build would, and gives what it has and whether that had to be made. */
async function ask(folder: string, key = 'key') {
  let made = false;
  const file = await openCache(folder, '').file(key, 'png', () => {
    made = true;
    return picture;
  });
  return { content: readFileSync(file, 'utf8'), made };
}

describe('a memory', () => {
  it('makes a thing once', async () => {
    const folder = join(temporaryFolder(), 'memory');
    expect(await ask(folder)).toEqual({ content: picture, made: true });
    expect(await ask(folder)).toEqual({ content: picture, made: false });
    expect(await ask(folder, 'other')).toEqual({ content: picture, made: true });
  });

  it.each([
    ['cut short', picture.slice(0, 9)],
    ['emptied', ''],
    ['zeroed by a disk', '\0'.repeat(picture.length)],
    ['replaced', 'another picture of this size'.slice(0, picture.length)],
  ])('makes again what was %s', async (_, damaged) => {
    const folder = temporaryFolder();
    await ask(folder);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), damaged);
    expect(await ask(folder)).toEqual({ content: picture, made: true });
    expect(await ask(folder)).toEqual({ content: picture, made: false });
  });

  it('keeps nothing of what could not be made', async () => {
    const folder = temporaryFolder();
    const failing = openCache(folder, '').file('key', 'png', () => Promise.reject(new Error('No ink')));
    await expect(failing).rejects.toThrow('No ink');
    expect(readdirSync(folder)).toEqual([]);
  });
});
