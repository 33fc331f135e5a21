import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BuildReport } from '../pipeline/build-site.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import type { WorkerAnswer, WorkerQuestion } from './build-worker.ts';

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

/** A file of a site that is not on the disk yet. */
export type ComposedFile = Extract<WorkerAnswer, { readonly id: number }>['file'];

/** What was saved since the last build. */
export interface Saved {
  /** Paths inside the content folder; `undefined` if more than single files may have changed there. */
  readonly content: readonly string[] | undefined;
  /** Whether something else than content has changed. */
  readonly program: boolean;
}

/** Builds again and again, in a worker thread that is replaced when the program changes. */
export interface DevBuilder {
  /**
   * Builds; not to be called while a build runs. `undefined` if it was stopped. Rejects with a message for the terminal; the next call starts a
   * new worker.
   */
  readonly build: (saved: Saved) => Promise<BuildReport | undefined>;
  /** Whether files of content, by their paths in it, hold something else than they did for the last build. */
  readonly isNew: (paths: readonly string[]) => Promise<boolean>;
  /** Whether the sources of the program are others than those that were compiled, or could not be, for the last build. */
  readonly isProgramNew: () => boolean;
  /** Ends a running build soon. */
  readonly stop: () => void;
  /** The paths of the files that can be asked for. */
  readonly files: () => ReadonlySet<string>;
  readonly read: (path: string) => Promise<ComposedFile>;
  /** Stands for the pictures that Galley has drawn. */
  readonly drawn: () => string;
  /** Ends a running build, and refuses later ones. */
  readonly close: () => Promise<unknown>;
}

/** `onComposed` is called as soon as pages of a new site can be asked for. */
export function createDevBuilder(
  flags: BuildFlags,
  { compile, compileTemplates, hashOf }: ProgramSources,
  onComposed: () => void,
): DevBuilder {
  let program: { readonly hash: string; readonly folder: string } | undefined;
  let templates: string | undefined;
  let compiled: string | undefined;
  let worker: DevWorker | undefined;
  let closed = false;

  const sourcesNow = () => hashOf('cli', 'templates');

  /** The folder of the program as it is now; a new one has a new worker. */
  async function compileProgram(): Promise<string> {
    compiled = sourcesNow();
    templates = await compileTemplates?.();
    // The words of the interface are in the program, too.
    const hash = hashOf('cli', 'templates/words');
    // Somebody may have deleted the cache.
    if (program?.hash !== hash || !existsSync(program.folder)) {
      program = { hash, folder: await compile() };
      await endWorker();
    }
    return program.folder;
  }

  async function endWorker() {
    const former = worker;
    worker = undefined;
    await former?.end();
  }

  return {
    async build(saved) {
      // Looking for changes of the program takes as long as a page.
      const isKnown = program && !saved.program && existsSync(program.folder);
      const folder = program && isKnown ? program.folder : await compileProgram();
      if (closed) throw new Error('The builder is closed.');
      if (!worker?.isAlive()) worker = startWorker(folder, flags, onComposed);
      const answer = await worker.build({ templates, saved: saved.content }).catch(async (error) => {
        await endWorker();
        throw error;
      });
      if ('fault' in answer) throw new Error(answer.fault);
      return 'report' in answer ? answer.report : undefined;
    },
    isProgramNew: () => sourcesNow() !== compiled,
    isNew: async (paths) => worker?.isNew(paths) ?? true,
    stop: () => worker?.stop(),
    files: () => worker?.files() ?? new Set(),
    read: async (path) => worker?.read(path),
    drawn: () => worker?.drawn() ?? '',
    close() {
      closed = true;
      return endWorker();
    },
  };
}

type DevWorker = ReturnType<typeof startWorker>;
type Ended = Extract<WorkerAnswer, { report: unknown } | { fault: unknown } | { stopped: unknown }>;

function startWorker(folder: string, flags: BuildFlags, onComposed: () => void) {
  const worker = new Worker(join(folder, 'build-worker.js'), { workerData: flags });
  const ask = (question: WorkerQuestion) => worker.postMessage(question);
  const checks: ((isNew: boolean) => void)[] = [];
  const waiting = new Map<number, (file: ComposedFile) => void>();
  let files: ReadonlySet<string> = new Set();
  let drawn = '';
  let building:
    | { readonly done: (answer: Ended) => void; readonly fail: (error: unknown) => void }
    | undefined;
  let isAlive = true;
  let questions = 0;

  function lose(error: unknown) {
    isAlive = false;
    files = new Set();
    building?.fail(explain(error));
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
    for (const answer of checks.splice(0)) answer(true);
  }

  worker.on('message', (answer: WorkerAnswer) => {
    if ('composed' in answer) {
      files = new Set(answer.composed);
      drawn = answer.drawn;
      onComposed();
    } else if ('recomposed' in answer) onComposed();
    else if ('id' in answer) {
      waiting.get(answer.id)?.(answer.file);
      waiting.delete(answer.id);
    } else if ('isNew' in answer) checks.shift()?.(answer.isNew);
    else building?.done(answer);
  });
  // An error between builds must not end `dev`.
  worker.on('error', lose);
  worker.on('exit', (code) =>
    lose(new Error(`The build ended early (code ${code}). The next save starts it again.`)),
  );

  return {
    isAlive: () => isAlive,
    files: () => files,
    drawn: () => drawn,
    build: (question: Extract<WorkerQuestion, { build: unknown }>['build']) =>
      new Promise<Ended>((done, fail) => {
        building = { done, fail };
        ask({ build: question });
      }),
    isNew: (paths: readonly string[]) =>
      new Promise<boolean>((done) => {
        if (!isAlive) return done(true);
        checks.push(done);
        ask({ check: paths });
      }),
    stop: () => ask({ stop: true }),
    read: (file: string) =>
      new Promise<ComposedFile>((done) => {
        if (!isAlive) return done(undefined);
        const id = questions++;
        waiting.set(id, done);
        ask({ file, id });
      }),
    end: () => worker.terminate(),
  };
}

/** Why a worker ended, as a message for the terminal. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new Error(
    'The build ran out of memory. The next save starts it again; with NODE_OPTIONS=--max-old-space-size=4096 it has 4 GB.',
  );
}
