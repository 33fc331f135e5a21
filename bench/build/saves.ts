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

function mediansOf(saves: readonly Save[]): Save {
  const medianOf = (key: keyof Save) => median(saves.map((save) => save[key]));
  return { time: medianOf('time'), cpu: medianOf('cpu') };
}

async function savesUnder(generator: Generator, paper: string, saves: number): Promise<readonly Save[]> {
  const port = await freePort();
  const addressOf = (slug: string) => `http://127.0.0.1:${port}${generator.addressOf(slug)}`;
  const { program, args, environment }: Command = generator.serve(paper, port);
  const server = spawn(program, args, {
    cwd: paper,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const stop = () => server.kill('SIGINT');
  process.on('exit', stop);
  const { pid = 0 } = server;
  try {
    await shows(addressOf('post-3'), '<h1>');
    await untilIdle(pid);
    const found: Save[] = [];
    for (let save = 0; save < saves; save++) {
      const [slug, words] = [`post-${7 + 5 * save}`, `This is save number ${save}.`];
      const cpu = cpuOf(pid);
      const start = performance.now();
      appendFileSync(join(paper, 'content', 'blog', `${slug}.md`), `\n${words}\n`);
      await shows(addressOf(slug), words);
      const time = performance.now() - start;
      await untilIdle(pid);
      found.push({ time, cpu: (cpuOf(pid) - cpu) * 1000 });
    }
    return found;
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
async function shows(address: string, words: string): Promise<void> {
  const start = performance.now();
  const read = () => fetch(address).then((response) => response.text());
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
