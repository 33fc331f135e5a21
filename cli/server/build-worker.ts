import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { readCompiled } from '../bundle.ts';
import { EnvironmentError } from '../lib/environment-error.ts';
import { type BuildInput, type BuildReport, buildSite, type Renderer } from '../pipeline/build-site.ts';
import { finishHere } from '../pipeline/finish.ts';
import { createWriter } from '../pipeline/write.ts';

/** What `dev` gives its worker once. */
export interface WorkerData {
  readonly input: Omit<BuildInput, 'now' | 'onPage' | 'compiled' | 'loadRenderer'>;
  readonly out: string;
  /** Removes files from there that no build has written. */
  readonly force: boolean;
}

/** One build: the moment it counts as now, and the folder of the compiled templates. */
export interface WorkerRequest {
  readonly now: Date;
  readonly templates: string;
}

/** How a build ended. */
export type WorkerAnswer = { readonly report: BuildReport } | { readonly fault: string };

const { input, out, force } = workerData as WorkerData;

parentPort?.on('message', async (request: WorkerRequest) => {
  parentPort?.postMessage(await build(request));
});

async function build({ now, templates }: WorkerRequest): Promise<WorkerAnswer> {
  const loadRenderer = (): Promise<Renderer> => import(pathToFileURL(join(templates, 'render.js')).href);
  try {
    const compiled = readCompiled(templates);
    return {
      report: await buildSite({ ...input, now, compiled, loadRenderer }, () =>
        finishHere(() => createWriter(out, [input.content], { force })),
      ),
    };
  } catch (error) {
    return { fault: explain(error) };
  }
}

/** An environment error as a sentence; a fault of Galley with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof EnvironmentError || 'syscall' in error) return error.message;
  return [error.stack ?? error.message, error.cause && explain(error.cause)].filter(Boolean).join('\n');
}
