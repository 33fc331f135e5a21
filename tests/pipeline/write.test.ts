import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFile, createWriter, mend, SurroundingsError } from '../../cli/pipeline/write.ts';
import { temporaryFolder } from '../helpers.ts';

/** Writes files the way a build does. */
function put(out: string, files: Readonly<Record<string, string>>) {
  const writer = createWriter(out, []);
  for (const [path, content] of Object.entries(files)) writer.write({ path, content });
  return writer.commit();
}

/** The files of a built folder, and what stands beside it. */
const tree = (out: string) => ({
  files: Object.fromEntries(
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.galley-site')
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(out.length + 1),
        readFileSync(join(entry.parentPath, entry.name), 'utf8'),
      ]),
  ),
  beside: readdirSync(join(out, '..')),
});

describe('createWriter', () => {
  it('shows nothing before commit, and everything after it', () => {
    const out = join(temporaryFolder(), 'dist');
    const writer = createWriter(out, []);
    writer.write({ path: 'index.html', content: 'home' });
    writer.write({ path: 'blog/a.html', content: 'a' });
    expect(existsSync(out)).toBe(false);
    expect(writer.commit()).toEqual({ files: 2, bytes: 5, unchanged: 0 });
    expect(tree(out)).toEqual({ files: { 'index.html': 'home', 'blog/a.html': 'a' }, beside: ['dist'] });
  });

  it('takes away what no longer belongs', () => {
    const out = join(temporaryFolder(), 'dist');
    put(out, { 'a.html': '1', 'old/b.html': '2' });
    put(out, { 'a.html': '1' });
    expect(tree(out).files).toEqual({ 'a.html': '1' });
  });

  it('keeps the times of files that did not change', () => {
    const out = join(temporaryFolder(), 'dist');
    put(out, { 'same.html': 'same', 'other.html': 'one' });
    const long = new Date('2020-01-01T00:00:00Z');
    for (const name of ['same.html', 'other.html']) utimesSync(join(out, name), long, long);
    expect(put(out, { 'same.html': 'same', 'other.html': 'two' })).toMatchObject({ unchanged: 1 });
    expect(statSync(join(out, 'same.html')).mtime).toEqual(long);
    expect(statSync(join(out, 'other.html')).mtime).not.toEqual(long);
    expect(tree(out).files).toEqual({ 'same.html': 'same', 'other.html': 'two' });
  });

  it('leaves the last good site whole when it is abandoned', () => {
    const out = join(temporaryFolder(), 'dist');
    put(out, { 'a.html': 'good' });
    const writer = createWriter(out, []);
    writer.write({ path: 'a.html', content: 'half' });
    writer.abandon();
    expect(tree(out)).toEqual({ files: { 'a.html': 'good' }, beside: ['dist'] });
  });

  it.each(['../out.html', '/etc/out.html', 'a/../../out.html', 'a//b.html', ''])(
    'refuses the path %j, which leaves the folder',
    (path) => {
      const writer = createWriter(join(temporaryFolder(), 'dist'), []);
      expect(() => writer.write({ path, content: '' })).toThrow(/leaves the output folder/);
      writer.abandon();
    },
  );

  it('refuses two files at one path, also where only capitals differ', () => {
    const writer = createWriter(join(temporaryFolder(), 'dist'), []);
    writer.write({ path: 'a.html', content: '' });
    expect(() => writer.write({ path: 'A.html', content: '' })).toThrow(/Two files/);
    writer.abandon();
  });

  it('refuses a folder that holds what Galley did not make', () => {
    const out = join(temporaryFolder(), 'dist');
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.txt'), 'years of work');
    expect(() => createWriter(out, [])).toThrow(SurroundingsError);
    expect(readFileSync(join(out, 'thesis.txt'), 'utf8')).toBe('years of work');
  });

  it.each([
    ['the content folder', 'content'],
    ['a folder inside it', 'content/dist'],
    ['a folder around it', '.'],
  ])('refuses to write over %s', (_name, out) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'content'));
    expect(() => createWriter(join(folder, out), [join(folder, 'content')])).toThrow(SurroundingsError);
  });

  it('keeps two builds of one folder apart', () => {
    const out = join(temporaryFolder(), 'dist');
    const first = createWriter(out, []);
    expect(() => createWriter(out, [])).toThrow(/Another build/);
    first.abandon();
    createWriter(out, []).abandon();
  });

  it('takes over the lock of a build that is no more', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.dist.lock'), '999999999');
    put(join(folder, 'dist'), { 'a.html': '1' });
    expect(readdirSync(folder)).toEqual(['dist']);
  });

  it('never links a symbolic link into the new site', () => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    put(out, { 'b.html': '2' });
    writeFileSync(join(folder, 'outside'), 'text');
    symlinkSync(join(folder, 'outside'), join(out, 'a.html'));
    put(out, { 'a.html': 'text' });
    expect(statSync(join(out, 'a.html')).ino).not.toBe(statSync(join(folder, 'outside')).ino);
  });
});

describe('mend', () => {
  it('finishes a swap that was cut between its two renames', () => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    put(out, { 'a.html': 'old' });
    put(join(folder, 'new'), { 'a.html': 'new' });
    renameSync(out, join(folder, '.dist.old'));
    renameSync(join(folder, 'new'), join(folder, '.dist.next'));
    mend(out);
    expect(tree(out)).toEqual({ files: { 'a.html': 'new' }, beside: ['dist'] });
  });

  it('takes away the half-built staging of a build that was killed, and leaves the site', () => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    put(out, { 'a.html': 'good' });
    mkdirSync(join(folder, '.dist.next'));
    writeFileSync(join(folder, '.dist.next', '.galley-site'), '');
    writeFileSync(join(folder, '.dist.next', 'a.html'), 'ha');
    mend(out);
    expect(tree(out)).toEqual({ files: { 'a.html': 'good' }, beside: ['dist'] });
  });

  it.each(['.dist.next', '.dist.old'])('never touches a folder %s that Galley did not make', (name) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'thesis.txt'), 'years of work');
    expect(() => mend(join(folder, 'dist'))).toThrow(SurroundingsError);
    expect(() => createWriter(join(folder, 'dist'), [])).toThrow(SurroundingsError);
    expect(readFileSync(join(folder, name, 'thesis.txt'), 'utf8')).toBe('years of work');
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('leaves a build that is running alone', () => {
    const out = join(temporaryFolder(), 'dist');
    const writer = createWriter(out, []);
    writer.write({ path: 'a.html', content: '1' });
    mend(out);
    writer.commit();
    expect(tree(out).files).toEqual({ 'a.html': '1' });
  });
});

describe('createFile', () => {
  it('writes a file whole, and never over another', () => {
    const path = join(temporaryFolder(), 'a.md');
    createFile(path, 'first');
    expect(() => createFile(path, 'second')).toThrow(/EEXIST/);
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(readdirSync(join(path, '..'))).toEqual(['a.md']);
  });
});
