import { join } from 'node:path';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { keyOf } from '../lib/content-hash.ts';
import { EnvironmentError, isSystemError } from '../lib/environment-error.ts';
import { openFileCache } from '../lib/file-cache.ts';
import { openFileStore } from '../output/file-store.ts';
import type { BuildReport } from '../pipeline/build-site.ts';
import type { Place } from '../problems/problem.ts';
import type { OfNetwork } from '../terminal/build-whole.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import { shownPath } from '../terminal/paths.ts';
import { findings } from '../terminal/run-build.ts';
import { openPaper, openShared } from './shared-files.ts';

/** What a worker gets when it starts; then it gets the name of one paper after another. */
export interface WorkerTask {
  readonly network: string;
  /** Those of each paper, but for its own folders. */
  readonly flags: BuildFlags & { readonly cache: string };
  readonly isCheck: boolean;
  readonly surroundings: OfNetwork['surroundings'];
  readonly store: string;
}

/** A report, with each problem in the file that is wrong; or why the paper could not be built, and the exit code of that. */
export type PaperResult =
  | { readonly report: BuildReport }
  | { readonly message: string; readonly code: number };

const { network, flags, isCheck, surroundings, store }: WorkerTask = workerData;
const shared = openShared(network);
/** Of shared files. */
const records = new Map<string, unknown>();
const caches = new Map<string, ReturnType<typeof openFileCache>>();

const ofNetwork: Omit<OfNetwork, 'folder'> = {
  surroundings,
  openCache(folder, version, options) {
    const key = keyOf(folder, version);
    const cache = caches.get(key) ?? openFileCache(folder, version, options);
    caches.set(key, cache);
    return cache;
  },
  withShared(own) {
    // The keys of records start with the hash of their file.
    const isShared = (stage: string, key: string) =>
      stage === 'parse' && shared.hashes.has(key.slice(0, key.indexOf(' ')));
    return {
      ...own,
      get: <T>(stage: string, key: string) =>
        isShared(stage, key) ? (records.get(key) as T | undefined) : own.get<T>(stage, key),
      set: (stage, key, value) =>
        isShared(stage, key) ? void records.set(key, value) : own.set(stage, key, value),
    };
  },
  store: openFileStore(store, [join(flags.cache, 'pictures'), join(flags.cache, 'fonts')]),
};

async function build(name: string): Promise<PaperResult> {
  const content = join(network, name);
  const shownAs = shownPath(content);
  try {
    const folder = openPaper(content, shared);
    const paper = { ...flags, content, out: join(flags.out, name) };
    const report = await findings(paper, { isCheck, network: { ...ofNetwork, folder } });
    const inSource = <P extends Place>(place: P) => ({ ...place, ...folder.sourceOf(place, shownAs) });
    const problems = report.problems.map(({ fix, related, ...problem }) => ({
      ...inSource(problem),
      ...(related && { related: related.map(inSource) }),
    }));
    return { report: { ...report, problems } };
  } catch (error) {
    if (error instanceof ExitError) return { message: error.message, code: error.code };
    if (error instanceof EnvironmentError || isSystemError(error))
      return { message: error.message, code: exitCodes.environment };
    return { message: inspect(error), code: exitCodes.fault };
  }
}

parentPort?.on('message', async (name: string) => parentPort?.postMessage(await build(name)));
