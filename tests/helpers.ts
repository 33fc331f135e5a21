import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { PublishedBefore } from '../cli/addresses/gone-addresses.ts';
import type { ContentFolder } from '../cli/content/content-folder.ts';
import { compile } from '../cli/galley.mjs';
import type { BuildCache } from '../cli/lib/build-cache.ts';
import { cacheFolderOf } from '../cli/lib/galley-folder.ts';
import { type BuildInput, type BuildReport, buildSite } from '../cli/pipeline/build-site.ts';
import type { Composed } from '../cli/pipeline/compose.ts';
import { fontSupply, pictureCache, readCompiled } from '../cli/program/bundle.ts';
import type { Writer } from '../cli/site/write.ts';
import { temporaryFolder } from './cleanup.ts';
import { testCache } from './test-cache.ts';

export { temporaryFolder };

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const sites = join(root, 'tests', 'sites');

/** The moment all fixtures are built at. */
export const now = new Date('2026-11-20T18:00:00Z');
/** The flags of a command at that moment. */
export const atNow = ['--now', now.toISOString()];

/** The files of the small fixture's content. Most tests of content start from them, so they are read once. */
const smallFiles = readdirSync(join(sites, 'small', 'content'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((file) => ({ path: relative(join(sites, 'small', 'content'), file), bytes: readFileSync(file) }));
const smallFolders = new Set(smallFiles.map(({ path }) => dirname(path)));

/** What becomes of a file's text; `undefined` takes the file away. */
export type Change = (text: string) => string | undefined;

/** Files of a folder by their paths in it: their new texts, or how they change. */
export type Changes = Readonly<Record<string, string | Change>>;

/** Writes a file, and makes the folders that it is in. */
export function write(file: string, text: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Changes files of a folder, and makes those that are not there. */
export function changeFiles(folder: string, changes: Changes): void {
  for (const [path, change] of Object.entries(changes)) {
    const file = join(folder, path);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const after = typeof change === 'string' ? change : change(before ?? '');
    if (after === before) throw new Error(`Nothing was changed in ${path}.`);
    if (after === undefined) rmSync(file);
    else write(file, after);
  }
}

/** A copy of the small fixture's content with some files changed. */
export function smallContent(changes: Changes = {}): string {
  const content = spoiledContent('');
  changeFiles(content, changes);
  return content;
}

/** A copy of the small fixture's content with the files of `overlay` laid over it, and those listed in `without` taken out. */
export function spoiledContent(overlay: string, without: readonly string[] = []): string {
  const content = join(temporaryFolder(), 'content');
  for (const folder of smallFolders) mkdirSync(join(content, folder), { recursive: true });
  for (const { path, bytes } of smallFiles) writeFileSync(join(content, path), bytes);
  for (const path of without) rmSync(join(content, path));
  if (existsSync(overlay)) cpSync(overlay, content, { recursive: true, verbatimSymlinks: true });
  return content;
}

let bundle: Promise<string> | undefined;

/** The folder of the compiled program. Its sources are hashed once, which takes a third of the time of a small build. */
export function compileOnce(): Promise<string> {
  bundle ??= compile();
  return bundle;
}

/** What a build of a content folder depends on, at the moment of all fixtures. */
export async function inputOf(content: string): Promise<BuildInput> {
  const compiled = await compileOnce();
  return {
    content,
    shownAs: 'content',
    // Nothing has been pulled, whatever this machine has read for itself.
    feeds: join(content, 'no-feeds'),
    compiled: readCompiled(compiled),
    loadRenderer: () => import('../cli/pipeline/render.tsx'),
    pictureCache: pictureCache(testCache, undefined, compiled),
    fonts: fontSupply(content, cacheFolderOf(content), undefined, compiled),
    drafts: false,
    now,
    baseUrl: undefined,
  };
}

/** Runs every stage on a content folder and keeps the files in memory. */
export async function buildInMemory(
  content: string,
  options: {
    readonly drafts?: boolean;
    readonly isDev?: boolean;
    readonly listImported?: boolean;
    readonly baseUrl?: string;
    readonly now?: Date;
    readonly feeds?: string;
    readonly before?: PublishedBefore;
    readonly onComposed?: (composed: Composed) => void;
    readonly folder?: ContentFolder;
    readonly buildCache?: BuildCache;
  } = {},
): Promise<{ readonly report: BuildReport; readonly files: ReadonlyMap<string, string> }> {
  const files = new Map<string, string>();
  function textOf({ content }: Parameters<Writer['write']>[0]): string {
    if (typeof content === 'string') return content;
    return 'copyOf' in content
      ? readFileSync(content.copyOf, 'latin1')
      : Buffer.from(content).toString('latin1');
  }
  const { onComposed, ...input } = options;
  const report = await buildSite({ ...(await inputOf(content)), ...input }, (composed) => {
    onComposed?.(composed);
    return {
      write: (file) => void files.set(file.path, textOf(file)),
      keep: () => false,
      commit: () => ({ files: files.size, bytes: 0, unchanged: 0 }),
      abandon: () => files.clear(),
    };
  });
  return { report, files };
}

/** The bytes of all files of a folder, by path; none if there is no folder. */
export const filesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [relative(folder, file), readFileSync(file, 'latin1')]),
  );

/** Runs the real program in `folder`. */
export function galley(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  program = join(root, 'cli', 'galley.mjs'),
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
}

/** The same without waiting in this thread, for programs that ask a server of the test's own. */
export async function galleyBeside(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  program = join(root, 'cli', 'galley.mjs'),
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status, stdout, stderr };
}

/** Starts a command that serves, and waits until it says where. The caller ends it. */
export function startServer(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  program = join(root, 'cli', 'galley.mjs'),
): Promise<{ readonly server: ChildProcess; readonly base: string }> {
  const server = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  return new Promise((done, fail) => {
    let out = '';
    server.stdout.on('data', (data) => {
      out += data;
      const base = /serving .*?(http:\S+?),? /.exec(out)?.[1];
      if (base) done({ server, base });
    });
    let complaints = '';
    server.stderr.on('data', (data) => (complaints += data));
    server.once('exit', (code) => fail(new Error(`${args.join(' ')} ended with ${code}: ${complaints}`)));
  });
}
