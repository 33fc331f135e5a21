import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Links } from './check-links.ts';
import { createFinisher, type Finisher, type FinishTimings } from './finish.ts';
import type { OutputFile } from './output.ts';
import { createCountingWriter, createWriter, SurroundingsError, type WriteResult } from './write.ts';

// Both ends of a finisher in a thread of its own: with thousands of pages, gathering links and writing files take a third of a build,
// and need nothing of the rest of it.

/** Where the thread writes; without `out` it only counts, as `check` does. */
export interface FinishPlace {
  readonly out?: string;
  readonly protect: readonly string[];
}

type Message =
  | { readonly kind: 'open'; readonly baseUrl: string }
  | { readonly kind: 'take'; readonly files: readonly OutputFile[]; readonly pages: readonly Page[] }
  | { readonly kind: 'links' | 'commit' | 'abandon' };

type Page = readonly [address: string, html: string];

interface Answer {
  readonly links?: Links;
  readonly result?: WriteResult;
  readonly timings: FinishTimings;
  readonly failure?: { readonly surroundings: boolean; readonly message: string; readonly more: object };
}

/** Pages that go over together: each message wakes the other thread. */
const batch = 16;

/** Starts the thread; `script` is this module, compiled. It is ready for pages when it is opened. */
export function startFinishThread(script: string, place: FinishPlace): (baseUrl: string) => Finisher {
  const thread = new Worker(script, { workerData: place });
  let pages: Page[] = [];
  let timings: FinishTimings = { links: 0, write: 0 };
  const send = (message: Message) => thread.postMessage(message);

  function flush() {
    if (pages.length > 0) send({ kind: 'take', files: [], pages });
    pages = [];
  }

  async function ask(kind: 'links' | 'commit' | 'abandon'): Promise<Answer> {
    flush();
    send({ kind });
    const [answer] = (await once(thread, 'message')) as [Answer];
    timings = answer.timings;
    if (kind !== 'links') await thread.terminate();
    if (answer.failure) throw revive(answer.failure);
    return answer;
  }

  return (baseUrl) => {
    send({ kind: 'open', baseUrl });
    return {
      file: (file) => send({ kind: 'take', files: [file], pages: [] }),
      page(address, html) {
        pages.push([address, html]);
        if (pages.length === batch) flush();
      },
      links: async () => (await ask('links')).links ?? { targets: [], ids: new Map() },
      commit: async () => (await ask('commit')).result ?? { files: 0, bytes: 0, unchanged: 0 },
      abandon: async () => void (await ask('abandon')),
      timings: () => timings,
    };
  };
}

/** An error of the other thread as it would be in this one. */
function revive({ surroundings, message, more }: NonNullable<Answer['failure']>): Error {
  return surroundings ? new SurroundingsError(message) : Object.assign(new Error(message), more);
}

if (!isMainThread && isFinishPlace(workerData)) {
  const { out, protect } = workerData;
  const none: FinishTimings = { links: 0, write: 0 };
  let finisher: Finisher | undefined;
  let failure: Answer['failure'];

  async function answer(message: Message): Promise<Answer | undefined> {
    if (message.kind === 'open') {
      finisher = createFinisher(
        out === undefined ? createCountingWriter() : createWriter(out, protect),
        message.baseUrl,
      );
      return undefined;
    }
    if (message.kind === 'take') {
      for (const file of message.files) finisher?.file(file);
      for (const [address, html] of message.pages) finisher?.page(address, html);
      return undefined;
    }
    const links = message.kind === 'links' ? await finisher?.links() : undefined;
    const result = message.kind === 'commit' ? await finisher?.commit() : undefined;
    if (message.kind === 'abandon') await finisher?.abandon();
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
        surroundings: error instanceof SurroundingsError,
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
