import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openContentFolder } from '../../cli/content/content-folder.ts';
import { temporaryFolder, write } from '../helpers.ts';

let folder: string;

const save = (path: string, text: string) => write(join(folder, path), text);

beforeEach(() => {
  folder = temporaryFolder();
  save('site.yaml', 'name: A\n');
  save('blog/a.md', 'A\r\n');
  save('media/a.txt', 'a');
});

describe('the hash of a content folder', () => {
  it.each<[string, () => void]>([
    ['a text', () => save('blog/a.md', 'B')],
    ['a file of media', () => save('media/a.txt', 'b')],
    ['a new file', () => save('blog/b.md', 'A\r\n')],
    ['a file less', () => rmSync(join(folder, 'blog', 'a.md'))],
    ['another name', () => renameSync(join(folder, 'blog', 'a.md'), join(folder, 'blog', 'b.md'))],
    ['an empty folder', () => mkdirSync(join(folder, 'blog', 'c'))],
    ['a link', () => symlinkSync('a.md', join(folder, 'blog', 'c.md'))],
  ])('is another one with %s', (_, change) => {
    const before = openContentFolder(folder).hash;
    change();
    expect(openContentFolder(folder).hash).not.toBe(before);
  });

  it('stays the same when a file is saved as it was, and with what editors leave', () => {
    const before = openContentFolder(folder).hash;
    save('blog/a.md', 'A\r\n');
    save('blog/.a.md.swp', 'x');
    expect(openContentFolder(folder).hash).toBe(before);
  });
});

it('says when a text that is read again has been saved meanwhile', () => {
  const text = 'x'.repeat(1_000_000);
  for (let i = 0; i < 70; i++) save(`blog/large-${i}.md`, `${text}${i}`);
  const { entries, bytesOf } = openContentFolder(folder);
  save('blog/large-9.md', 'saved');
  const last = entries.filter(({ path }) => path === 'blog/large-9.md');
  expect(() => last.map(bytesOf)).toThrow(
    /large-9\.md was saved while the site was built\. Run this again\.$/,
  );
});
