import { join } from 'node:path';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { keyOf } from '../../lib/content-hash.ts';
import { exitCodes, expectedError } from '../../lib/errors.ts';
import { openFileCache } from '../../lib/file-cache.ts';
import type { BuildReport } from '../../pipeline/build-site.ts';
import { openFileStore } from '../../site/file-store.ts';
import type { OfNetwork } from '../run/build-whole.ts';
import { findings } from '../run/run-build.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import { cacheShared, openPaper, openShared } from './overlay.ts';
import { inSource } from './shared-problems.ts';

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
const caches = new Map<string, ReturnType<typeof openFileCache>>();

const ofNetwork: Omit<OfNetwork, 'folder'> = {
  surroundings,
  openCache(folder, version, options) {
    const key = keyOf(folder, version);
    const cache = caches.get(key) ?? openFileCache(folder, version, options);
    caches.set(key, cache);
    return cache;
  },
  withShared: cacheShared(shared),
  store: openFileStore(store, [join(flags.cache, 'pictures'), join(flags.cache, 'fonts')]),
};

async function build(name: string): Promise<PaperResult> {
  const content = join(network, name);
  try {
    const folder = openPaper(content, shared);
    const paper = { ...flags, content, out: join(flags.out, name) };
    const report = await findings(paper, { isCheck, network: { ...ofNetwork, folder } });
    return { report: { ...report, problems: inSource(report.problems, folder, network, name) } };
  } catch (error) {
    return expectedError(error) ?? { message: inspect(error), code: exitCodes.fault };
  }
}

parentPort?.on('message', async (name: string) => parentPort?.postMessage(await build(name)));
