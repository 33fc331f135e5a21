import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { readCompiled } from '../bundle.ts';
import { hashOfFile, keyOf } from '../lib/content-hash.ts';
import { EnvironmentError, isSystemError } from '../lib/environment-error.ts';
import { createLiveMemory } from '../lib/memory.ts';
import type { Outputs } from '../output/manifest.ts';
import { type BuildReport, buildSite } from '../pipeline/build-site.ts';
import type { Composed, Renderer } from '../pipeline/compose.ts';
import { type ComposedSite, createComposedSite } from '../pipeline/composed-site.ts';
import { recompose } from '../pipeline/recompose.ts';
import { createWriter } from '../pipeline/write.ts';
import { type ContentFolder, openContentFolder } from '../sources/content-folder.ts';
import { buildInput } from '../terminal/build-input.ts';
import { refreshSchemas } from '../terminal/editor-files.ts';
import { ExitError } from '../terminal/exit-codes.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import { protectedFolders } from '../terminal/folders.ts';

/**
 * What a worker is asked: to build after files of content were saved, all of them if none is named; whether files hold something new; to stop a
 * build; for a file of the site.
 */
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

/**
 * What it says: the files of a site whose pages can be asked for, and what stands for its drawings; that the same files have new texts; how a
 * build ended; whether files hold something new; a file.
 */
export type WorkerAnswer =
  | { readonly composed: readonly string[]; readonly drawn: string }
  | { readonly recomposed: true }
  | { readonly report: BuildReport }
  | { readonly fault: string }
  | { readonly stopped: true }
  | { readonly isNew: boolean }
  | { readonly id: number; readonly file: Awaited<ReturnType<ComposedSite['read']>> };

const flags: BuildFlags = workerData;
const say = (answer: WorkerAnswer) => parentPort?.postMessage(answer);

let folder: ContentFolder | undefined;
/** What the site was made of that open pages were told of last. */
let told: { readonly folder: ContentFolder; readonly templates: string } | undefined;
let renderer: { readonly hash: string; readonly file: string } | undefined;
let memory = createLiveMemory();
let outputs: Outputs = new Map();
let last: { readonly composed: Composed; readonly templates: string } | undefined;
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

/** In milliseconds: so long open pages have the processor for themselves when they were told of a new site. */
const headStart = 100;

/** Lets messages in from time to time, longer once a new site was told of, and ends the build if one says so. */
function createPause() {
  let turn = performance.now();
  let isTold = false;
  return {
    tell() {
      isTold = true;
    },
    async pause() {
      if (performance.now() - turn < maxTurn) return;
      await new Promise((done) => (isTold ? setTimeout(done, headStart) : setImmediate(done)));
      isTold = false;
      if (isStopped) throw new Stopped();
      turn = performance.now();
    },
  };
}

/** Builds with the compiled templates in a folder, or with those of this program. */
async function build({
  templates,
  saved,
}: Extract<WorkerQuestion, { readonly build: unknown }>['build']): Promise<WorkerAnswer> {
  let isWhole = false;
  let recomposed: Composed | undefined;
  try {
    const compiledHere = templates === undefined ? {} : renderingOf(templates);
    const input = { ...buildInput(flags), ...compiledHere };
    const content = saved && folder ? folder.reread(saved) : openContentFolder(flags.content);
    folder = content;
    const madeOf = { folder: content, templates: keyOf(compiledHere) };
    if (last?.templates === madeOf.templates && saved)
      recomposed = recompose(last.composed, content, saved, input.now, memory);
    last = undefined;
    const { pause, tell } = createPause();
    const report = await buildSite(
      {
        ...input,
        folder,
        memory,
        composed: recomposed,
        pause,
        onComposed(composed) {
          last = { composed, templates: madeOf.templates };
          site = createComposedSite(composed);
          if (told?.folder === madeOf.folder && told.templates === madeOf.templates) return;
          told = madeOf;
          const drawings = composed.files.filter(({ path }) => path.startsWith('art/'));
          say(recomposed ? { recomposed: true } : { composed: site.paths, drawn: keyOf(drawings) });
          tell();
        },
        remember: (built) => {
          outputs = built.outputs;
        },
      },
      () => createWriter(flags.out, protectedFolders(flags), { force: flags.force, former: outputs }),
    );
    isWhole = report.written !== undefined;
    return { report };
  } catch (error) {
    return error instanceof Stopped ? { stopped: true } : { fault: explain(error) };
  } finally {
    // What was composed before was not asked for again.
    memory = memory.next(isWhole && !recomposed);
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

/** The templates in a folder. The renderer is loaded again only if it is another one: where styles alone were saved, it is the same. */
function renderingOf(templates: string) {
  const file = join(templates, 'render.js');
  const hash = hashOfFile(file);
  if (renderer?.hash !== hash || !existsSync(renderer.file)) renderer = { hash, file };
  const { href } = pathToFileURL(renderer.file);
  return {
    compiled: readCompiled(templates),
    templates: hash,
    loadRenderer: (): Promise<Renderer> => import(href),
  };
}

/** The message of an expected error; a fault of Galley with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ExitError || error instanceof EnvironmentError || isSystemError(error))
    return error.message;
  return [error.stack ?? error.message, error.cause && explain(error.cause)].filter(Boolean).join('\n');
}
