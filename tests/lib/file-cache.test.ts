import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFileCache } from '../../cli/lib/file-cache.ts';
import { temporaryFolder } from '../helpers.ts';

const picture = 'all the bytes of a picture';

/** Opens the cache in `folder`, as the next build does, and gives the content of a file and whether it was made. */
async function ask(folder: string, key = 'key') {
  let made = false;
  const file = await openFileCache(folder, '').file(key, 'png', () => {
    made = true;
    return picture;
  });
  return { content: readFileSync(file, 'utf8'), made };
}

describe('a cache', () => {
  it('makes a file once', async () => {
    const folder = join(temporaryFolder(), 'cache');
    expect(await ask(folder)).toEqual({ content: picture, made: true });
    expect(await ask(folder)).toEqual({ content: picture, made: false });
    expect(await ask(folder, 'other')).toEqual({ content: picture, made: true });
  });

  it.each([
    ['cut short', picture.slice(0, 9)],
    ['emptied', ''],
    ['zeroed by a disk', '\0'.repeat(picture.length)],
    ['replaced', 'another picture of this size'.slice(0, picture.length)],
  ])('makes a file again that was %s', async (_, damaged) => {
    const folder = temporaryFolder();
    await ask(folder);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), damaged);
    expect(await ask(folder)).toEqual({ content: picture, made: true });
    expect(await ask(folder)).toEqual({ content: picture, made: false });
  });

  it('stores nothing where making a file fails', async () => {
    const folder = temporaryFolder();
    const failing = openFileCache(folder, '').file('key', 'png', () => Promise.reject(new Error('No image')));
    await expect(failing).rejects.toThrow('No image');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says which folder cannot be read or written, in words', async () => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    expect(() => openFileCache(file, '')).toThrow(`${file} cannot be read: something around it is a file`);
    await expect(ask(join(file, 'pictures'))).rejects.toThrow(
      `The cache ${file}/pictures cannot be written: something around it is a file`,
    );
  });

  it('has other keys for other parts, however they are split, and for another version', () => {
    const { keyOf } = openFileCache(temporaryFolder(), 'a');
    const other = openFileCache(temporaryFolder(), 'b');
    expect(new Set([keyOf('ab', 'c'), keyOf('a', 'bc'), keyOf('abc'), other.keyOf('abc')]).size).toBe(4);
    expect(keyOf(Buffer.from('abc'))).toBe(keyOf('abc'));
  });

  it('keeps files that it did not write', async () => {
    const folder = temporaryFolder();
    const before = Date.now() / 1000 - 61 * 24 * 60 * 60;
    for (const name of ['bridge.jpg', 'bridge.2026.jpg']) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), before, before);
    }
    await ask(folder);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['bridge.jpg', 'bridge.2026.jpg']));
  });

  it('removes files that no build has used for 60 days, and records which ones a build uses', async () => {
    const folder = temporaryFolder();
    await ask(folder, 'unused');
    await ask(folder, 'used');
    const before = Date.now() / 1000 - 61 * 24 * 60 * 60;
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), before, before);
    expect(await ask(folder, 'used')).toMatchObject({ made: false });
    await ask(folder, 'new');
    const names = readdirSync(folder);
    expect(names.map((name) => name.split('.')[0]).sort()).toEqual(['new', 'used']);
    for (const name of names)
      expect(statSync(join(folder, name)).mtimeMs / 1000).toBeGreaterThan(before + 1000);
  });
});
