import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { readCompiled } from '../bundle.ts';
import { keyOf } from '../lib/content-hash.ts';
import { EnvironmentError, isSystemError } from '../lib/environment-error.ts';
import { createLiveMemory, type LiveMemory } from '../lib/memory.ts';
import type { Outputs } from '../output/manifest.ts';
import { type BuildReport, buildSite, type Renderer } from '../pipeline/build-site.ts';
import { type ComposedSite, createComposedSite } from '../pipeline/composed-site.ts';
import { createWriter } from '../pipeline/write.ts';
import { type ContentFolder, openContentFolder } from '../sources/content-folder.ts';
import { buildInput } from '../terminal/build-input.ts';
import { refreshSchemas } from '../terminal/editor-files.ts';
import { ExitError } from '../terminal/exit-codes.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import { protectedFolders } from '../terminal/folders.ts';

/** What a worker is asked: to build after files of content were saved, all of them if none is named; whether files hold something new; to stop a build; for a file of the site. */
export type WorkerQuestion =
  | {
      readonly build: {
        readonly templates: string | undefined;
        readonly saved: readonly string[] | undefined;
      };
    }
  | { readonly check: readonly string[] }
  | { readonly stop: true }
  | { readonly file: string; readonly id: number };

/** What it says: the files of a site whose pages can be asked for, and what stands for its drawings; how a build ended; a file. */
export type WorkerAnswer =
  | { readonly composed: readonly string[]; readonly drawn: string }
  | { readonly report: BuildReport }
  | { readonly fault: string }
  | { readonly stopped: true }
  | { readonly isNew: boolean }
  | { readonly id: number; readonly file: Awaited<ReturnType<ComposedSite['read']>> };

const flags: BuildFlags = workerData;
const say = (answer: WorkerAnswer) => parentPort?.postMessage(answer);

let folder: ContentFolder | undefined;
let templatesBefore: string | undefined;
let memory: LiveMemory = createLiveMemory();
let outputs: Outputs = new Map();
let site: ComposedSite | undefined;
let isStopped = false;

parentPort?.on('message', async (question: WorkerQuestion) => {
  if ('stop' in question) isStopped = true;
  else if ('check' in question) say({ isNew: folder?.reread(question.check) !== folder });
  else if ('file' in question) {
    const { id, file } = question;
    say({ id, file: await readNow(file) });
  } else {
    isStopped = false;
    say(await build(question.build));
    refresh();
  }
});

/** A file of the site as it is when the answer is there. */
async function readNow(file: string): ReturnType<ComposedSite['read']> {
  const asked = site;
  // What a template throws is the fault of a build, too.
  const content = await asked?.read(file).catch(() => undefined);
  return asked === site ? content : readNow(file);
}

/** Thrown where a build is stopped. */
class Stopped extends Error {}

/** In milliseconds: so long others wait for an answer while pages are printed. */
const maxTurn = 8;

/** Lets messages in from time to time, and ends the build if one says so. */
function createPause(): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < maxTurn) return;
    await new Promise((done) => setImmediate(done));
    if (isStopped) throw new Stopped();
    turn = performance.now();
  };
}

/** Builds with the compiled templates in a folder, or with those of this program. */
async function build({
  templates,
  saved,
}: Extract<WorkerQuestion, { readonly build: unknown }>['build']): Promise<WorkerAnswer> {
  const { out, content, force } = flags;
  let isWhole = false;
  try {
    const input = { ...buildInput(flags), ...(templates !== undefined && renderingOf(templates)) };
    folder = saved && folder ? folder.reread(saved) : openContentFolder(content);
    // What was printed with other templates is another page.
    if (templates !== templatesBefore) memory = createLiveMemory();
    templatesBefore = templates;
    const report = await buildSite(
      {
        ...input,
        folder,
        memory,
        pause: createPause(),
        onComposed(composed) {
          site = createComposedSite(composed, input.loadRenderer);
          const drawings = composed.files.filter(({ path }) => path.startsWith('art/'));
          say({ composed: site.paths, drawn: keyOf(drawings) });
        },
        remember: (built) => {
          outputs = built.outputs;
        },
      },
      () => createWriter(out, protectedFolders(flags), { force, former: outputs }),
    );
    isWhole = report.written !== undefined;
    return { report };
  } catch (error) {
    return error instanceof Stopped ? { stopped: true } : { fault: explain(error) };
  } finally {
    memory = memory.next(isWhole);
  }
}

/** What editors' programs know follows the content; a disk that refuses is no reason to stop. */
function refresh() {
  try {
    refreshSchemas(flags.content);
  } catch (error) {
    if (!(error instanceof EnvironmentError || isSystemError(error))) throw error;
  }
}

const renderingOf = (templates: string) => ({
  compiled: readCompiled(templates),
  // Its threads have the templates of the program.
  printWorker: undefined,
  loadRenderer: (): Promise<Renderer> => import(pathToFileURL(join(templates, 'render.js')).href),
});

/** The message of an expected error; a fault of Galley with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ExitError || error instanceof EnvironmentError || isSystemError(error))
    return error.message;
  return [error.stack ?? error.message, error.cause && explain(error.cause)].filter(Boolean).join('\n');
}
