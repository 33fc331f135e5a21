import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../cli/lib/errors.ts';
import type { Outputs } from '../../cli/site/manifest.ts';
import { requireReplaceable } from '../../cli/site/site-folder.ts';
import { recover } from '../../cli/site/swap.ts';
import { createWriter } from '../../cli/site/write.ts';
import { mountDisk } from '../disks.ts';
import { temporaryFolder, write } from '../helpers.ts';
import { buildAtOnce, bundleWriter, killAndRecover } from '../pipeline/builders.ts';

let folder: string;
let out: string;

beforeEach(() => {
  folder = temporaryFolder();
  out = join(folder, 'dist');
});

/** The staging folder of the build under way, as that of a build that was killed. */
function killed(): string {
  const dead = staging().replace(`-${process.pid}-`, '-4194303-');
  renameSync(staging(), dead);
  return dead;
}

const staging = () => join(folder, readdirSync(folder).find((name) => name.startsWith('.dist.next.')) ?? '');

/** Starts a build that has written some files. */
function begin(files: Readonly<Record<string, string>>, options?: Parameters<typeof createWriter>[2]) {
  const writer = createWriter(out, [], options);
  for (const [path, content] of Object.entries(files)) writer.write({ path, content });
  return writer;
}

/** Writes files as a whole build does. */
const put = (files: Readonly<Record<string, string>>) => begin(files).commit();

/** The files of the site, and the names beside it. */
const tree = () => ({
  files: Object.fromEntries(
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.galley-site')
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(out.length + 1),
        readFileSync(join(entry.parentPath, entry.name), 'utf8'),
      ]),
  ),
  beside: readdirSync(folder),
});

describe('createWriter', () => {
  it('shows nothing before commit, and everything after it', () => {
    const writer = begin({ 'index.html': 'home', 'blog/a.html': 'a' });
    expect(existsSync(out)).toBe(false);
    expect(writer.commit()).toEqual({ files: 2, bytes: 5, unchanged: 0 });
    expect(tree()).toEqual({ files: { 'index.html': 'home', 'blog/a.html': 'a' }, beside: ['dist'] });
  });

  it('keeps the times of files that did not change', () => {
    put({ 'same.html': 'same', 'other.html': 'one' });
    const long = new Date('2020-01-01T00:00:00Z');
    for (const name of ['same.html', 'other.html']) utimesSync(join(out, name), long, long);
    expect(put({ 'same.html': 'same', 'other.html': 'two' })).toMatchObject({ unchanged: 1 });
    expect(statSync(join(out, 'same.html')).mtime).toEqual(long);
    expect(statSync(join(out, 'other.html')).mtime).not.toEqual(long);
    expect(tree().files).toEqual({ 'same.html': 'same', 'other.html': 'two' });
  });

  it('moves folders in which every file is kept, and no others', () => {
    const inodeOf = (path: string) => statSync(join(out, path)).ino;
    const site = { 'a.html': '1', 'whole/b/index.html': '2', 'part/c.html': '3', 'more/d.html': '4' };
    let former: Outputs = new Map();
    const build = (files: Readonly<Record<string, string>>, force = false) =>
      begin(files, { former, force }).commit((outputs) => {
        former = outputs;
      });
    build(site);
    const before = ['whole', 'whole/b', 'part', 'more'].map(inodeOf);
    writeFileSync(join(out, 'more/stray.txt'), 'by hand');
    const next = { ...site, 'part/c.html': 'new' };
    expect(build(next, true)).toEqual({ files: 4, bytes: 6, unchanged: 3, removed: ['more/stray.txt'] });
    expect(tree()).toEqual({ files: next, beside: ['dist'] });
    const [whole, inner, part, more] = ['whole', 'whole/b', 'part', 'more'].map(inodeOf);
    expect([whole, inner]).toEqual(before.slice(0, 2));
    expect(before).not.toContain(part);
    expect(before).not.toContain(more);
    expect(build(next)).toMatchObject({ unchanged: 4 });
    expect(tree().files).toEqual(next);
  });

  it('removes what the new site does not have, and makes folders of files and files of folders', () => {
    put({ a: '1', 'b/c.html': '2', 'old/d.html': '3' });
    put({ 'a/d.html': '3', b: '4' });
    expect(tree()).toEqual({ files: { 'a/d.html': '3', b: '4' }, beside: ['dist'] });
  });

  it.each(['../out.html', '/etc/out.html', 'a/../../out.html', 'a//b.html', ''])(
    'refuses the path %j, which leaves the folder',
    (path) => {
      const writer = createWriter(out, []);
      expect(() => writer.write({ path, content: '' })).toThrow(/leaves the output folder/);
      writer.abandon();
    },
  );

  it('refuses two files at one path, also where only capitals differ', () => {
    const writer = begin({ 'a.html': '' });
    expect(() => writer.write({ path: 'A.html', content: '' })).toThrow(/Two files/);
    writer.abandon();
  });

  it.each([
    ['the content folder', 'content'],
    ['a folder inside it', 'content/dist'],
    ['a folder around it', '.'],
  ])('refuses to write over %s', (_name, out) => {
    mkdirSync(join(folder, 'content'));
    expect(() => createWriter(join(folder, out), [join(folder, 'content')])).toThrow(EnvironmentError);
  });

  it('never links a symbolic link into the new site', () => {
    put({ 'a.html': 'text', 'b.html': '2' });
    writeFileSync(join(folder, 'outside'), 'text');
    unlinkSync(join(out, 'a.html'));
    symlinkSync(join(folder, 'outside'), join(out, 'a.html'));
    put({ 'a.html': 'text' });
    expect(statSync(join(out, 'a.html')).ino).not.toBe(statSync(join(folder, 'outside')).ino);
  });
});

describe('a file that no build wrote', () => {
  beforeEach(() => {
    put({ 'index.html': 'home', 'blog/é.html': 'a', 'odd/100%\nsure.html': 'b' });
  });

  const asItWas = { files: { CNAME: 'paper.example', 'index.html': 'home' }, beside: ['dist'] };

  it('stops a build before it begins, and is named', () => {
    writeFileSync(join(out, 'CNAME'), 'paper.example');
    for (const path of ['uploads/2026/a', 'uploads/2026/b', 'blog/own.html']) write(join(out, path), '');
    expect(() => requireReplaceable(out, [])).toThrow(
      /: CNAME, blog\/own\.html, uploads\/2026\/a, uploads\/2026\/b\. Move/,
    );
    for (const name of 'abcd') writeFileSync(join(out, name), '');
    expect(() => requireReplaceable(out, [])).toThrow(/: CNAME, a, b, blog\/own\.html, c and 3 more\. Move/);
    const writer = begin({ 'index.html': 'new' });
    expect(() => writer.commit()).toThrow(EnvironmentError);
    writer.abandon();
    expect(tree()).toMatchObject(asItWas);
  });

  it('is found at the end as well, if it was added during the build', () => {
    const writer = begin({ 'index.html': 'new' });
    writeFileSync(join(out, 'CNAME'), 'paper.example');
    expect(() => writer.commit()).toThrow(/CNAME/);
    writer.abandon();
    expect(tree()).toMatchObject(asItWas);
  });

  it('is not one that a desktop leaves, nor one that was edited or deleted in place, nor an empty folder', () => {
    for (const name of ['.DS_Store', 'Thumbs.db', 'blog/desktop.ini', 'blog/._a.html'])
      writeFileSync(join(out, name), '');
    writeFileSync(join(out, 'index.html'), 'edited');
    unlinkSync(join(out, 'blog/é.html'));
    mkdirSync(join(out, 'empty'));
    put({ 'index.html': 'new' });
    expect(tree()).toEqual({ files: { 'index.html': 'new' }, beside: ['dist'] });
  });

  it.each(['', 'Made by', '\0'.repeat(80)])('stops a build where the list is damaged: %j', (damaged) => {
    writeFileSync(join(out, '.galley-site'), damaged);
    writeFileSync(join(out, 'CNAME'), '');
    expect(() => put({ 'index.html': 'new' })).toThrow(/CNAME/);
    expect(existsSync(join(out, 'CNAME'))).toBe(true);
  });

  it('is never removed from a folder that is no site, even under force', () => {
    unlinkSync(join(out, '.galley-site'));
    expect(() => createWriter(out, [], { force: true })).toThrow(/Galley did not make/);
  });
});

describe('commit', () => {
  it.each<[string, (staging: string) => void]>([
    ['vanished', (staging) => unlinkSync(join(staging, 'site/blog/a.html'))],
    ['was cut short', (staging) => truncateSync(join(staging, 'site/blog/a.html'), 1)],
  ])('fails and leaves the old site where a written file %s', (_name, spoil) => {
    put({ 'index.html': 'old' });
    const writer = begin({ 'index.html': 'new', 'blog/a.html': 'text' });
    spoil(staging());
    expect(() => writer.commit()).toThrow(/1 of 2 files are not on the disk .*: blog\/a\.html\./);
    writer.abandon();
    expect(tree()).toEqual({ files: { 'index.html': 'old' }, beside: ['dist'] });
  });

  it('leaves the site alone after a build was suspended and its staging folder removed as that of a dead one', () => {
    put({ 'index.html': 'old' });
    const woken = begin({ 'index.html': 'woken' });
    killed();
    recover(out);
    expect(() => woken.write({ path: 'a/b.html', content: '' })).toThrow(EnvironmentError);
    expect(() => woken.commit()).toThrow(EnvironmentError);
    woken.abandon();
    expect(tree()).toEqual({ files: { 'index.html': 'old' }, beside: ['dist'] });
  });
});

const smallDisk = mountDisk(temporaryFolder(), '1k');

describe.skipIf(!smallDisk)('on a full disk (skipped where none can be mounted)', () => {
  beforeEach(() => void mountDisk(folder, '256k'));

  it('names the file that does not fit, keeps the old site, and leaves nothing behind', () => {
    put({ 'index.html': 'old' });
    for (const content of ['x'.repeat(400_000), new Uint8Array(400_000)]) {
      const writer = createWriter(out, []);
      expect(() => writer.write({ path: 'large.html', content })).toThrow(
        /^\/.*dist\/large\.html cannot be written: the disk is full \(ENOSPC\)\.$/,
      );
      writer.abandon();
    }
    expect(tree()).toEqual({ files: { 'index.html': 'old' }, beside: ['dist'] });
  });

  it('does nothing on a read-only disk where a site exists', () => {
    put({ 'index.html': 'old' });
    begin({ 'index.html': 'half' });
    killed();
    spawnSync('mount', ['-o', 'remount,ro', folder]);
    recover(out);
    expect(() => createWriter(out, [])).toThrow(/the disk is read-only \(EROFS\)/);
  });
});

describe('recover', () => {
  it.each<Record<string, string>>([{}, { 'moved/b.html': 'same' }])(
    'gives the old site back, with folders that the new one has of it, where a swap was cut: %j',
    (moved) => {
      put({ 'a.html': 'old', ...moved });
      begin({ 'a.html': 'new', 'added/c.html': '3', 'moved/d.html': '' });
      const dead = killed();
      renameSync(out, join(dead, 'old'));
      if ('moved/b.html' in moved) {
        rmSync(join(dead, 'site/moved'), { recursive: true });
        renameSync(join(dead, 'old/moved'), join(dead, 'site/moved'));
      }
      recover(out);
      expect(tree()).toEqual({ files: { 'a.html': 'old', ...moved }, beside: ['dist'] });
    },
  );

  it('takes a staging folder of another machine for that of a dead build once it is an hour old', () => {
    begin({ 'a.html': 'half' });
    const strange = staging().replace(/next\.\w{4}/, 'next.else');
    renameSync(staging(), strange);
    recover(out);
    expect(readdirSync(folder)).toHaveLength(1);
    const longAgo = new Date(Date.now() - 61 * 60_000);
    utimesSync(strange, longAgo, longAgo);
    recover(out);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not touch folders that only have names like staging', () => {
    const names = ['.dist.next', '.dist.next.bak', '.dist.old', '.distant.next.01234567-4194303-01234567'];
    for (const name of names) mkdirSync(join(folder, name));
    recover(out);
    expect(readdirSync(folder).sort()).toEqual(names);
  });

  // The audit kills hundreds.
  it('finds the old site or the new one whole, whenever a build was killed', async () => {
    expect(await killAndRecover(temporaryFolder(), 2)).toEqual([]);
  });

  it('finds one whole site after several builds at once, of which one was killed', async () => {
    const builds = { builders: 2, generations: 3, kills: 1 };
    expect(await buildAtOnce(temporaryFolder(), builds)).toEqual([]);
  });
});

describe('in another PID namespace', () => {
  const unshare = ['--pid', '--fork', '--mount-proc', process.execPath];
  const allowed = spawnSync('unshare', [...unshare, '--version']).status === 0;

  it.skipIf(!allowed)(
    'recovery leaves a build under way alone (skipped where none can be made)',
    async () => {
      const elsewhere = temporaryFolder();
      const script = join(elsewhere, 'strange.mjs');
      await bundleWriter(elsewhere);
      writeFileSync(script, "import { recover } from './writer.mjs'; recover(process.argv[2]);");
      const writer = begin({ 'a.html': 'a' });
      expect(spawnSync('unshare', [...unshare, script, out]).status).toBe(0);
      writer.commit();
      expect(tree()).toEqual({ files: { 'a.html': 'a' }, beside: ['dist'] });
    },
  );
});
