import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { afterwards } from '../cleanup.ts';
import { changeFiles, galley, galleyBeside, now, root, startServer, temporaryFolder } from '../helpers.ts';
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

  it('has every change of a source, also one that leaves the size and the modification time', async () => {
    const stamp = join(cache(), 'galley-stamp');
    // Sources that have just changed are read.
    await expect.poll(() => start().status === 0 && existsSync(stamp)).toBe(true);
    const { atime, mtime } = statSync(join(folder, 'cli', 'main.ts'));
    edit('cli/main.ts', 'packageJson.version', '"9" + "00000000001"');
    utimesSync(join(folder, 'cli', 'main.ts'), atime, mtime);
    expect(start().stdout).toBe('900000000001\n');
    edit('cli/main.ts', '"9" + "00000000001"', 'packageJson.version');
    expect(start().stdout).toBe(`${packageJson.version}\n`);
  });
});

describe('the code that V8 has compiled', () => {
  let builds = 0;
  /** The arguments of a build that cannot be like the one before. */
  const whole = (command = 'check') => [
    ...[command, '--now', now.toISOString()],
    ...['--base-url', `https://${++builds}.example`],
  ];
  const program = () => join(folder, 'cli', 'galley.mjs');
  const bundle = () => join(cache(), 'galley', readdirSync(join(cache(), 'galley'))[0] ?? '');
  const codeFiles = () => readdirSync(bundle()).filter((name) => name.includes('.cache'));
  const codeFile = () => join(bundle(), codeFiles()[0] ?? '');

  beforeEach(async () => {
    folder = await copyProgram();
    for (const name of codeFiles()) rmSync(join(bundle(), name));
    await smallPaper(folder);
  });

  it('is kept once by the first whole build, and is made again where its file is damaged', async () => {
    expect(start().status).toBe(0);
    expect(codeFiles()).toEqual([]);
    const checks = [1, 2].map(() => galleyBeside(folder, whole(), {}, program()));
    for (const { status } of await Promise.all(checks)) expect(status).toBe(0);
    expect(codeFiles()).toEqual([expect.stringMatching(/\.cache$/)]);
    const code = readFileSync(codeFile());
    const half = code.subarray(0, code.length >> 1);
    const changed = Buffer.from(code);
    changed.writeInt32LE(~code.readInt32LE(half.length), half.length);
    for (const damaged of [changed, half]) {
      writeFileSync(codeFile(), damaged);
      expect(galley(folder, whole(), {}, program())).toMatchObject({ status: 0, stderr: '' });
      expect(readFileSync(codeFile()).equals(damaged)).toBe(false);
    }
    const { mtimeMs } = statSync(codeFile());
    expect(galley(folder, whole(), {}, program()).status).toBe(0);
    expect(statSync(codeFile()).mtimeMs).toBe(mtimeMs);
  });

  it('is not needed: a disk may refuse it', () => {
    expect(galley(folder, whole(), {}, program()).status).toBe(0);
    const name = codeFile();
    rmSync(name);
    mkdirSync(name);
    expect(galley(folder, whole(), {}, program())).toMatchObject({ status: 0, stderr: '' });
    expect(codeFiles()).toHaveLength(1);
  });

  it('keeps letters beyond ASCII, in texts and in patterns of the program', () => {
    expect(readFileSync(join(bundle(), 'program.cjs'), 'latin1')).toMatch(/^[\0-\x7F]*$/);
    appendFileSync(
      join(folder, 'content', 'blog', 'heron-count.md'),
      '\n“Café,” said Señora Muñoz, ‘naïve’ \u{1f43e}\n',
    );
    for (const _ of ['without the code', 'with it']) {
      const built = galley(folder, [...whole('build'), '--out', 'site'], {}, program());
      expect(built).toMatchObject({ status: 0, stderr: '' });
      const page = readFileSync(join(folder, 'site', 'blog', 'heron-count.html'), 'utf8');
      expect(page).toContain('“Café,” said Señora Muñoz, ‘naïve’ \u{1f43e}');
    }
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
