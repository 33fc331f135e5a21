import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Html, Page } from '../../templates/types.ts';
import { EnvironmentError } from '../lib/environment-error.ts';
import type { Links } from './check-links.ts';
import { createFinisher, type Finisher, type Finishing, type FinishTimings } from './finish.ts';
import type { OutputFile } from './output.ts';
import { type Chrome, createWrap } from './wrap.ts';
import { createCountingWriter, createWriter, type WriteResult, type Writer } from './write.ts';

// Both ends of a finisher in a thread of its own: with thousands of pages, gathering links and writing files take a third of a build,
// and need nothing of the rest of it.

/** Where the thread writes; without `out` it only counts, as `check` does. */
export interface FinishPlace {
  readonly out?: string;
  readonly protect: readonly string[];
  /** Lets files go that no build has written. */
  readonly force?: boolean;
}

type Message =
  | { readonly kind: 'open'; readonly chrome: Chrome }
  | { readonly kind: 'take'; readonly files: readonly OutputFile[]; readonly pages: readonly DrawnPage[] }
  | { readonly kind: 'links' | 'commit' | 'abandon' };

type DrawnPage = readonly [page: Page, main: string];

interface Answer {
  readonly links?: Links;
  readonly result?: WriteResult;
  readonly timings: FinishTimings;
  readonly failure?: { readonly surroundings: boolean; readonly message: string; readonly more: object };
}

const none: FinishTimings = { wrap: 0, links: 0, write: 0 };

/** What the thread's pages live in for a moment, in MB; the default is three times as much memory, and no faster. */
const youngHeap = 16;

/** Pages that go over together: each message wakes the other thread. */
const batch = 32;

/** Starts the thread; `script` is this module, compiled. It is ready for pages when it is opened. */
export function startFinishThread(script: string, place: FinishPlace): Finishing {
  const thread = new Worker(script, {
    workerData: place,
    resourceLimits: { maxYoungGenerationSizeMb: youngHeap },
  });
  // A thread that ends by itself has failed; whoever asks it then, or is asking, hears of it.
  const failed = Promise.race([
    once(thread, 'error').then(([error]) => Promise.reject(error)),
    once(thread, 'exit').then(() => Promise.reject(new Error('The thread that finishes pages has ended'))),
  ]);
  failed.catch(() => {});
  let pages: DrawnPage[] = [];
  let timings = none;
  let open = false;
  const send = (message: Message) => thread.postMessage(message);

  function flush() {
    if (pages.length > 0) send({ kind: 'take', files: [], pages });
    pages = [];
  }

  async function ask(kind: 'links' | 'commit' | 'abandon'): Promise<Answer> {
    flush();
    send({ kind });
    const [answer] = (await Promise.race([once(thread, 'message'), failed])) as [Answer];
    timings = answer.timings;
    if (answer.failure) throw revive(answer.failure);
    return answer;
  }

  return {
    open(chrome) {
      open = true;
      send({ kind: 'open', chrome });
      return {
        file: (file) => send({ kind: 'take', files: [file], pages: [] }),
        page(page, main) {
          pages.push([light(page), main]);
          if (pages.length === batch) flush();
        },
        links: async () => (await ask('links')).links ?? { targets: [], ids: new Map() },
        async commit() {
          const { result } = await ask('commit');
          open = false;
          return result ?? { files: 0, bytes: 0, unchanged: 0 };
        },
        timings: () => timings,
      };
    },
    async close() {
      try {
        if (open) await ask('abandon');
      } catch {
        // Whatever failed has been told where it failed.
      } finally {
        await thread.terminate();
      }
    },
  };
}

/** A post without what is in its drawn part already: most of what would go over. */
const light = (page: Page): Page =>
  page.kind === 'post'
    ? { ...page, body: '' as Html, newer: undefined, older: undefined, related: [], authors: [] }
    : page;

/** An error of the other thread as it would be in this one. */
function revive({ surroundings, message, more }: NonNullable<Answer['failure']>): Error {
  return surroundings ? new EnvironmentError(message) : Object.assign(new Error(message), more);
}

if (!isMainThread && isFinishPlace(workerData)) {
  const { out, protect, force } = workerData;
  let writer: Writer | undefined;
  let finisher: Finisher | undefined;
  let failure: Answer['failure'];

  async function answer(message: Message): Promise<Answer | undefined> {
    if (message.kind === 'open') {
      writer = out === undefined ? createCountingWriter() : createWriter(out, protect, { force });
      finisher = createFinisher(writer, createWrap(message.chrome), message.chrome.site.baseUrl);
      return undefined;
    }
    if (message.kind === 'take') {
      for (const file of message.files) finisher?.file(file);
      for (const [page, main] of message.pages) finisher?.page(page, main);
      return undefined;
    }
    const links = message.kind === 'links' ? await finisher?.links() : undefined;
    const result = message.kind === 'commit' ? await finisher?.commit() : undefined;
    if (message.kind === 'abandon') writer?.abandon();
    return { links, result, timings: finisher?.timings() ?? none };
  }

  parentPort?.on('message', async (message: Message) => {
    const asked = message.kind === 'links' || message.kind === 'commit' || message.kind === 'abandon';
    try {
      // After a failure only the leaving is still done.
      const given = failure && message.kind !== 'abandon' ? undefined : await answer(message);
      if (asked) parentPort?.postMessage(given ?? { failure, timings: finisher?.timings() ?? none });
    } catch (error) {
      const {
        message: words,
        stack,
        ...more
      } = error instanceof Error
        ? { ...error, message: error.message, stack: error.stack }
        : { message: String(error), stack: undefined };
      failure = {
        surroundings: error instanceof EnvironmentError,
        message: words,
        more: { ...more, stack },
      };
      if (asked) parentPort?.postMessage({ failure, timings: finisher?.timings() ?? none });
    }
  });
}

function isFinishPlace(data: unknown): data is FinishPlace {
  return typeof data === 'object' && data !== null && 'protect' in data;
}
