import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type ContentFolder, openContentFolder } from '../../content/content-folder.ts';
import { createBuildCache } from '../../lib/build-cache.ts';
import { hashOfFile, keyOf } from '../../lib/content-hash.ts';
import { EnvironmentError, ExitError, isSystemError } from '../../lib/errors.ts';
import { type BuildReport, buildSite } from '../../pipeline/build-site.ts';
import type { Renderer } from '../../pipeline/compose.ts';
import { type ComposedSite, createComposedSite } from '../../pipeline/composed-site.ts';
import { readCompiled } from '../../program/bundle.ts';
import type { Outputs } from '../../site/manifest.ts';
import { createWriter } from '../../site/write.ts';
import { buildInput } from '../run/build-input.ts';
import { refreshSchemas } from '../terminal/editor-files.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import { protectedFolders } from '../terminal/folders.ts';

export interface BuildRequest {
  /** The folder of the compiled templates; those of this program if it is left out. */
  readonly templates: string | undefined;
  /** The files of content that were saved; all if it is left out. */
  readonly saved: readonly string[] | undefined;
}

/** What the main thread sends: a build, a stop, a request for a file. */
export type WorkerRequest =
  | { readonly build: BuildRequest }
  | { readonly stop: true }
  | { readonly file: string; readonly id: number };

/** What the worker sends: the paths of a new site whose files can be requested, how a build ended, a file. */
export type WorkerMessage =
  | { readonly composed: readonly string[] }
  | { readonly report: BuildReport }
  | { readonly fault: string }
  | { readonly stopped: true }
  | { readonly id: number; readonly file: Awaited<ReturnType<ComposedSite['read']>> };

const flags: BuildFlags = workerData;
const load = createRequire(import.meta.url);
const send = (message: WorkerMessage) => parentPort?.postMessage(message);

let folder: ContentFolder | undefined;
/** What the site that open pages know was made of. */
let announced: { readonly folder: ContentFolder; readonly templates: string } | undefined;
let renderer: { readonly hash: string; readonly file: string } | undefined;
let buildCache = createBuildCache();
let outputs: Outputs = new Map();
let site: ComposedSite | undefined;
let isStopped = false;

parentPort?.on('message', async (request: WorkerRequest) => {
  if ('stop' in request) isStopped = true;
  else if ('file' in request) send({ id: request.id, file: await readNow(request.file) });
  else {
    isStopped = false;
    send(await build(request.build));
    refresh();
  }
});

/** A file of the newest site, also if a newer one comes while the file is rendered. */
async function readNow(file: string): ReturnType<ComposedSite['read']> {
  const current = site;
  // The build reports what a template throws.
  const content = await current?.read(file).catch(() => undefined);
  return current === site ? content : readNow(file);
}

class Stopped extends Error {}

/** How long pages are rendered before requests are answered, in milliseconds. */
const maxTurn = 8;

/** Lets messages in from time to time, and ends the build if one of them is a stop. */
function createPause() {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < maxTurn) return;
    await new Promise((done) => setImmediate(done));
    if (isStopped) throw new Stopped();
    turn = performance.now();
  };
}

async function build({ templates, saved }: BuildRequest): Promise<WorkerMessage> {
  let isWhole = false;
  try {
    const compiledHere = templates === undefined ? {} : renderingOf(templates);
    const input = { ...buildInput(flags), ...compiledHere, isDev: true };
    const content = saved && folder ? folder.reread(saved) : openContentFolder(flags.content);
    folder = content;
    const madeOf = { folder: content, templates: keyOf(compiledHere) };
    const report = await buildSite(
      {
        ...input,
        folder,
        buildCache,
        pause: createPause(),
        onComposed(composed) {
          site = createComposedSite(composed);
          if (announced?.folder === madeOf.folder && announced.templates === madeOf.templates) return;
          announced = madeOf;
          send({ composed: site.paths });
        },
        save: (built) => {
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
    buildCache = buildCache.next(isWhole);
  }
}

/** Writes the schemas for editors' programs again; `dev` goes on if the disk refuses. */
function refresh() {
  try {
    refreshSchemas(flags.content);
  } catch (error) {
    if (!(error instanceof EnvironmentError || isSystemError(error))) throw error;
  }
}

/** The templates in a folder. The renderer is loaded again only if it has changed: a saved style leaves it as it is. */
function renderingOf(templates: string) {
  const file = join(templates, 'render.cjs');
  const hash = hashOfFile(file);
  if (renderer?.hash !== hash || !existsSync(renderer.file)) renderer = { hash, file };
  return {
    compiled: readCompiled(templates),
    templates: hash,
    loadRenderer: async (): Promise<Renderer> => load(file),
  };
}

/** The message of an expected error; a fault of Galley with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ExitError || error instanceof EnvironmentError || isSystemError(error))
    return error.message;
  return [error.stack ?? error.message, error.cause && explain(error.cause)].filter(Boolean).join('\n');
}
