import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tests/relay/wire.ts';
import { until } from '../../tests/until.ts';
import { cpuOf } from '../process.ts';
import type { Generator } from './generators.ts';
import { corpusOf, newPapers, type Stage } from './papers.ts';
import { median, rotated } from './statistics.ts';
import type { Results } from './tables.ts';

const patience = 120_000;

export interface Save {
  /** Milliseconds from the writing of a post's file until its page has the new words. */
  readonly time: number;
  /** Milliseconds of processor until the server rests again. */
  readonly cpu: number;
}

/** Saves posts under every generator's server. By generator, for each round the medians of `saves`. */
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
      const medianOf = (key: keyof Save) => median(all.map((save) => save[key]));
      const save = { time: medianOf('time'), cpu: medianOf('cpu') };
      found[generator.name] = [...(found[generator.name] ?? []), save];
    }
  }
  return found;
}

async function savesUnder(generator: Generator, paper: string, saves: number): Promise<readonly Save[]> {
  const port = await freePort();
  const { program, args, environment } = generator.serve(paper, port);
  const server = spawn(program, args, {
    cwd: paper,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const stop = () => server.kill('SIGINT');
  process.on('exit', stop);
  const { pid = 0 } = server;
  const url = (slug: string) => `http://127.0.0.1:${port}${generator.addressOf(slug)}`;
  try {
    await shows(url('post-3'), '<h1>');
    await untilIdle(pid);
    const found: Save[] = [];
    for (let save = 0; save < saves; save++) {
      const [slug, words] = [`post-${7 + 5 * save}`, `This is save number ${save}.`];
      const cpu = cpuOf(pid);
      const start = performance.now();
      appendFileSync(join(paper, 'content', 'blog', `${slug}.md`), `\n${words}\n`);
      await shows(url(slug), words);
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
 * Asks for a page over the connection that `fetch` keeps, until it has the words. The longer it waits, the rarer it asks: asking takes time from a
 * server that is still at work, and is late by two per cent at most.
 */
async function shows(url: string, words: string): Promise<void> {
  const page = () => fetch(url).then((response) => response.text());
  const start = performance.now();
  while (!(await page().catch(() => '')).includes(words)) {
    const waited = performance.now() - start;
    if (waited > patience) throw new Error(`${url} does not show "${words}"`);
    await delay(Math.max(3, waited / 50));
  }
}

/** Waits until a process has done nothing for half a second. */
async function untilIdle(pid: number): Promise<void> {
  const rests = async () => {
    const before = cpuOf(pid);
    await delay(500);
    return cpuOf(pid) - before < 0.02;
  };
  await until(rests, `process ${pid} to rest`, patience);
}
