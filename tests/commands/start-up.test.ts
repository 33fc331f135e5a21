import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { afterwards } from '../cleanup.ts';
import { galley, root, startServer, temporaryFolder } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { copyProgram } from './copy-program.ts';

let folder: string;

const cache = () => join(folder, 'node_modules', '.cache');

const start = () => galley(folder, ['--version'], {}, join(folder, 'cli', 'galley.mjs'));

/** Changes a source, which must hold what is replaced. */
function edit(path: string, from: string, to: string) {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
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

  const bundles = () => readdirSync(join(cache(), 'galley'));

  it('is bundled whatever is in the folder of the call, and without a temporary folder; the bundle of a running command stays while another checkout compiles later versions on the same node_modules, and one that no command has used for a day goes', async () => {
    await smallPaper(folder);
    const [used = ''] = bundles();
    mkdirSync(join(cache(), 'galley', 'old'));
    const long = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const name of ['old', used]) utimesSync(join(cache(), 'galley', name), long, long);
    const program = join(folder, 'cli', 'galley.mjs');
    const { server, base } = await startServer(folder, ['dev', '--port', '0', '--out', 'site'], {}, program);
    afterwards(() => server.kill('SIGKILL'));
    const other = temporaryFolder();
    for (const name of ['cli', 'templates', 'package.json', 'package-lock.json'])
      cpSync(join(folder, name), join(other, name), { recursive: true });
    symlinkSync(join(folder, 'node_modules'), join(other, 'node_modules'));
    for (const version of ['1', '2', '3']) mkdirSync(join(cache(), 'galley', version));
    appendFileSync(join(other, 'cli', 'main.ts'), '// 4\n');
    const elsewhere = temporaryFolder();
    const notAFolder = join(elsewhere, 'tsconfig.json');
    writeFileSync(notAFolder, '{ "extends": "./not-there.json", ');
    const bundled = galley(
      elsewhere,
      ['--version'],
      { TMPDIR: notAFolder },
      join(other, 'cli', 'galley.mjs'),
    );
    expect(bundled).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(elsewhere)).toEqual(['tsconfig.json']);
    expect(bundles()).toEqual(expect.arrayContaining(['1', '2', '3', used]));
    // The fifth is that of the other checkout.
    expect(bundles()).toHaveLength(5);
    const about = join(folder, 'content', 'pages', 'about.yaml');
    writeFileSync(about, readFileSync(about, 'utf8').replace(/^title: .*$/m, 'title: Still here'));
    const page = async () => (await fetch(`${base}/about`)).text();
    await expect.poll(page, { timeout: 30_000 }).toContain('Still here');
    expect(server.exitCode).toBe(null);
  });
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
