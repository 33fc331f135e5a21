import { createLinkCollector, type Links } from './check-links.ts';
import type { OutputFile } from './output.ts';
import { fileOf } from './route.ts';
import type { WriteResult, Writer } from './write.ts';

/** Milliseconds spent on finished pages; in a thread of its own this time runs beside the other stages. */
export interface FinishTimings {
  readonly links: number;
  readonly write: number;
}

/** What happens to files once they are drawn: links are gathered, bytes are written. Nothing shows until `commit`. */
export interface Finisher {
  /** Takes a file as it is. */
  file(file: OutputFile): void;
  /** Takes the finished page of an address. */
  page(address: string, html: string): void;
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
export function createFinisher(writer: Writer, baseUrl: string): Finisher {
  const collector = createLinkCollector(baseUrl);
  const spent = { links: 0, write: 0 };
  function timed<T>(stage: keyof FinishTimings, run: () => T): T {
    const start = performance.now();
    const result = run();
    spent[stage] += performance.now() - start;
    return result;
  }
  const file = (output: OutputFile) => timed('write', () => writer.write(output));
  return {
    file,
    page(address, html) {
      timed('links', () => collector.add(address, html));
      file({ path: fileOf(address), content: html });
    },
    links: async () => collector.links(),
    commit: async () => timed('write', () => writer.commit()),
    abandon: async () => writer.abandon(),
    timings: () => spent,
  };
}

/** Readies a finisher in this thread; the writer is opened with it. */
export const finishHere = (openWriter: () => Writer) => () => (baseUrl: string) =>
  createFinisher(openWriter(), baseUrl);
