import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeNetwork } from '../../bench/network.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { galley, root, temporaryFolder } from '../helpers.ts';
import { requireRclone } from '../machine.ts';
import { filesOf, newNetwork, write } from '../network/small-network.ts';
import { until } from '../until.ts';
import { isSmoke, skips, some } from './scope.ts';

interface Step {
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly 'continue-on-error'?: boolean;
}

const guide = readFileSync(join(root, 'docs/guides/network.md'), 'utf8');
const [, workflow = ''] = /^```yaml\n(# \.github\/workflows[\s\S]*?)^```/m.exec(guide) ?? [];
const { strategy, env, steps }: Job = parse(workflow).jobs.publish;
const shards = some(strategy.matrix.shard, 2);
const publishEnv = steps.find(({ env }) => env?.TARGET !== undefined)?.env;

interface Job {
  readonly strategy: { readonly matrix: { readonly shard: readonly number[] } };
  readonly env: { readonly SHARD: string };
  readonly steps: readonly Step[];
}

/** A folder with a network, which is a repository whose scripts are those of Galley. */
async function newRepository(count: number): Promise<string> {
  const names = Array.from({ length: count }, (_, i) => `town-${i}`);
  const folder = isSmoke ? await newNetwork(names) : temporaryFolder();
  if (!isSmoke) writeNetwork(join(folder, 'papers'), count);
  const script = (name: string) => `node ${join(root, 'cli/galley.mjs')} ${name}`;
  const scripts = { pull: script('pull'), build: script('build') };
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(Object.keys(scripts)));
  const project = { name: 'papers', version: '1.0.0', scripts };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  const lock = { ...project, lockfileVersion: 3, packages: {} };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return folder;
}

/** No feed is read. Debian's rclone opens no bucket with AWS_CA_BUNDLE. */
const nowhere = 'http://127.0.0.1:1';
const offline = { ...process.env, HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, AWS_CA_BUNDLE: undefined };

/** Runs the commands of a job as they stand in the guide, on a checkout of its own. Gives why it failed. */
async function runJob(
  { folder, shard }: { readonly folder: string; readonly shard: number },
  target: NodeJS.ProcessEnv,
  onStart: (child: ChildProcess, step: Step) => unknown = () => {},
): Promise<string | undefined> {
  const SHARD = env.SHARD.replace(/\$\{\{ matrix\.shard \}\}/, `${shard}`).replace(
    /\$\{\{ strategy\.job-total \}\}/,
    `${shards.length}`,
  );
  let failed: string | undefined;
  for (const step of steps) {
    const { run, if: condition } = step;
    if (run === undefined || (failed !== undefined && !condition?.includes('!cancelled()'))) continue;
    const own = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const child = spawn('bash', ['-ec', run], {
      cwd: folder,
      // A group of its own, which is killed as a whole.
      detached: true,
      env: { ...offline, ...own, ...target, SHARD },
    });
    onStart(child, step);
    const ended = once(child, 'close');
    const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status, signal] = await ended;
    if (signal) return signal;
    if (status !== 0 && !step['continue-on-error']) failed ??= `${run}\n${status}: ${said}${complaints}`;
  }
  return failed;
}

const readdirOf = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** The papers of a network, or their sites. */
const papersIn = (folder: string) => readdirOf(folder).filter((name) => /^town-/.test(name));

const isPage = (name: string) => name.startsWith('index.html');

/** The stylesheets, scripts and pictures that pages name, and that are not there. */
function missingIn(folder: string): readonly string[] {
  const pages = [...filesOf(folder)].filter(([path]) => path.endsWith('.html'));
  expect(pages).not.toHaveLength(0);
  return pages.flatMap(([path, html]) => {
    const paper = join(folder, path.split('/', 1).join());
    const named = new Set(html.match(/\/(?:assets|art|media)\/[\w./-]+\.\w+/g));
    return [...named].filter((name) => !existsSync(join(paper, name))).map((name) => `${path}: ${name}`);
  });
}

/** Where jobs copy papers. */
interface Storage {
  /** The variables that name it. */
  readonly target: NodeJS.ProcessEnv;
  /** A folder in which each paper has a folder, and its files names that start as they do. */
  readonly folder: string;
  /** A folder with all that is there. */
  readonly read: () => Promise<string>;
  readonly close: () => Promise<void>;
}

function openFolder(): Storage {
  const folder = temporaryFolder();
  return { target: { TARGET: folder }, folder, read: async () => folder, close: async () => {} };
}

/** An S3-compatible server on this machine. */
async function openBucket(): Promise<Storage> {
  const { default: S3rver } = await import('@20minutes/s3rver');
  const directory = temporaryFolder();
  const [, bucket = '', path = ''] = /TARGET: "storage:([\w-]+)\/(\w+)"/.exec(workflow) ?? [];
  const options = { address: '127.0.0.1', port: 0, silent: true, directory };
  const server = new S3rver({ ...options, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  const target = {
    RCLONE_CONFIG_STORAGE_ENDPOINT: `http://127.0.0.1:${port}`,
    RCLONE_CONFIG_STORAGE_ACCESS_KEY_ID: 'S3RVER',
    RCLONE_CONFIG_STORAGE_SECRET_ACCESS_KEY: 'S3RVER',
  };
  return {
    target,
    folder: join(directory, bucket, path),
    async read() {
      const copy = temporaryFolder();
      const env = { ...offline, ...publishEnv, ...target };
      const args = ['copy', `storage:${bucket}/${path}`, copy, '--fast-list'];
      const child = spawn(requireRclone(), args, { env, stdio: 'ignore' });
      expect(await once(child, 'close')).toEqual([0, null]);
      return copy;
    },
    close: () => server.close(),
  };
}

const storages = { 'a folder': async () => openFolder(), 'a bucket': openBucket };

/** The files of all sites that readers get. */
const sitesIn = (folder: string) =>
  new Map([...filesOf(folder)].filter(([path]) => !path.endsWith('/.galley-site')));

describe.skipIf(skips('the jobs of a network', 'rclone'))('the jobs of docs/guides/network.md', () => {
  it.each(some(Object.keys(storages) as (keyof typeof storages)[]))(
    'publish every paper into %s, also when one was killed and run again',
    async (name) => {
      requireRclone();
      const repository = await newRepository(isSmoke ? 4 : 100);
      const papers = join(repository, 'papers');
      for (const paper of papersIn(papers)) write(join(papers, paper, 'public/notes.txt'), 'Old news.');
      expect(galley(repository, ['build', '--network', 'papers', '--out', 'whole'])).toMatchObject({
        status: 0,
      });
      const whole = sitesIn(join(repository, 'whole'));
      for (const made of ['whole', '.galley/builds', '.galley/store'])
        rmSync(join(repository, made), { recursive: true });
      const checkouts = shards.map((shard) => ({ shard, folder: join(temporaryFolder(), 'checkout') }));
      for (const { folder } of checkouts) cpSync(repository, folder, { recursive: true });
      const storage = await storages[name]();

      // The first job that has copied a page is killed.
      let killed: (typeof checkouts)[number] | undefined;
      const results = await Promise.all(
        checkouts.map((job) =>
          runJob(job, storage.target, async ({ pid = 0 }, { env }) => {
            const own = env?.TARGET === undefined ? [] : papersIn(join(job.folder, 'dist'));
            if (own.length < 2 || killed) return;
            killed = job;
            const hasPage = (paper: string) => readdirOf(join(storage.folder, paper)).some(isPage);
            await until(() => own.some(hasPage), 'a page in the storage', 60_000);
            process.kill(-pid, 'SIGKILL');
          }),
        ),
      );
      if (!killed) throw new Error('no job has two papers');
      expect(results.filter((result) => result !== undefined)).toEqual(['SIGKILL']);
      expect(missingIn(await storage.read())).toEqual([]);
      expect(await runJob(killed, storage.target)).toBeUndefined();
      expect(sitesIn(await storage.read())).toEqual(whole);

      // A paper with a mistake keeps its old site; another one loses a file.
      const [broken = '', other = ''] = papersIn(join(killed.folder, 'dist'));
      const own = join(killed.folder, 'papers');
      appendFileSync(join(own, broken, 'site.yaml'), 'colour: red\n');
      for (const paper of [broken, other]) rmSync(join(own, paper, 'public'), { recursive: true });
      rmSync(join(killed.folder, 'dist'), { recursive: true });
      expect(await runJob(killed, storage.target)).toContain(`file=papers/${broken}/site.yaml`);
      expect(whole.delete(`${other}/notes.txt`)).toBe(true);
      expect(sitesIn(await storage.read())).toEqual(whole);
      await storage.close();
    },
  );
});
