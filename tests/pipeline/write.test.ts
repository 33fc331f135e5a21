import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../cli/lib/environment-error.ts';
import { requireReplaceable } from '../../cli/output/replaceable.ts';
import { recover } from '../../cli/output/swap.ts';
import { createWriter } from '../../cli/pipeline/write.ts';
import { mountDisk } from '../disks.ts';
import { temporaryFolder } from '../helpers.ts';
import { bundleWriter, killAndRecover, ownHolder } from '../lib/lock-processes.ts';

const deadHolder = { ...ownHolder(temporaryFolder()), pid: 4_194_303 };

/** Leaves the staging folder and the lock of a build that was killed. */
function killedBuild(folder: string, token = 'feedfeedfeedfeed') {
  const staging = join(folder, `.dist.next.${token}`);
  mkdirSync(staging);
  writeFileSync(join(staging, '.galley-site'), 'Made by Galley. This site is not complete.\n');
  writeFileSync(join(staging, 'a.html'), 'ha');
  writeFileSync(join(folder, '.dist.lock'), JSON.stringify({ ...deadHolder, token }));
}

const stagingIn = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => name.startsWith('.dist.next.')) ?? '');

/** Writes files the way a build does. */
function put(out: string, files: Readonly<Record<string, string>>) {
  const writer = createWriter(out, []);
  for (const [path, content] of Object.entries(files)) writer.write({ path, content });
  return writer.commit();
}

/** The files of a built folder, and the names beside it. */
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

  it('removes files that the new site does not have', () => {
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

  it('makes a folder where there was a file, and a file where there was a folder', () => {
    const out = join(temporaryFolder(), 'dist');
    put(out, { a: '1', 'b/c.html': '2' });
    put(out, { 'a/d.html': '3', b: '4' });
    expect(tree(out).files).toEqual({ 'a/d.html': '3', b: '4' });
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
    expect(() => createWriter(out, [])).toThrow(EnvironmentError);
    expect(readFileSync(join(out, 'thesis.txt'), 'utf8')).toBe('years of work');
  });

  it.each([
    ['the content folder', 'content'],
    ['a folder inside it', 'content/dist'],
    ['a folder around it', '.'],
  ])('refuses to write over %s', (_name, out) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'content'));
    expect(() => createWriter(join(folder, out), [join(folder, 'content')])).toThrow(EnvironmentError);
  });

  it('keeps two builds of one folder apart', () => {
    const out = join(temporaryFolder(), 'dist');
    const first = createWriter(out, []);
    expect(() => createWriter(out, [], { onWait: () => {} })).toThrow(
      /Another build is writing .*: process \d+ since .*Wait/,
    );
    first.abandon();
    createWriter(out, []).abandon();
  });

  it('takes over the lock of a dead build, and removes what that has left', () => {
    const folder = temporaryFolder();
    killedBuild(folder);
    writeFileSync(join(folder, '.dist.lock.beefbeefbeefbeef'), '');
    put(join(folder, 'dist'), { 'a.html': '1' });
    expect(readdirSync(folder)).toEqual(['dist']);
  });

  it('never links a symbolic link into the new site', () => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    put(out, { 'a.html': 'text', 'b.html': '2' });
    writeFileSync(join(folder, 'outside'), 'text');
    unlinkSync(join(out, 'a.html'));
    symlinkSync(join(folder, 'outside'), join(out, 'a.html'));
    put(out, { 'a.html': 'text' });
    expect(statSync(join(out, 'a.html')).ino).not.toBe(statSync(join(folder, 'outside')).ino);
  });
});

describe('a file that no build wrote', () => {
  let out: string;
  beforeEach(() => {
    out = join(temporaryFolder(), 'dist');
    put(out, { 'index.html': 'home', 'blog/é.html': 'a', 'odd/100%\nsure.html': 'b' });
  });

  it('stops a build before it begins, and is named', () => {
    writeFileSync(join(out, 'CNAME'), 'paper.example');
    mkdirSync(join(out, 'uploads/2026'), { recursive: true });
    for (const name of ['a', 'b']) writeFileSync(join(out, 'uploads/2026', name), '');
    writeFileSync(join(out, 'blog', 'own.html'), '');
    expect(() => requireReplaceable(out, [])).toThrow(/: CNAME, blog\/own\.html, uploads\/\. Move/);
    expect(() => put(out, { 'index.html': 'new' })).toThrow(EnvironmentError);
    expect(tree(out)).toMatchObject({
      files: { CNAME: 'paper.example', 'index.html': 'home' },
      beside: ['dist'],
    });
  });

  it('is named by five of its files and a count', () => {
    for (const name of 'abcdefg') writeFileSync(join(out, name), '');
    expect(() => requireReplaceable(out, [])).toThrow(/: a, b, c, d, e and 2 more\. Move/);
  });

  it('is removed under force, and the result names it', () => {
    writeFileSync(join(out, 'CNAME'), 'paper.example');
    requireReplaceable(out, [], true);
    const writer = createWriter(out, [], { force: true });
    writer.write({ path: 'index.html', content: 'new' });
    expect(writer.commit()).toEqual({ files: 1, bytes: 3, unchanged: 0, removed: ['CNAME'] });
    expect(tree(out)).toEqual({ files: { 'index.html': 'new' }, beside: ['dist'] });
  });

  it('is found at the end as well, if it was added during the build', () => {
    const writer = createWriter(out, []);
    writer.write({ path: 'index.html', content: 'new' });
    writeFileSync(join(out, 'CNAME'), 'paper.example');
    expect(() => writer.commit()).toThrow(/CNAME/);
    writer.abandon();
    expect(tree(out)).toMatchObject({
      files: { CNAME: 'paper.example', 'index.html': 'home' },
      beside: ['dist'],
    });
  });

  it('is not one that a desktop leaves, nor one that was edited or deleted in place, nor an empty folder', () => {
    for (const name of ['.DS_Store', 'Thumbs.db', 'blog/desktop.ini', 'blog/._a.html'])
      writeFileSync(join(out, name), '');
    writeFileSync(join(out, 'index.html'), 'edited');
    unlinkSync(join(out, 'blog/é.html'));
    mkdirSync(join(out, 'empty'));
    put(out, { 'index.html': 'new' });
    expect(tree(out)).toEqual({ files: { 'index.html': 'new' }, beside: ['dist'] });
  });

  it.each(['', 'Made by Galley. This site is not complete.\n', 'Made by', '\0'.repeat(80)])(
    'stops a build where the list is damaged: %j',
    (damaged) => {
      writeFileSync(join(out, '.galley-site'), damaged);
      writeFileSync(join(out, 'CNAME'), '');
      expect(() => createWriter(out, [])).toThrow(/CNAME/);
      expect(existsSync(join(out, 'CNAME'))).toBe(true);
    },
  );

  it('is never removed from a folder that is no site, even under force', () => {
    unlinkSync(join(out, '.galley-site'));
    expect(() => createWriter(out, [], { force: true })).toThrow(/Galley did not make/);
  });
});

describe('commit', () => {
  it.each<[string, (staging: string) => void]>([
    ['vanished', (staging) => unlinkSync(join(staging, 'blog/a.html'))],
    ['was cut short', (staging) => truncateSync(join(staging, 'blog/a.html'), 1)],
  ])('fails and leaves the old site where a written file %s', (_name, spoil) => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    put(out, { 'index.html': 'old' });
    const writer = createWriter(out, []);
    writer.write({ path: 'index.html', content: 'new' });
    writer.write({ path: 'blog/a.html', content: 'text' });
    spoil(stagingIn(folder));
    expect(() => writer.commit()).toThrow(/1 of 2 files are not on the disk .*: blog\/a\.html\./);
    writer.abandon();
    expect(tree(out)).toEqual({ files: { 'index.html': 'old' }, beside: ['dist'] });
  });

  it('fails where another file was added to its files', () => {
    const folder = temporaryFolder();
    const writer = createWriter(join(folder, 'dist'), []);
    writer.write({ path: 'index.html', content: 'new' });
    writeFileSync(join(stagingIn(folder), 'stray.html'), '');
    expect(() => writer.commit()).toThrow(/stray\.html/);
    writer.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('fails after its build was suspended and another took its place, and changes neither site nor lock', () => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    const woken = createWriter(out, []);
    woken.write({ path: 'index.html', content: 'woken' });
    // Another host sees a suspended build as a dead one.
    writeFileSync(join(folder, '.dist.lock'), JSON.stringify(deadHolder));
    put(out, { 'index.html': 'other' });
    const running = createWriter(out, []);
    expect(() => woken.write({ path: 'a/b.html', content: '' })).toThrow(/took the place of this one/);
    expect(() => woken.commit()).toThrow(/took the place of this one/);
    woken.abandon();
    running.write({ path: 'index.html', content: 'third' });
    running.commit();
    expect(tree(out)).toEqual({ files: { 'index.html': 'third' }, beside: ['dist'] });
  });
});

const smallDisk = mountDisk(temporaryFolder(), '1k');

describe.skipIf(!smallDisk)('on a full disk (skipped where none can be mounted)', () => {
  const disk = () => {
    const folder = temporaryFolder();
    mountDisk(folder, '256k');
    return folder;
  };

  it('names the file that does not fit, keeps the old site, and leaves nothing behind', () => {
    const folder = disk();
    const out = join(folder, 'dist');
    put(out, { 'index.html': 'old' });
    for (const content of ['x'.repeat(400_000), new Uint8Array(400_000)]) {
      const writer = createWriter(out, []);
      expect(() => writer.write({ path: 'large.html', content })).toThrow(
        /^\/.*dist\/large\.html cannot be written: the disk is full \(ENOSPC\)\.$/,
      );
      writer.abandon();
    }
    expect(tree(out)).toEqual({ files: { 'index.html': 'old' }, beside: ['dist'] });
  });

  it('leaves no lock behind where there is no room even for that', () => {
    const folder = disk();
    expect(() => writeFileSync(join(folder, 'ballast'), new Uint8Array(400_000))).toThrow(/ENOSPC/);
    expect(() => createWriter(join(folder, 'dist'), [])).toThrow(/the disk is full/);
    expect(readdirSync(folder)).toEqual(['ballast']);
  });

  it('does nothing on a read-only disk where a site exists', () => {
    const folder = disk();
    put(join(folder, 'dist'), { 'index.html': 'old' });
    killedBuild(folder);
    spawnSync('mount', ['-o', 'remount,ro', folder]);
    recover(join(folder, 'dist'));
    expect(() => createWriter(join(folder, 'dist'), [])).toThrow(/the disk is read-only \(EROFS\)/);
  });
});

describe('recover', () => {
  it('completes a swap that was cut between its two renames', () => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    put(out, { 'a.html': 'old' });
    put(join(folder, 'new'), { 'a.html': 'new' });
    renameSync(out, join(folder, '.dist.old'));
    renameSync(join(folder, 'new'), join(folder, '.dist.next'));
    recover(out);
    expect(tree(out)).toEqual({ files: { 'a.html': 'new' }, beside: ['dist'] });
  });

  it('removes the staging folder of a build that was killed, and leaves the site', () => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    put(out, { 'a.html': 'good' });
    killedBuild(folder);
    recover(out);
    expect(tree(out)).toEqual({ files: { 'a.html': 'good' }, beside: ['dist'] });
  });

  it('never takes an incomplete staging folder for a site, also where there is no site yet', () => {
    const folder = temporaryFolder();
    killedBuild(folder);
    recover(join(folder, 'dist'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('puts the old site back where the new one is gone', () => {
    const folder = temporaryFolder();
    const out = join(folder, 'dist');
    put(out, { 'a.html': 'old' });
    renameSync(out, join(folder, '.dist.old'));
    recover(out);
    expect(tree(out)).toEqual({ files: { 'a.html': 'old' }, beside: ['dist'] });
  });

  it('does not touch folders that only have names like staging', () => {
    const folder = temporaryFolder();
    for (const name of ['.dist.next.bak', '.dist.next.feedfeedfeedfeed', '.dist.locked']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'thesis.txt'), 'years of work');
    }
    killedBuild(folder, 'beefbeefbeefbeef');
    recover(join(folder, 'dist'));
    expect(readdirSync(folder).sort()).toEqual([
      '.dist.locked',
      '.dist.next.bak',
      '.dist.next.feedfeedfeedfeed',
    ]);
  });

  it('finds the old site or the new one whole, whenever a build was killed', async () => {
    const { cut } = await killAndRecover(temporaryFolder(), 8);
    expect(cut).toEqual([]);
  });

  it.each(['.dist.next', '.dist.old'])('never touches a folder %s that Galley did not make', (name) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'thesis.txt'), 'years of work');
    expect(() => recover(join(folder, 'dist'))).toThrow(EnvironmentError);
    expect(() => createWriter(join(folder, 'dist'), [])).toThrow(EnvironmentError);
    expect(readFileSync(join(folder, name, 'thesis.txt'), 'utf8')).toBe('years of work');
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('leaves a build that is running alone', () => {
    const out = join(temporaryFolder(), 'dist');
    const writer = createWriter(out, []);
    writer.write({ path: 'a.html', content: '1' });
    recover(out);
    writer.commit();
    expect(tree(out).files).toEqual({ 'a.html': '1' });
  });
});

describe('in another PID namespace', () => {
  const unshare = ['--pid', '--fork', '--mount-proc', process.execPath];
  const allowed = spawnSync('unshare', [...unshare, '--version']).status === 0;

  it.skipIf(!allowed)(
    'neither recovery nor a build touches a build under way (skipped where none can be made)',
    async () => {
      const folder = temporaryFolder();
      const out = join(folder, 'place', 'dist');
      const script = join(folder, 'strange.mjs');
      await bundleWriter(folder);
      writeFileSync(
        script,
        `import { createWriter, recover } from './writer.mjs';
      recover(process.argv[2]);
      try { createWriter(process.argv[2], []); } catch (error) { console.log(error.name); }`,
      );
      const writer = createWriter(out, []);
      writer.write({ path: 'a.html', content: 'a' });
      const stranger = spawnSync('unshare', [...unshare, script, out], { encoding: 'utf8' });
      expect(stranger.stdout).toBe('EnvironmentError\n');
      writer.write({ path: 'b.html', content: 'b' });
      writer.commit();
      expect(tree(out)).toEqual({ files: { 'a.html': 'a', 'b.html': 'b' }, beside: ['dist'] });
    },
  );
});
