import type { Page } from '../../templates/types.ts';
import { createLinkCollector, type Links } from './check-links.ts';
import type { OutputFile } from './output.ts';
import { fileOf } from './route.ts';
import type { Chrome, Wrap } from './wrap.ts';
import type { WriteResult, Writer } from './write.ts';

/** Milliseconds spent on finished pages; in a thread of its own this time runs beside the other stages. */
export interface FinishTimings {
  readonly wrap: number;
  readonly links: number;
  readonly write: number;
}

/**
 * What happens once a page is drawn: the document is put around it, its links are gathered, its bytes are written. Nothing shows until
 * `commit`.
 */
export interface Finisher {
  /** Takes a file as it is. */
  file(file: OutputFile): void;
  /** Takes a page with its drawn part. */
  page(page: Page, main: string): void;
  /** What the pages link to, once all have been taken. Rejects with what finishing them in another thread threw. */
  links(): Promise<Links>;
  /** Puts the new site in the place of the old one. */
  commit(): Promise<WriteResult>;
  /** What it took so far. */
  timings(): FinishTimings;
}

/** Finishes pages with `writer`, in this thread. */
export function createFinisher(writer: Writer, wrap: Wrap, baseUrl: string): Finisher {
  const collector = createLinkCollector(baseUrl);
  const spent = { wrap: 0, links: 0, write: 0 };
  function timed<T>(stage: keyof FinishTimings, run: () => T): T {
    const start = performance.now();
    const result = run();
    spent[stage] += performance.now() - start;
    return result;
  }
  const file = (output: OutputFile) => timed('write', () => writer.write(output));
  return {
    file,
    page(page, main) {
      const parts = timed('wrap', () => wrap(page, main));
      timed('links', () => collector.add(page.path, parts));
      file({ path: fileOf(page.path), content: parts.map(({ text }) => text).join('') });
    },
    links: async () => collector.links(),
    commit: async () => timed('write', () => writer.commit()),
    timings: () => spent,
  };
}

/** A place where pages can be finished. It is closed in every case; without a commit that leaves the old site as it was. */
export interface Finishing {
  /** Opens a finisher for an edition, given what stands around its pages and how that is put there. */
  open(chrome: Chrome, createWrap: (chrome: Chrome) => Wrap): Finisher;
  close(): Promise<void>;
}

/** Finishes pages in this thread; the writer is opened with the finisher. */
export function finishHere(openWriter: () => Writer): Finishing {
  let writer: Writer | undefined;
  return {
    open(chrome, createWrap) {
      const opened = openWriter();
      writer = opened;
      const finisher = createFinisher(opened, createWrap(chrome), chrome.site.baseUrl);
      const commit = async () => {
        const result = await finisher.commit();
        writer = undefined;
        return result;
      };
      return { ...finisher, commit };
    },
    close: async () => writer?.abandon(),
  };
}
