import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { now, sites, temporaryFolder } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';
import { copyProgram, starterOf } from './copy-program.ts';
import { editAtRandom, numbersFrom, type Project } from './random-edits.ts';

/** The bytes of all files of a folder, by path. */
const filesOf = (folder: string): Map<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [relative(folder, file), readFileSync(file, 'latin1')]),
  );

function newProject(): Project & { readonly folder: string } {
  const folder = temporaryFolder();
  const content = join(folder, 'content');
  cpSync(join(sites, 'small', 'content'), content, { recursive: true });
  return {
    folder,
    content,
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
  project: Project & { readonly folder: string },
  programs: readonly (string | undefined)[],
  out: string,
  ...more: readonly string[]
) {
  const flags = [
    '--format',
    'json',
    '--feeds',
    project.feeds,
    '--out',
    out,
    '--now',
    new Date(project.now).toISOString(),
  ];
  const { status, stdout, stderr } = await galleyWarm(
    project.folder,
    ['build', ...flags, ...project.flags, ...more],
    {},
    programs[project.program],
  );
  if (stdout === '') return { status, stderr, report: undefined, isSame: false };
  const { problems, summary } = JSON.parse(stdout);
  const { milliseconds, stages, unchanged, ...rest } = summary;
  return { status, stderr, report: { problems, ...rest }, isSame: !('parse' in stages) };
}

describe('a build that remembers the last one', () => {
  const seed = Number(process.env.SEED ?? 1);
  const steps = Number(process.env.STEPS ?? 30);

  it(
    `says and writes what a fresh one does, after each of ${steps} changes`,
    async () => {
      const copy = await copyProgram();
      const page = join(copy, 'templates', 'pages', 'PostPage.tsx');
      writeFileSync(page, readFileSync(page, 'utf8').replace('<article', '<article data-other=""'));
      const programs = [undefined, await (await starterOf(copy)).compile()];
      const next = numbersFrom(seed);
      const project = newProject();
      const good = join(temporaryFolder(), 'content');
      replaceFolder(good, project.content);
      let same = 0;
      for (let step = 0; step < steps; step++) {
        const name = editAtRandom(project, next);
        const where = `seed ${seed}, step ${step}: ${name}`;
        const remembered = await outcomeOf(project, programs, 'dist');
        const fresh = await outcomeOf(project, programs, 'fresh', '--fresh');
        expect({ ...remembered, isSame: false }, where).toEqual(fresh);
        expect(fresh.status, fresh.stderr).toBeLessThan(2);
        same += Number(remembered.isSame);
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
