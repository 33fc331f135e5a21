import { type MessagePort, parentPort } from 'node:worker_threads';
import { isSystemError } from '../lib/environment-error.ts';
import type { Answer, Job, Setup } from './print-messages.ts';
import { createPagePrinter, type PagePrinter } from './print-page.ts';
import { createRenderer } from './render.tsx';
import { type Place, type PutFile, put, type SystemFault } from './write.ts';

// Prints pages in a thread of its own: see `printer.ts`.

const systemFault = ({
  code,
  syscall = '',
  message,
}: NodeJS.ErrnoException & { readonly code: string }): SystemFault => ({
  code,
  syscall,
  message,
});

function printAll(jobs: readonly Job[], { print, newParts }: PagePrinter): Answer {
  const answers = jobs.map(({ id, place, ...page }): Answer['answers'][number] => {
    try {
      const { html, ...printed } = print(page);
      return { id, printed, put: putPage(html, place) };
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { id, fault: { message, stack } };
    }
  });
  return { answers, newParts: newParts() };
}

function putPage(html: string, place: Place | undefined): PutFile | SystemFault {
  try {
    return place ? put(place, html) : { size: Buffer.byteLength(html), isUnchanged: false };
  } catch (error) {
    if (isSystemError(error)) return systemFault(error);
    throw error;
  }
}

parentPort?.once('message', ({ port, setup }: { readonly port: MessagePort; readonly setup: Setup }) => {
  const printer = createPagePrinter(createRenderer(setup.parts), new Map(setup.pictures));
  port.on('message', (jobs: readonly Job[]) => port.postMessage(printAll(jobs, printer)));
});
