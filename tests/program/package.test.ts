import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root, temporaryFolder } from '../helpers.ts';

it('a package of the program makes and builds a paper in an empty folder, and compiles nothing', () => {
  const folder = temporaryFolder();
  execFileSync(join(root, 'node_modules/.bin/tsx'), [join(root, 'cli/program/package.ts'), folder], {
    stdio: 'ignore',
  });
  const [archive = ''] = readdirSync(folder);
  expect(archive).toMatch(/^galley-[\d.]+\.tgz$/);
  const paper = join(folder, 'paper');
  const installed = join(paper, 'node_modules/galley');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', join(folder, archive), '--strip-components=1', '-C', installed]);
  const own = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const { dependencies, optionalDependencies, bin } = own;
  // As npm would install it: with the packages that it names and that are for this machine, and no others.
  mkdirSync(join(installed, 'node_modules'));
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  for (const name of names.filter((name) => existsSync(join(root, 'node_modules', name)))) {
    mkdirSync(dirname(join(installed, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(installed, 'node_modules', name));
  }
  const taken = (from: string) => `{ "dependencies": { "galley": "file:${from}" } }`;
  for (const name of ['package.json', 'package-lock.json'])
    writeFileSync(join(paper, name), taken(`../${archive}`));
  const galley = (...args: string[]) =>
    spawnSync(process.execPath, [join(installed, bin.galley), ...args], { cwd: paper, encoding: 'utf8' });
  expect(galley('init', '--yes', '--name', 'The Ridge Herald')).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(paper, 'package-lock.json'), 'utf8')).toBe(taken(`vendor/${archive}`));
  const vendored = readFileSync(join(paper, 'vendor', archive));
  expect(vendored.equals(readFileSync(join(folder, archive)))).toBe(true);
  expect(galley('build')).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(join(paper, 'package.json'), taken('../galley-9.0.0.tgz'));
  expect(galley('check')).toMatchObject({
    status: 0,
    stderr:
      'warning package.json takes Galley from file:../galley-9.0.0.tgz, which other machines do not have: put galley-9.0.0.tgz into vendor/, and `npm i ./vendor/galley-9.0.0.tgz`.\n',
  });
  expect(readFileSync(join(paper, 'dist/index.html'), 'utf8')).toContain('The Ridge Herald');
  expect(existsSync(join(installed, 'templates'))).toBe(false);
  expect(Object.keys(dependencies)).not.toEqual(expect.arrayContaining(['esbuild']));
  expect(Object.keys(dependencies)).not.toEqual(expect.arrayContaining(['tsx']));
});

it.each([
  ['no-such-folder', 2, /^error There is no folder \S+\/no-such-folder\./],
  ['package.json', 2, /^error There is no folder \S+\/package\.json\./],
])('`npm run package -- %s` is refused in a sentence', (target, status, words) => {
  const args = ['run', '--silent', 'package', '--', target];
  const run = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  expect([run.status, run.stdout, run.stderr.replace(/^npm warn .*\n/gm, '')]).toEqual([
    status,
    '',
    expect.stringMatching(words),
  ]);
});
