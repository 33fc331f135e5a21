import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BuildReport } from '../../pipeline/build-site.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import type { BuildRequest, WorkerMessage, WorkerRequest } from './build-worker.ts';

export interface ProgramSources {
  /** The folder of `cli/` and `templates/`. */
  readonly root: string;
  /** Compiles the program where it changed, and gives its folder. Rejects where the sources do not compile. */
  readonly compile: () => Promise<string>;
  /** The same for the templates alone: a folder with `render.cjs` and the assets. A packaged program has them in itself. */
  readonly compileTemplates?: () => Promise<string>;
  /** The hash of files and folders; paths from `root`. */
  readonly hashOf: (...paths: readonly string[]) => string;
}

export type ComposedFile = Extract<WorkerMessage, { readonly id: number }>['file'];

export interface Saved {
  /** Paths inside the content folder; `undefined` if more than single files may have changed there. */
  readonly content: readonly string[] | undefined;
  readonly program: boolean;
}

export type DevBuilder = ReturnType<typeof createDevBuilder>;

/** Builds again and again, in a thread that is replaced with the program. `onComposed` is called once a new site’s pages can be read. */
export function createDevBuilder(
  flags: BuildFlags,
  { compile, compileTemplates, hashOf }: ProgramSources,
  onComposed: () => void,
) {
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
    /** Builds, never twice at a time; `undefined` if it was stopped. Rejects with a message for the terminal, and then starts a new worker. */
    async build(saved: Saved): Promise<BuildReport | undefined> {
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
    /** Whether the sources of the program differ from those of the last build. */
    isProgramNew: () => sourcesNow() !== compiled,
    stop: () => worker?.stop(),
    /** The paths of the files that can be read. */
    files: (): ReadonlySet<string> => worker?.files() ?? new Set(),
    read: async (path: string): Promise<ComposedFile> => worker?.read(path),
    /** Ends a running build, and refuses later ones. */
    close() {
      closed = true;
      return endWorker();
    },
  };
}

type DevWorker = ReturnType<typeof startWorker>;
type Ended = Extract<WorkerMessage, { report: unknown } | { fault: unknown } | { stopped: unknown }>;

function startWorker(folder: string, flags: BuildFlags, onComposed: () => void) {
  const worker = new Worker(join(folder, 'load.cjs'), { argv: ['build-worker'], workerData: flags });
  const send = (request: WorkerRequest) => worker.postMessage(request);
  const reads = new Map<number, (file: ComposedFile) => void>();
  let files: ReadonlySet<string> = new Set();
  let building:
    | { readonly done: (message: Ended) => void; readonly fail: (error: unknown) => void }
    | undefined;
  let isAlive = true;
  let nextId = 0;

  function lose(error: unknown) {
    isAlive = false;
    files = new Set();
    building?.fail(error);
    for (const done of reads.values()) done(undefined);
    reads.clear();
  }

  worker.on('message', (message: WorkerMessage) => {
    if ('composed' in message) {
      files = new Set(message.composed);
      onComposed();
    } else if ('id' in message) {
      reads.get(message.id)?.(message.file);
      reads.delete(message.id);
    } else building?.done(message);
  });
  // An error between builds must not end `dev`.
  worker.on('error', lose);
  worker.on('exit', (code) =>
    lose(new Error(`The build ended early (code ${code}). The next save starts it again.`)),
  );

  return {
    isAlive: () => isAlive,
    files: () => files,
    build: (request: BuildRequest) =>
      new Promise<Ended>((done, fail) => {
        building = { done, fail };
        send({ build: request });
      }),
    stop: () => send({ stop: true }),
    read: (file: string) =>
      new Promise<ComposedFile>((done) => {
        if (!isAlive) return done(undefined);
        const id = nextId++;
        reads.set(id, done);
        send({ file, id });
      }),
    end: () => worker.terminate(),
  };
}
