import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers.ts';
import { copyProgram, starterOf } from './copy-program.ts';

let folder: string;

beforeEach(async () => {
  folder = await copyProgram();
});

const cache = () => join(folder, 'node_modules', '.cache');

const start = (cwd = folder, environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [join(folder, 'cli', 'galley.mjs'), '--version'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });

/** Changes a source, which must hold what is replaced. */
function edit(path: string, from: string, to: string) {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

it('the program needs neither tsx nor esbuild while its sources have not changed', () => {
  for (const name of ['tsx', 'esbuild']) rmSync(join(folder, 'node_modules', name));
  expect(start()).toMatchObject({ status: 0, stderr: '' });
});

it('the program is bundled whatever is in the folder of the call, and without a temporary folder', () => {
  rmSync(cache(), { recursive: true });
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, 'tsconfig.json'), '{ "extends": "./not-there.json", ');
  const notAFolder = join(elsewhere, 'tsconfig.json');
  expect(start(elsewhere, { TMPDIR: notAFolder })).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(elsewhere)).toEqual(['tsconfig.json']);
});

it('the program exits 4, with the place, where its sources do not compile', () => {
  edit('templates/pages/NotFoundPage.tsx', '</div>', '');
  expect(start()).toMatchObject({
    status: 4,
    stdout: '',
    stderr: expect.stringContaining('templates/pages/NotFoundPage.tsx:'),
  });
  expect(readdirSync(join(cache(), 'galley'))).toHaveLength(1);
});

it('the program exits 3 where the disk refuses its bundle', () => {
  rmSync(cache(), { recursive: true });
  writeFileSync(cache(), '');
  expect(start()).toMatchObject({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(/^error The program cannot be read or compiled: .*\.cache.*\.\n$/),
  });
});

it('a running dev bundles with the code that bundles as it is now, and keeps three bundles', async () => {
  const { compileTemplates } = await starterOf(folder);
  await compileTemplates();
  edit('cli/compile.ts', "packages: 'external'", "packages: 'external', banner: { js: '// Changed.' }");
  const changed = await compileTemplates();
  expect(readFileSync(join(changed, 'render.js'), 'utf8')).toContain('// Changed.');
  for (const title of ['One', 'Two', 'Three']) {
    appendFileSync(join(folder, 'templates', 'pages', 'NotFoundPage.tsx'), `// ${title}\n`);
    await compileTemplates();
  }
  expect(readdirSync(join(cache(), 'galley-templates'))).toHaveLength(3);
});
