import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BuildReport } from '../pipeline/build-site.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import type { WorkerAnswer } from './build-worker.ts';

/** The sources this program was compiled from. */
export interface ProgramSources {
  /** The folder of `cli/` and `templates/`. */
  readonly root: string;
  /** Compiles the program where it changed, and gives its folder. Rejects where the sources do not compile. */
  readonly compile: () => Promise<string>;
  /** The same for the templates alone: a folder with `render.js` and the assets. A packaged program has them in itself. */
  readonly compileTemplates?: () => Promise<string>;
  /** The hash of files and folders; paths from `root`. */
  readonly hashOf: (...paths: readonly string[]) => string;
}

/** Builds again and again, in a worker thread that is replaced when the program changes. */
export interface DevBuilder {
  /** Builds; not to be called while a build runs. Rejects with a message for the terminal; the next call starts a new worker. */
  readonly build: () => Promise<BuildReport>;
  /** Ends a running build, and refuses later ones. */
  readonly close: () => Promise<unknown>;
}

export function createDevBuilder(
  flags: BuildFlags,
  { compile, compileTemplates, hashOf }: ProgramSources,
): DevBuilder {
  let program: { readonly hash: string; readonly folder: string } | undefined;
  let worker: Worker | undefined;
  let closed = false;

  /** The folder of the program as it is now; a new one has a new worker. */
  async function compileProgram(): Promise<string> {
    const hash = hashOf('cli');
    // Somebody may have deleted the cache.
    if (program?.hash !== hash || !existsSync(program.folder)) {
      program = { hash, folder: await compile() };
      await endWorker();
    }
    return program.folder;
  }

  function startWorker(folder: string): Worker {
    const started = new Worker(join(folder, 'build-worker.js'), { workerData: flags });
    // An error between builds must not end `dev`.
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
    async build() {
      const templates = await compileTemplates?.();
      const folder = await compileProgram();
      if (closed) throw new Error('The builder is closed.');
      worker ??= startWorker(folder);
      const answer = await ask(worker, templates).catch(async (error) => {
        await endWorker();
        throw error;
      });
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
async function ask(worker: Worker, templates: string | undefined): Promise<WorkerAnswer> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(worker, 'exit', { signal }).then(([code]) =>
    Promise.reject(new Error(`The build ended early (code ${code}). The next save starts it again.`)),
  );
  try {
    const answered = once(worker, 'message', { signal });
    worker.postMessage(templates);
    const [answer] = (await Promise.race([answered, ended])) as [WorkerAnswer];
    return answer;
  } catch (error) {
    throw explain(error);
  } finally {
    settled.abort();
  }
}

/** Why a worker ended, as a message for the terminal. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new Error(
    'The build ran out of memory. The next save starts it again; with NODE_OPTIONS=--max-old-space-size=4096 it has 4 GB.',
  );
}
