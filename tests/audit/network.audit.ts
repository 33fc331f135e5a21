import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
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
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeNetwork } from '../../bench/network.ts';
import { recover } from '../../cli/site/swap.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { newNetwork } from '../commands/network/small-network.ts';
import { startServer } from '../commands/pull/bad-server.ts';
import { galley, galleyBeside, root, temporaryFolder, write } from '../helpers.ts';
import { requireProgram } from '../machine.ts';
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

/** The hashes of all files of a folder, by path: the sites of a network are too many to hold. */
const hashesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(folder, file), hash('sha256', readFileSync(file))]),
  );

/** The stylesheets, scripts and pictures that pages name, and that are not there. */
function missingIn(folder: string): readonly string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  );
  expect(pages).not.toHaveLength(0);
  return pages.flatMap((path) => {
    const html = readFileSync(join(folder, path), 'utf8');
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
    // Its buckets are folders, and not subdomains as those of AWS.
    RCLONE_CONFIG_STORAGE_PROVIDER: 'Other',
    RCLONE_CONFIG_STORAGE_ENDPOINT: `http://127.0.0.1:${port}`,
    RCLONE_CONFIG_STORAGE_ACCESS_KEY_ID: 'S3RVER',
    RCLONE_CONFIG_STORAGE_SECRET_ACCESS_KEY: 'S3RVER',
  };
  return {
    target,
    folder: join(directory, bucket, path),
    async read() {
      const copy = temporaryFolder();
      const env = { ...offline, ...publishEnv, ...target, COPY: copy };
      // By papers: the server leaves out files where a list has several pages.
      const command =
        'rclone lsf "$TARGET" | xargs -P 8 -I{} rclone copy "$TARGET/{}" "$COPY/{}" --fast-list';
      const child = spawn('bash', ['-ec', command], { env, stdio: 'ignore' });
      expect(await once(child, 'close')).toEqual([0, null]);
      return copy;
    },
    close: () => server.close(),
  };
}

const storages = { 'a folder': async () => openFolder(), 'a bucket': openBucket };

/** The hashes of the files of all sites that readers get, by path. */
const sitesIn = (folder: string) =>
  new Map([...hashesOf(folder)].filter(([path]) => !path.endsWith('/.galley-site')));

describe.skipIf(skips('the jobs of a network', 'rclone'))('the jobs of docs/guides/network.md', () => {
  it.each(some(Object.keys(storages) as (keyof typeof storages)[]))(
    'publish every paper into %s, also when one was killed and run again',
    async (name) => {
      requireProgram('rclone');
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
            await until(() => own.some(hasPage), 'a page in the storage', 600_000);
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

describe('a network of papers', () => {
  const build = (folder: string, ...flags: string[]) => {
    const { status, stderr } = galley(folder, ['build', ...flags]);
    expect({ status, stderr }).toMatchObject({ status: 0 });
  };

  const kills = isSmoke ? 1 : 10;

  it(`has whole sites, old or new, after each of ${kills} kill(s) of its build`, async () => {
    const repository = await newRepository(isSmoke ? 4 : 40);
    const papers = papersIn(join(repository, 'papers'));
    const write = (line: string) => {
      for (const paper of papers)
        for (const file of posts(paper)) writeFileSync(file, `${texts.get(file)}\n${line}\n`);
    };
    const posts = (paper: string) => {
      const blog = join(repository, 'papers', paper, 'blog');
      return readdirSync(blog).map((name) => join(blog, name));
    };
    const texts = new Map(papers.flatMap(posts).map((file) => [file, readFileSync(file, 'utf8')]));
    const versions = ['The river rose.', 'The river fell.'].map((line, i) => {
      write(line);
      const started = performance.now();
      build(repository, '--network', 'papers', '--out', `known-${i}`);
      return { line, files: hashesOf(join(repository, `known-${i}`)), time: performance.now() - started };
    });
    build(repository, '--network', 'papers');
    for (let kill = 0; kill < kills; kill += 1) {
      const version = versions[kill % 2];
      if (!version) throw new Error('there are two versions');
      write(version.line);
      const args = [join(root, 'cli/galley.mjs'), 'build', '--network', 'papers'];
      const child = spawn(process.execPath, args, { cwd: repository, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await wait(version.time * Math.random());
      child.kill('SIGKILL');
      await ended;
      // As readers have it once the next build has begun: what is beside a site is put in its place.
      const copy = join(temporaryFolder(), 'dist');
      cpSync(join(repository, 'dist'), copy, { recursive: true });
      for (const paper of papers) {
        recover(join(copy, paper));
        const site = hashesOf(join(copy, paper));
        const found = versions.filter(({ files }) => isDeepStrictEqual(site, inPaper(files, paper)));
        expect(found, `${paper} after kill ${kill}`).toHaveLength(1);
      }
      rmSync(copy, { recursive: true });
      build(repository, '--network', 'papers');
      expect(hashesOf(join(repository, 'dist'))).toEqual(version.files);
    }
  });
});

it.skipIf(isSmoke)(
  '500 feeds of 1,000 papers, a tenth of which hang, are pulled in five minutes, each once',
  async () => {
    const papers = Array.from({ length: 1000 }, (_, i) => `town-${i}`);
    const folder = await newNetwork(papers);
    const servers = await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        startServer((_, response) => i % 10 === 0 || response.end(wireFeed)),
      ),
    );
    const shared = join(folder, 'papers/shared/pages');
    const withFeeds = (text: string, first: number) => {
      let next = first;
      return text.replace(/(?<=rssUrl: ).*/g, () => `${servers[next++ % servers.length]?.url}/rss`);
    };
    const home = readFileSync(join(shared, 'home.yaml'), 'utf8');
    for (const [i, paper] of papers.entries())
      write(join(folder, 'papers', paper, 'pages/home.yaml'), withFeeds(home, i * 4));
    for (const name of ['local-news.md', 'business.yaml'])
      writeFileSync(join(shared, name), withFeeds(readFileSync(join(shared, name), 'utf8'), 1));
    const started = performance.now();
    const { stdout } = await galleyBeside(folder, ['pull', '--network', 'papers', '--allow-private']);
    const seconds = (performance.now() - started) / 1000;
    console.log(`500 feeds of 1,000 papers, 50 of which hang: ${seconds.toFixed(0)} s`);
    expect(stdout).toMatch(/pulled 500 feeds in .*: 450 with new headlines, 0 unchanged, 50 failed/);
    expect(servers.filter(({ requests }) => requests.length !== 1)).toEqual([]);
    expect(seconds).toBeLessThan(300);
  },
);

const wireFeed =
  '<rss version="2.0"><channel><title>Wire</title><item><title>A ferry comes back</title></item></channel></rss>';

const inPaper = (files: ReadonlyMap<string, string>, paper: string) =>
  new Map(
    [...files].flatMap(([path, bytes]) =>
      path.startsWith(`${paper}/`) ? [[path.slice(paper.length + 1), bytes]] : [],
    ),
  );
