import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { readCompiled } from '../bundle.ts';
import { EnvironmentError, isSystemError } from '../lib/environment-error.ts';
import { createMemory, type Memory } from '../lib/memory.ts';
import type { Outputs } from '../output/manifest.ts';
import { type BuildReport, type Built, buildSite, type Renderer } from '../pipeline/build-site.ts';
import { createWriter } from '../pipeline/write.ts';
import { buildInput } from '../terminal/build-input.ts';
import { refreshSchemas } from '../terminal/editor-files.ts';
import { ExitError } from '../terminal/exit-codes.ts';
import type { BuildFlags } from '../terminal/flags.ts';
import { protectedFolders } from '../terminal/folders.ts';

/** How a build ended. */
export type WorkerAnswer = { readonly report: BuildReport } | { readonly fault: string };

const flags: BuildFlags = workerData;

parentPort?.on('message', async (templates: string | undefined) => {
  parentPort?.postMessage(await build(templates));
  refresh();
});

/** What the last build without errors leaves to the next, if that has the same templates. */
let last:
  | { readonly templates: string | undefined; readonly memory: Memory; readonly outputs: Outputs }
  | undefined;

/** Builds with the compiled templates in the folder `templates`, or with those of this program. */
async function build(templates: string | undefined): Promise<WorkerAnswer> {
  const { out, force } = flags;
  const known = last?.templates === templates ? last : undefined;
  const memory = known?.memory.next() ?? createMemory();
  try {
    const input = {
      ...buildInput(flags),
      ...(templates !== undefined && renderingOf(templates)),
      memory,
      remember: ({ outputs }: Built) => {
        last = { templates, memory, outputs };
      },
    };
    const former = known?.outputs ?? new Map();
    return {
      report: await buildSite(input, () => createWriter(out, protectedFolders(flags), { force, former })),
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
