import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFile, replaceFile } from '../../cli/lib/replace-file.ts';
import { mountDisk } from '../disks.ts';
import { temporaryFolder } from '../helpers.ts';

const smallDisk = mountDisk(temporaryFolder(), '1k');

describe('createFile', () => {
  it('writes a new file, and never over another', () => {
    const path = join(temporaryFolder(), 'a.md');
    createFile(path, 'first');
    expect(() => createFile(path, 'second')).toThrow(/EEXIST/);
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(readdirSync(join(path, '..'))).toEqual(['a.md']);
  });
});

describe('replaceFile', () => {
  it('replaces the content of a file', () => {
    const path = join(temporaryFolder(), 'a.md');
    writeFileSync(path, 'first');
    replaceFile(path, 'second');
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(readdirSync(join(path, '..'))).toEqual(['a.md']);
  });
});

describe.skipIf(!smallDisk)('on a full disk (skipped where none can be mounted)', () => {
  it.each([createFile, replaceFile])('$name leaves nothing, and names the file', (write) => {
    const folder = temporaryFolder();
    mountDisk(folder, '64k');
    const path = join(folder, 'a.md');
    expect(() => write(path, 'x'.repeat(100_000))).toThrow(`${path} cannot be written: the disk is full`);
    expect(readdirSync(folder)).toEqual([]);
  });
});
