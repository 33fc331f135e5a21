import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { changeFiles, galley, now, root } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { copyProgram } from './copy-program.ts';

let folder: string;

const cache = () => join(folder, 'node_modules', '.cache');

const start = () => galley(folder, ['--version'], {}, join(folder, 'cli', 'galley.mjs'));

/** Changes a source, which must hold what is replaced. */
function edit(path: string, from: string, to: string) {
  changeFiles(folder, { [path]: (text) => text.replace(from, to) });
}

describe('the program', () => {
  beforeEach(async () => {
    folder = await copyProgram();
  });

  it('needs neither tsx nor esbuild while its sources have not changed', () => {
    for (const name of ['tsx', 'esbuild']) rmSync(join(folder, 'node_modules', name));
    expect(start()).toMatchObject({ status: 0, stderr: '' });
  });

  it('exits 4, with the place, where its sources do not compile', () => {
    edit('templates/pages/NotFoundPage.tsx', '</div>', '');
    expect(start()).toMatchObject({
      status: 4,
      stdout: '',
      stderr: expect.stringContaining('templates/pages/NotFoundPage.tsx:'),
    });
    expect(readdirSync(join(cache(), 'galley'))).toHaveLength(1);
  });

  it('exits 3 where the disk refuses its bundle', () => {
    rmSync(cache(), { recursive: true });
    writeFileSync(cache(), '');
    expect(start()).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(/^error The program cannot be read or compiled: .*\.cache.*\.\n$/),
    });
  });

  it('has every change of a source, also one that leaves the size and the modification time', async () => {
    const stamp = join(cache(), 'galley-stamp');
    // Sources that have just changed are read.
    await expect.poll(() => start().status === 0 && existsSync(stamp)).toBe(true);
    const { atime, mtime } = statSync(join(folder, 'cli', 'main.ts'));
    edit('cli/main.ts', 'packageJson.version', '"9" + "00000000001"');
    utimesSync(join(folder, 'cli', 'main.ts'), atime, mtime);
    expect(start().stdout).toBe('900000000001\n');
  });
});

it('the code that V8 has compiled keeps letters beyond ASCII, in texts and in patterns of the program', async () => {
  folder = await copyProgram();
  await smallPaper(folder);
  const bundles = join(cache(), 'galley');
  const bundle = join(bundles, readdirSync(bundles)[0] ?? '');
  for (const name of readdirSync(bundle).filter((name) => name.includes('.cache')))
    rmSync(join(bundle, name));
  expect(readFileSync(join(bundle, 'program.cjs'), 'latin1')).toMatch(/^[\0-\x7F]*$/);
  const words = '“Café,” said Señora Muñoz, ‘naïve’ \u{1f43e}';
  appendFileSync(join(folder, 'content', 'blog', 'heron-count.md'), `\n${words}\n`);
  for (const site of ['without-the-code', 'with-it']) {
    const args = ['build', '--now', now.toISOString(), '--out', site];
    const built = galley(folder, args, {}, join(folder, 'cli', 'galley.mjs'));
    expect(built).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(folder, site, 'blog', 'heron-count.html'), 'utf8')).toContain(words);
  }
});

it.each(['cli/galley.mjs', 'cli/packaged.mjs'])(
  '%s ends with one sentence where Node is too old',
  (program) => {
    const node = (version: string) => {
      const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
      const args = [
        '--import',
        `data:text/javascript,${encodeURIComponent(pretend)}`,
        join(root, program),
        '--version',
      ];
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      return [status, stderr];
    };
    const [, oldest = ''] = packageJson.engines.node.split('>=');
    const words = `error Galley needs Node ${oldest} or newer; this is `;
    expect(node('18.20.8')).toEqual([3, `${words}18.20.8.\n`]);
    expect(node('20.18.3')).toEqual([3, `${words}20.18.3.\n`]);
    expect(node(`${oldest}.0`)).not.toEqual([3, expect.anything()]);
  },
);
