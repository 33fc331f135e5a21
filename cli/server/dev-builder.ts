import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildInput, requireContent } from '../commands/build.ts';
import type { PressSources } from '../main.ts';
import type { BuildReport } from '../pipeline/build-site.ts';
import { type BuildFlags, nowOf } from '../terminal/flags.ts';
import type { WorkerAnswer, WorkerData, WorkerRequest } from './build-worker.ts';
import { type Change, stronger } from './watch.ts';

/** A press that stays warm between builds, in a thread of its own. */
export interface DevPress {
  /** Takes note of saved sources; the next build is made with them. */
  readonly note: (change: Change) => void;
  /** Builds; one at a time. Rejects, in words to be shown, where there is no build to be had; the next one starts anew. */
  readonly build: () => Promise<BuildReport>;
  /** Ends a build that is running; there are none after it. */
  readonly close: () => Promise<unknown>;
}

export function createDevPress(
  flags: BuildFlags,
  { compile, compileTemplates }: Omit<PressSources, 'root'>,
): DevPress {
  let folder = dirname(fileURLToPath(import.meta.url));
  let templates: string | undefined;
  let worker: Worker | undefined;
  let changed: Change = 'content';
  let closed = false;

  /** Compiles what changed, and gives the folder of the templates. A changed pipeline wants a worker of its own. */
  async function renew(): Promise<string> {
    // Taken before the sources are read, so that what is saved meanwhile counts for the next build.
    const change = changed;
    changed = 'content';
    try {
      // What was compiled may also be swept away, with all caches.
      if (change !== 'content' || !templates || !existsSync(templates)) templates = await compileTemplates();
      if (change === 'pipeline' || !existsSync(folder)) {
        folder = await compile();
        await endWorker();
      }
      return templates;
    } catch (error) {
      // Mending another file takes this change up as well.
      changed = stronger(changed, change);
      throw error;
    }
  }

  function startWorker(): Worker {
    const { content, shownAs, feeds, baseUrl, drafts, drawing } = buildInput(flags, folder);
    const workerData: WorkerData = {
      input: { content, shownAs, feeds, baseUrl, drafts, drawing },
      out: flags.out,
      force: flags.force,
    };
    const started = new Worker(join(folder, 'build-worker.js'), { workerData });
    // Heard also between builds: nobody waits for it then, and `dev` is not to end with it.
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  async function endWorker() {
    const former = worker;
    worker = undefined;
    await former?.terminate();
  }

  return {
    note(change) {
      changed = stronger(changed, change);
    },
    async build() {
      const drawnWith = await renew();
      requireContent(flags.content);
      if (closed) throw new Error('The press is closed.');
      worker ??= startWorker();
      let answer: WorkerAnswer;
      try {
        answer = await ask(worker, { now: nowOf(flags), templates: drawnWith });
      } catch (error) {
        await endWorker();
        throw error;
      }
      if ('fault' in answer) throw new Error(answer.fault);
      return answer.report;
    },
    close() {
      closed = true;
      return endWorker();
    },
  };
}

/** A worker's answer; rejects where it fails or ends instead. */
async function ask(worker: Worker, request: WorkerRequest): Promise<WorkerAnswer> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(worker, 'exit', { signal }).then(([code]) =>
    Promise.reject(new Error(`The build was broken off (code ${code}). The next save starts it again.`)),
  );
  try {
    const answered = once(worker, 'message', { signal });
    worker.postMessage(request);
    const [answer] = (await Promise.race([answered, ended])) as [WorkerAnswer];
    return answer;
  } catch (error) {
    throw explain(error);
  } finally {
    heard.abort();
  }
}

/** What ended a worker, in words to be shown. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new Error(
    'The build ran out of memory. The next save starts it again; with NODE_OPTIONS=--max-old-space-size=4096 it has 4 GB.',
  );
}
