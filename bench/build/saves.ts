import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tests/commands/relay/wire.ts';
import { until } from '../../tests/until.ts';
import { cpuOf } from '../process.ts';
import type { Generator } from './generators.ts';
import type { Command } from './measure.ts';
import { corpusOf, newPapers, type Stage } from './papers.ts';
import { median, rotated } from './statistics.ts';
import type { Results } from './tables.ts';

const patience = 120_000;

export interface Save {
  /** Milliseconds from writing a file until its page is served. */
  readonly time: number;
  /** CPU milliseconds until the server is idle again. */
  readonly cpu: number;
}

/** Saves posts while each generator serves; for each generator the median of `saves` in each round. */
export async function measureSaves(
  { work, posts, rounds, generators }: Stage,
  saves: number,
): Promise<Results<Save>> {
  const found: Record<string, readonly Save[]> = {};
  for (let round = 0; round < rounds; round++) {
    console.error(`saves, round ${round + 1} of ${rounds}`);
    const papers = newPapers(work, `saves-${round}`, corpusOf(work, posts), generators);
    for (const generator of rotated(generators, round)) {
      const all = await savesUnder(generator, papers[generator.name] ?? '', saves);
      found[generator.name] = [...(found[generator.name] ?? []), mediansOf(all)];
    }
  }
  return found;
}

export function mediansOf(saves: readonly Save[]): Save {
  const medianOf = (key: keyof Save) => median(saves.map((save) => save[key]));
  return { time: medianOf('time'), cpu: medianOf('cpu') };
}

async function savesUnder(generator: Generator, paper: string, saves: number): Promise<readonly Save[]> {
  const port = await freePort();
  const pageOf = (slug: string) => textAt(`http://127.0.0.1:${port}${generator.addressOf(slug)}`);
  return underServer(generator.serve(paper, port), paper, pageOf('post-3'), async (timed) => {
    const found: Save[] = [];
    for (let save = 0; save < saves; save++) {
      const [slug, words] = [`post-${7 + 5 * save}`, `This is save number ${save}.`];
      const file = join(paper, 'content', 'blog', `${slug}.md`);
      found.push(await timed(() => appendFileSync(file, `\n${words}\n`), pageOf(slug), words));
    }
    return found;
  });
}

/** Fetches the current text of a page. */
export type Read = () => Promise<string>;

/** Saves a file, and measures until the page has the words. */
export type TimedSave = (save: () => void, read: Read, words: string) => Promise<Save>;

export const textAt =
  (url: string): Read =>
  () =>
    fetch(url).then((response) => response.text());

/** Runs a server while `use` runs, which starts once `page` is served and the server is idle. */
export async function underServer<T>(
  { program, args, environment }: Command,
  folder: string,
  page: Read,
  use: (timed: TimedSave) => Promise<T>,
): Promise<T> {
  const server = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const stop = () => server.kill('SIGINT');
  process.on('exit', stop);
  const { pid = 0 } = server;
  try {
    await shows(page, '<h1>');
    await untilIdle(pid);
    return await use(async (save, read, words) => {
      const cpu = cpuOf(pid);
      const start = performance.now();
      save();
      await shows(read, words);
      const time = performance.now() - start;
      await untilIdle(pid);
      return { time, cpu: (cpuOf(pid) - cpu) * 1000 };
    });
  } finally {
    process.off('exit', stop);
    stop();
    await exited;
  }
}

/**
 * Polls over one connection until the words are there, with growing pauses: requests take time from a server that is still working. It is late by
 * at most two percent.
 */
async function shows(read: Read, words: string): Promise<void> {
  const start = performance.now();
  while (!(await read().catch(() => '')).includes(words)) {
    const waited = performance.now() - start;
    if (waited > patience) throw new Error(`"${words}" is not shown`);
    await delay(Math.max(3, waited / 50));
  }
}

/** Waits until a process has been idle for half a second. */
async function untilIdle(pid: number): Promise<void> {
  const rests = async () => {
    const before = cpuOf(pid);
    await delay(500);
    return cpuOf(pid) - before < 0.02;
  };
  await until(rests, `process ${pid} to rest`, patience);
}
