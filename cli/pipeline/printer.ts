import { availableParallelism } from 'node:os';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { PageLinks, SharedLinks } from '../checks/links-in.ts';
import type { Answer, Job, Printed, Setup } from './print-messages.ts';
import { createPagePrinter, type PrintedPage } from './print-page.ts';
import type { RenderPage, SiteParts } from './render.tsx';
import type { PageText } from './slots.ts';
import type { Writer } from './write.ts';

/** A page to print, to a file with a key. */
export interface PrintJob {
  readonly page: PageText;
  readonly path: string;
  readonly key: string;
  readonly done: (page: Printed) => void;
  /** Throws an error with the name of the page in it. */
  readonly fail: (cause: unknown) => never;
}

/** Prints pages on this thread and on others, which write them themselves. */
export interface Printer {
  /** Prints a page now or later. Throws what a template and the disk throw, for this page or an earlier one. */
  readonly print: (job: PrintJob) => void;
  /** Resolves when all pages are printed. */
  readonly finish: () => Promise<void>;
  /** The links of a part that printed pages share. */
  readonly linksOfPart: (part: string) => PageLinks | undefined;
}

/** Other threads that will print: they load what they need while this one reads the content. */
export interface PrintThreads {
  readonly threads: readonly PrintThread[];
  readonly close: () => Promise<unknown>;
}

interface PrintThread {
  readonly worker: Worker;
  /** Rejects when the thread fails or ends. */
  readonly ended: Promise<never>;
}

/** A thread costs some 60 MB and what 400 pages take. */
const minPages = 1000;
const maxThreads = 3;

/** What a thread may have of short-lived objects, in MB: a page takes less than one. V8 would take 48. */
const maxYoungMb = 12;

/** Starts threads if so many pages are worth them; `module` is the compiled `print-worker.ts`. */
export function openPrintThreads(pages: number, module: string | undefined): PrintThreads {
  const count =
    pages < minPages || module === undefined ? 0 : Math.min(maxThreads, availableParallelism() - 1);
  const threads = Array.from({ length: count }, () => startThread(module ?? ''));
  return { threads, close: () => Promise.all(threads.map(({ worker }) => worker.terminate())) };
}

function startThread(module: string): PrintThread {
  // The flags of this process may load what is not there for the thread.
  const worker = new Worker(module, {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: maxYoungMb },
  });
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('A thread that prints pages ended early.')));
  });
  ended.catch(() => {});
  return { worker, ended };
}

/** Pages in a message, and messages that a thread may have before it. */
const batchSize = 16;
const maxWaiting = 2;

/** A printer for the pages of one site. */
export function createPrinter(
  createRenderer: (parts: SiteParts) => RenderPage,
  setup: Setup,
  writer: Writer,
  { threads: started }: PrintThreads,
): Printer {
  const here = createPagePrinter(createRenderer(setup.parts), new Map(setup.pictures));
  const parts = new Map<string, PageLinks>();
  const addParts = (found: SharedLinks) => {
    for (const [part, links] of Object.entries(found)) parts.set(part, links);
  };
  const threads = started.map((thread) => createThread(thread, setup, writer, addParts));

  function printHere({ page, path, key, done, fail }: PrintJob) {
    let printed: PrintedPage;
    try {
      printed = here.print(page);
    } catch (error) {
      return fail(error);
    }
    const { html, ...known } = printed;
    addParts(here.newParts());
    writer.write({ path, content: html }, key);
    done(known);
  }

  return {
    print(job) {
      for (const thread of threads) thread.take();
      const free = threads.find(({ waiting }) => waiting() < maxWaiting);
      if (free) free.print(job);
      else printHere(job);
    },
    async finish() {
      await Promise.all(threads.map((thread) => thread.finish()));
    },
    linksOfPart: (part) => parts.get(part),
  };
}

/** The side of this thread. */
function createThread(
  { worker, ended }: PrintThread,
  setup: Setup,
  writer: Writer,
  addParts: (found: SharedLinks) => void,
) {
  const { port1: port, port2 } = new MessageChannel();
  const sent = new Map<number, PrintJob & { readonly put: ReturnType<Writer['delegate']> }>();
  let batch: Job[] = [];
  let batches = 0;
  let jobs = 0;
  worker.postMessage({ port: port2, setup }, [port2]);
  // Nothing is asked of it any more if this thread fails.
  port.unref();

  function settle({ answers, newParts }: Answer) {
    batches -= 1;
    addParts(newParts);
    for (const answer of answers) {
      const job = sent.get(answer.id);
      if (!job) continue;
      sent.delete(answer.id);
      if ('fault' in answer) return job.fail(Object.assign(new Error(), answer.fault));
      job.put.done(answer.put);
      job.done(answer.printed);
    }
  }

  function flush() {
    if (batch.length === 0) return;
    port.postMessage(batch);
    batch = [];
    batches += 1;
  }

  return {
    waiting: () => batches,
    /** Takes the answers that have arrived. */
    take() {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
        settle(next.message);
    },
    print(job: PrintJob) {
      const put = writer.delegate(job.path, job.key);
      const id = jobs++;
      sent.set(id, { ...job, put });
      batch.push({ id, ...job.page, place: put.place });
      if (batch.length === batchSize) flush();
    },
    /** Resolves when all answers are there; rejects if the thread fails or ends before. */
    finish() {
      flush();
      const all = new Promise<void>((done, fail) => {
        const endIfAll = () => sent.size === 0 && done();
        port.on('message', (answer: Answer) => {
          try {
            settle(answer);
            endIfAll();
          } catch (error) {
            fail(error);
          }
        });
        endIfAll();
      });
      return Promise.race([all, ended]).finally(() => port.close());
    },
  };
}
