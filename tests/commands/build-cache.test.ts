import { cpSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlacedProblem } from '../../cli/problems/problem.ts';
import { filesOf, now, temporaryFolder } from '../helpers.ts';
import { copyProgram, starterOf } from '../program/copy-program.ts';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';
import { editAtRandom, numbersFrom, type Project } from './random-edits.ts';

interface PaperProject extends Project {
  readonly folder: string;
}

async function newProject(): Promise<PaperProject> {
  const folder = await smallPaper();
  return {
    folder,
    content: join(folder, 'content'),
    feeds: join(folder, 'feeds'),
    out: join(folder, 'dist'),
    builds: join(folder, '.galley', 'builds'),
    now: now.getTime(),
    flags: new Set(),
    program: 0,
  };
}

function replaceFolder(folder: string, by: string) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(by, folder, { recursive: true });
}

/** What a build says and writes, without what time it took and what it did not have to write. */
async function outcomeOf(
  project: PaperProject,
  programs: readonly (string | undefined)[],
  out: string,
  ...more: readonly string[]
) {
  const now = new Date(project.now).toISOString();
  const flags = ['--format', 'json', '--feeds', project.feeds, '--out', out, '--now', now];
  const args = ['build', ...flags, ...project.flags, ...more];
  const { status, stdout, stderr } = await galleyWarm(project.folder, args, {}, programs[project.program]);
  if (stdout === '') return { status, stderr, report: undefined, isSame: false };
  const { problems, summary } = JSON.parse(stdout);
  const { milliseconds, stages, unchanged, ...rest } = summary;
  return { status, stderr, report: { problems, ...rest }, isSame: !('parse' in stages) };
}

const build = ({ folder, now }: PaperProject, ...args: string[]) =>
  galleyWarm(folder, ['build', '--now', new Date(now).toISOString(), ...args]);

/** How many files a build took from the old site. */
const unchangedIn = ({ stdout }: { readonly stdout: string }) =>
  Number(/([\d,]+) files? unchanged/.exec(stdout)?.[1]?.replace(',', '') ?? 0);

function change(file: string, from: string, to: string) {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

describe('a build after which nothing has changed', () => {
  it('is said to be one, and runs no stage', async () => {
    const project = await newProject();
    const { stdout } = await build(project);
    const files = /: (\d+ files), \d+ kB in/.exec(stdout)?.[1];
    expect((await build(project)).stdout).toMatch(
      new RegExp(
        `^nothing has changed since the last build: \\d+ pages in dist: ${files}, \\d+ kB \\(${files} unchanged\\) in \\d+ ms\nread \\d+ ms\n$`,
      ),
    );
  });

  it.each(['pretty', 'json', 'github'])('repeats its warnings, as %s', async (format) => {
    const project = await newProject();
    change(join(project.content, 'blog', 'heron-count.md'), 'publishedDate: 2026', 'publishedDate: 1826');
    const said = async () => {
      const { status, stdout, stderr } = await build(project, '--format', format);
      return [status, stderr, stdout.replace(/"summary": .*|^(?:built|nothing|read) .*$/gms, '')];
    };
    const first = await said();
    expect(first.join()).toContain('doubtful-value');
    expect(await said()).toEqual(first);
  });

  it('is over when a post comes due, and not before', async () => {
    const project = await newProject();
    const post = join(project.content, 'blog', 'ice-on-the-landing.md');
    change(post, '2025-12-11T06:15:00-06:00', '2026-11-20T18:00:02Z');
    await build(project);
    project.now += 1999;
    expect((await build(project)).stdout).toContain('nothing has changed');
    project.now += 1;
    expect((await build(project)).stdout).toContain('built');
    expect(existsSync(join(project.out, 'blog', 'ice-on-the-landing.html'))).toBe(true);
  });

  it('is over when the clock is set back, or flags change, and with --fresh', async () => {
    const project = await newProject();
    await build(project);
    for (const flags of [['--drafts'], [], ['--fresh']])
      expect((await build(project, ...flags)).stdout).toMatch(/^built /);
    project.now -= 1;
    expect((await build(project)).stdout).toMatch(/^built /);
  });

  it('is a check as well, which needs no site', async () => {
    const project = await newProject();
    await build(project);
    rmSync(project.out, { recursive: true });
    const at = ['--now', new Date(project.now).toISOString()];
    expect((await galleyWarm(project.folder, ['check', ...at])).stdout).toContain('nothing has changed');
    expect((await build(project)).stdout).toMatch(/^built /);
  });
});

describe('a build after which one thing has changed', () => {
  it('makes a file again that somebody has changed or removed, and says nothing of it', async () => {
    const project = await newProject();
    const all = unchangedIn(await build(project)) || unchangedIn(await build(project));
    const before = filesOf(project.out);
    change(join(project.out, 'about.html'), '</main>', 'more</main>');
    rmSync(join(project.out, 'faq.html'));
    const { status, stdout, stderr } = await build(project);
    expect([status, stderr, all - unchangedIn({ stdout })]).toEqual([0, '', 2]);
    expect(filesOf(project.out)).toEqual(before);
  });

  it('tells the warnings of files that are the same as a clean one does', async () => {
    const project = await newProject();
    const [heron, toll] = ['heron-count', 'bridge-toll-ends'].map((name) => `content/blog/${name}.md`);
    const edit = (file = '', from: string, to: string) => change(join(project.folder, file), from, to);
    const warned = async () => {
      const { report } = await outcomeOf(project, [], 'dist');
      expect(report).toEqual((await outcomeOf(project, [], 'fresh', '--fresh')).report);
      const repeated = report?.problems.filter(({ rule }: PlacedProblem) => rule === 'repeated-word');
      return repeated.map(({ file, line }: PlacedProblem) => `${file}:${line}`);
    };
    edit(heron, '[herons]', '[herons, Herons]');
    edit(toll, '[bridge, tolls]', '[bridge, tolls, Tolls]');
    const both = [`${toll}:8`, `${heron}:8`];
    expect(await warned()).toEqual(both);
    edit('content/blog/ice-on-the-landing.md', 'title: ', 'title: Again ');
    expect(await warned()).toEqual(both);
    edit(toll, 'tags:', '# meant: repeated-word\ntags:');
    expect(await warned()).toEqual(both.slice(1));
    edit(heron, ', Herons', '');
    expect(await warned()).toEqual([]);
  });

  it('prints a page again whose text has another picture under the same name', async () => {
    const project = await newProject();
    const { content, out } = project;
    const post = join(content, 'blog', 'heron-count.md');
    change(post, 'The count', '![The bridge](media/new.png)\n\nThe count');
    cpSync(join(content, 'media', 'bridge.png'), join(content, 'media', 'new.png'));
    await build(project);
    const page = join(out, 'blog', 'heron-count.html');
    const before = readFileSync(page, 'utf8');
    cpSync(join(content, 'media', 'share.png'), join(content, 'media', 'new.png'));
    await build(project);
    expect(readFileSync(page, 'utf8')).not.toBe(before);
  });

  it('removes the caches of output folders of two months ago', async () => {
    const project = await newProject();
    await build(project, '--out', 'other');
    const longAgo = new Date(Date.now() - 61 * 24 * 3_600_000);
    for (const name of readdirSync(project.builds)) utimesSync(join(project.builds, name), longAgo, longAgo);
    await build(project);
    expect(readdirSync(project.builds)).toEqual([expect.stringMatching(/^dist-/)]);
  });

  it('goes on where nothing can be cached, and says what that costs', async () => {
    const project = await newProject();
    writeFileSync(project.builds, 'a file is in the way');
    const { status, stderr } = await build(project);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^warning The next build will rebuild everything: .*\.galley/);
  });
});

describe('a run that finds an error', () => {
  it.each(['check', 'build'])('caches the good files and pages: %s', async (command) => {
    const project = await newProject();
    const post = join(project.content, 'blog', 'heron-count.md');
    change(post, 'The count', '[Nowhere](/nowhere) The count');
    const run = () => galleyWarm(project.folder, [command, '--now', new Date(project.now).toISOString()]);
    expect((await run()).status).toBe(1);
    const [name = ''] = readdirSync(project.builds);
    const entries = readFileSync(join(project.builds, name), 'utf8');
    expect(entries.match(/^page /gm)?.length).toBeGreaterThan(15);
    expect((await run()).stderr).toContain('There is no page at `/nowhere`.');
    change(post, '[Nowhere](/nowhere) ', '');
    expect((await build(project)).status).toBe(0);
    const written = filesOf(project.out);
    await build(project, '--fresh');
    expect(filesOf(project.out)).toEqual(written);
  });
});

describe('a build with the cache of the last one', () => {
  const seed = Number(process.env.SEED ?? 1);
  const steps = Number(process.env.STEPS ?? 8);

  it(
    `says and writes what a fresh one does, after each of ${steps} changes`,
    async () => {
      const copy = await copyProgram();
      change(join(copy, 'templates', 'pages', 'PostPage.tsx'), '<article', '<article data-other=""');
      // In feeds as well.
      const tags = '{post.tags.map(({ name, path }) => <a key={name} href={path}>{name}</a>)}';
      change(
        join(copy, 'templates', 'parts', 'ArticleText.tsx'),
        '{source && (',
        `${tags}\n      {source && (`,
      );
      const programs = [undefined, await (await starterOf(copy)).compile()];
      const next = numbersFrom(seed);
      const project = await newProject();
      const good = join(temporaryFolder(), 'content');
      replaceFolder(good, project.content);
      let same = 0;
      for (let step = 0; step < steps; step++) {
        const name = editAtRandom(project, next);
        const where = `seed ${seed}, step ${step}: ${name}`;
        const cached = await outcomeOf(project, programs, 'dist');
        const fresh = await outcomeOf(project, programs, 'fresh', '--fresh');
        expect({ ...cached, isSame: false }, where).toEqual(fresh);
        expect(fresh.status, fresh.stderr).toBeLessThan(2);
        same += Number(cached.isSame);
        if (fresh.status === 0) {
          expect(filesOf(project.out), where).toEqual(filesOf(join(project.folder, 'fresh')));
          replaceFolder(good, project.content);
        } else replaceFolder(project.content, good);
      }
      expect(same, 'builds that had nothing to do').toBeGreaterThan(0);
    },
    // Ten builds a second at worst.
    60_000 + steps * 4000,
  );
});
