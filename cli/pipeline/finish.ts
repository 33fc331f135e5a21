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
  /** What the pages link to, once all have been taken. Rejects with what the writer threw. */
  links(): Promise<Links>;
  /** Puts the new site in the place of the old one. */
  commit(): Promise<WriteResult>;
  /** Leaves the old site as it was. */
  abandon(): Promise<void>;
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
    abandon: async () => writer.abandon(),
    timings: () => spent,
  };
}

/** Opens a finisher for an edition, given what stands around its pages and how that is put there. */
export type OpenFinisher = (chrome: Chrome, createWrap: (chrome: Chrome) => Wrap) => Finisher;

/** Opens a finisher in this thread, and its writer with it. */
export const finishHere =
  (openWriter: () => Writer): OpenFinisher =>
  (chrome, createWrap) =>
    createFinisher(openWriter(), createWrap(chrome), chrome.site.baseUrl);
