import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { readCompiled } from '../bundle.ts';
import { EnvironmentError, isSystemError } from '../lib/environment-error.ts';
import { type BuildReport, buildSite, type Renderer } from '../pipeline/build-site.ts';
import { createWriter } from '../pipeline/write.ts';
import { buildInput } from '../terminal/build-input.ts';
import { refreshSchemas } from '../terminal/editor-files.ts';
import { ExitError } from '../terminal/exit-codes.ts';
import type { BuildFlags } from '../terminal/flags.ts';

/** How a build ended. */
export type WorkerAnswer = { readonly report: BuildReport } | { readonly fault: string };

const flags: BuildFlags = workerData;

parentPort?.on('message', async (templates: string | undefined) => {
  parentPort?.postMessage(await build(templates));
  refresh();
});

/** Builds with the compiled templates in the folder `templates`, or with those of this program. */
async function build(templates: string | undefined): Promise<WorkerAnswer> {
  const { out, content, force } = flags;
  try {
    const input = { ...buildInput(flags), ...(templates !== undefined && renderingOf(templates)) };
    return {
      report: await buildSite(input, () => createWriter(out, [content], { force })),
    };
  } catch (error) {
    return { fault: explain(error) };
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
  loadRenderer: (): Promise<Renderer> => import(pathToFileURL(join(templates, 'render.js')).href),
});

/** The message of an expected error; a fault of Galley with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ExitError || error instanceof EnvironmentError || isSystemError(error))
    return error.message;
  return [error.stack ?? error.message, error.cause && explain(error.cause)].filter(Boolean).join('\n');
}
