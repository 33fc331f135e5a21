import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mountDisk } from '../disks.ts';
import { atNow, changeFiles, galley, root, temporaryFolder } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';

let folder: string;

beforeEach(async () => {
  folder = await smallPaper();
});

const run = (...args: string[]) => galleyWarm(folder, [...args, ...atNow]);

/** Replaces a text in a content file, which must contain it. */
function edit(path: string, from: string, to: string) {
  changeFiles(join(folder, 'content'), { [path]: (text) => text.replace(from, to) });
}

describe('galley build', () => {
  it('writes the site and prints pages, files, bytes and the time of each stage, without progress in a pipe', async () => {
    const { status, stdout, stderr } = galley(folder, ['build', ...atNow]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^built \d+ pages into dist: \d+ files, \d+ kB in [\d.]+ m?s\nread .* · parse .* · link .* · route .* · render .*\n$/,
    );
    expect(existsSync(join(folder, 'dist', 'index.html'))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['.galley', 'content', 'dist']);
  });

  it('counts drafts and posts to come that it left out, and says when the next one is published', async () => {
    edit('blog/heron-count.md', 'tags:', 'draft: true\ntags:');
    edit('blog/bridge-toll-ends.md', '2026-11-05T08:00:00-06:00', '2026-12-01T06:00:00-06:00');
    edit('pages/home.yaml', '    story: bridge-toll-ends\n', '');
    edit('blog/ice-on-the-landing.md', '2025-12-11T06:15:00-06:00', '2027-01-02T18:30:00-06:00');
    const { stdout } = await run('check');
    expect(stdout).toContain(
      '\n16 pages, 0 posts; left out: 1 draft, 2 to come (next: Dec 1, 2026, 6:00 AM)\n',
    );
    const { summary } = JSON.parse((await run('check', '--format', 'json')).stdout);
    expect(summary.leftOut).toEqual({ drafts: 1, toCome: 2, next: '2026-12-01T12:00:00.000Z' });
    expect((await run('check', '--drafts')).stdout).not.toContain('left out');
  });

  it('exits 1 on a problem, prints it to stderr, and leaves the last good site alone', async () => {
    await run('build');
    const before = readFileSync(join(folder, 'dist', 'about.html'), 'utf8');
    edit('pages/about.yaml', 'title:', 'tittle:');
    const { status, stdout, stderr } = await run('build');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^error unknown-key content\/pages\/about\.yaml:\d+:1\n {2}There is no key `tittle` here\. Did you mean `title`\?\n/m,
    );
    expect(stderr).toMatch(/nothing was written; the last good site stays as it was\n$/);
    expect(readFileSync(join(folder, 'dist', 'about.html'), 'utf8')).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['.galley', 'content', 'dist']);
  });

  it.each([
    ['the top', '.', 'paper/content'],
    ['the content folder', 'paper/content', '.'],
    ['elsewhere', undefined, undefined],
  ])('shows places from the top of the repository where it is called from %s', async (_, from, content) => {
    const repository = temporaryFolder();
    writeFileSync(join(repository, '.git'), 'gitdir: elsewhere\n');
    mkdirSync(join(repository, 'paper'));
    renameSync(join(folder, 'content'), join(repository, 'paper', 'content'));
    const about = join(repository, 'paper', 'content', 'pages', 'about.yaml');
    writeFileSync(about, readFileSync(about, 'utf8').replace('title:', 'tittle:'));
    const place = content ?? join(repository, 'paper', 'content');
    const args = ['--content', place, '--cache', join(folder, '.galley'), '--format', 'github'];
    const { stdout, stderr } = await galleyWarm(from ? join(repository, from) : folder, ['check', ...args]);
    expect(stderr).toBe('1 error in 1 file\n');
    expect(stdout.match(/file=[^,]*/g)).toEqual(['file=paper/content/pages/about.yaml']);
  });

  it.each([
    [['build', '--outt', 'x'], 'Did you mean --out?'],
    [['biuld'], 'Did you mean build?'],
    [['build', '--now', 'soon'], '--now'],
    [['build', '--base-url', 'paper.example'], '--base-url'],
    [['build', '--content', 'nowhere'], 'no content folder'],
  ])('exits 2 on %j', async (args, words) => {
    const { status, stderr } = await galleyWarm(folder, args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('exits 3 where the output folder has other files, and removes them with --force', async () => {
    await run('build');
    writeFileSync(join(folder, 'dist', 'CNAME'), 'paper.example');
    edit('pages/about.yaml', 'description: Who', 'description: Those who');
    for (const command of ['build', 'start'])
      expect(await run(command)).toMatchObject({
        status: 3,
        stdout: '',
        stderr: expect.stringMatching(/^error .*: CNAME\. .*--force.*\n$/),
      });
    const { status, stdout, stderr } = await run('build', '--force', '--format', 'json');
    expect([status, stderr]).toEqual([0, 'removed from dist, because of --force: CNAME\n']);
    expect(JSON.parse(stdout).summary.removed).toEqual(['CNAME']);
    expect(existsSync(join(folder, 'dist', 'CNAME'))).toBe(false);
  });

  const disk = temporaryFolder();
  const mounted = mountDisk(disk, '16k');

  it.skipIf(!mounted)(
    'exits 3 and writes no part of a report where stdout is a file on a full disk (skipped where no disk can be mounted)',
    () => {
      edit('pages/contact.yaml', 'id: contact', 'id: unset');
      const file = join(disk, 'report');
      try {
        writeFileSync(join(disk, 'ballast'), new Uint8Array(1 << 16));
      } catch {
        // The disk is full now.
      }
      const command = `exec "$0" "$@" > ${file}`;
      const args = [process.execPath, join(root, 'cli', 'galley.mjs'), 'check', '--format', 'json'];
      const { status, stderr } = spawnSync('sh', ['-c', command, ...args], { cwd: folder, encoding: 'utf8' });
      expect([status, readFileSync(file, 'utf8')]).toEqual([3, '']);
      expect(stderr).toMatch(/^error The file that stdout goes to .*: the disk is full \(ENOSPC\)\.$/m);
      expect(stderr).not.toMatch(/^ +at /m);
    },
  );

  it('exits 3 where it cannot write, and where Galley did not make the output folder', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await run('build', '--out', 'file/dist')).toMatchObject({ status: 3 });
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', 'thesis.txt'), '');
    const { status, stderr } = await run('build');
    expect([status, stderr]).toEqual([3, expect.stringContaining('holds files that Galley did not make')]);
    expect(readdirSync(join(folder, 'dist'))).toEqual(['thesis.txt']);
  });

  it('keeps finished pictures in .galley beside the content, or in the folder of --cache', async () => {
    rmSync(join(folder, '.galley'), { recursive: true });
    await run('build');
    const kept = readdirSync(join(folder, '.galley', 'pictures')).sort();
    expect(kept.length).toBeGreaterThan(10);
    rmSync(join(folder, '.galley'), { recursive: true });
    expect((await run('build', '--cache', 'kept')).status).toBe(0);
    expect(readdirSync(join(folder, 'kept', 'pictures')).sort()).toEqual(kept);
    expect(existsSync(join(folder, '.galley'))).toBe(false);
  });

  it.each([
    ['content', 2, 'must be outside of the content folder'],
    ['content/kept', 2, 'must be outside of the content folder'],
    ['dist/kept', 3, 'must be separate'],
    ['file', 3, 'The cache'],
  ])('refuses the folder %s for --cache', async (cache, status, why) => {
    writeFileSync(join(folder, 'file'), '');
    expect(await run('build', '--cache', cache)).toMatchObject({
      status,
      stderr: expect.stringContaining(why),
    });
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });

  it('takes SOURCE_DATE_EPOCH as now without --now', async () => {
    const seconds = String(Date.UTC(2031, 5, 1) / 1000);
    await galleyWarm(folder, ['build'], { SOURCE_DATE_EPOCH: seconds });
    expect(readFileSync(join(folder, 'dist', 'index.html'), 'utf8')).toContain('© 2031');
  });
});

describe('galley check', () => {
  it('finds what build finds, and writes only into .galley', async () => {
    edit('pages/about.yaml', 'title:', 'tittle:');
    const [checked, built] = [await run('check'), await run('build')];
    expect([checked.status, built.status]).toEqual([1, 1]);
    expect(built.stderr).toBe(`${checked.stderr}nothing was written; the last good site stays as it was\n`);
    expect(readdirSync(folder).sort()).toEqual(['.galley', 'content']);
  });

  it('prints one JSON document with --format json', async () => {
    edit('pages/about.yaml', 'title:', 'tittle:');
    const { status, stdout, stderr } = await run('check', '--format', 'json');
    expect([status, stderr]).toEqual([1, '']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ version: 1, summary: { errors: 1, warnings: 0 } });
    expect(report.problems[0]).toEqual({
      rule: 'unknown-key',
      severity: 'error',
      file: 'content/pages/about.yaml',
      line: expect.any(Number),
      column: 1,
      endLine: expect.any(Number),
      endColumn: 7,
      message: 'There is no key `tittle` here.',
      hint: expect.stringContaining('headline'),
      suggestion: 'title',
    });
  });
});
