import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { takeLock } from '../../cli/lib/lock.ts';
import { recover } from '../../cli/output/swap.ts';
import { root } from '../helpers.ts';

/** The writer and the lock, for processes of their own: plain Node reads no TypeScript. */
export async function bundleWriter(folder: string): Promise<string> {
  const outfile = join(folder, 'writer.mjs');
  await build({
    stdin: {
      contents:
        "export * from './cli/lib/lock.ts'; export * from './cli/pipeline/write.ts'; export * from './cli/output/swap.ts';",
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'silent',
  });
  return outfile;
}

/** What this process writes into a lock. */
export function ownHolder(folder: string): object {
  const path = join(folder, 'own.lock');
  const taken = takeLock(path);
  if ('heldBy' in taken) throw new Error(`held by ${taken.heldBy}`);
  const holder: unknown = JSON.parse(readFileSync(path, 'utf8'));
  taken.lock.release();
  return typeof holder === 'object' && holder !== null ? holder : {};
}

/** A lock that a dead build has left. */
export interface DeadLock {
  readonly name: string;
  leave(path: string): void;
}

export const stranger = {
  token: 'feedfeedfeedfeed',
  machine: 'elsewhere',
  pid: 1,
  started: '1',
  since: '2026-11-20T12:00:00.000Z',
};

/** Its process is gone; or it is of another machine, and more than half an hour old. */
export const deadLocks = (own: object): readonly DeadLock[] => [
  {
    name: 'whose process is gone',
    leave: (path) => writeFileSync(path, JSON.stringify({ ...own, token: stranger.token, pid: 4_194_303 })),
  },
  {
    name: 'of another machine, half an hour old',
    leave(path) {
      writeFileSync(path, JSON.stringify(stranger));
      const longAgo = new Date(Date.now() - 31 * 60_000);
      utimesSync(path, longAgo, longAgo);
    },
  },
];

/** Lets several processes start on one dead lock at the same moment, `rounds` times; gives how many got it, round by round. */
export async function race(
  folder: string,
  { runners, rounds, dead }: { runners: number; rounds: number; dead: DeadLock },
): Promise<readonly number[]> {
  const script = join(folder, 'runner.mjs');
  await bundleWriter(folder);
  writeFileSync(
    script,
    `import { takeLock } from './writer.mjs';
    let lock;
    process.on('message', ({ path, at, release }) => {
      if (release) {
        lock?.release();
        lock = undefined;
        process.send('released');
        return;
      }
      while (Date.now() < at);
      const taken = takeLock(path);
      lock = taken.lock;
      process.send(lock ? 'won' : 'lost');
    });
    process.send('ready');`,
  );
  const processes = Array.from({ length: runners }, () => fork(script));
  const answers = (ask: (child: ChildProcess) => void) =>
    Promise.all(
      processes.map(async (child) => {
        const answer = once(child, 'message');
        ask(child);
        return String((await answer)[0]);
      }),
    );
  try {
    await answers(() => {});
    const won: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const path = join(folder, `${round}.lock`);
      dead.leave(path);
      const at = Date.now() + 5;
      won.push(
        (await answers((child) => child.send({ path, at }))).filter((answer) => answer === 'won').length,
      );
      await answers((child) => child.send({ release: true }));
      rmSync(path, { force: true });
    }
    return won;
  } finally {
    for (const child of processes) child.kill('SIGKILL');
  }
}

const pages = 60;

/** Pages that stay the same, in folders that a swap moves. */
const kept = Array.from({ length: 20 }, (_, i) => `old${i % 5}/${i}/index.htm`);

/**
 * Kills a process that builds one generation of a site after another, `kills` times at some moment, and recovers after each. Gives what
 * was then not one whole generation, or was left beside the site.
 */
export async function killAndRecover(
  folder: string,
  kills: number,
): Promise<{ readonly cut: readonly string[] }> {
  const script = join(folder, 'builder.mjs');
  await bundleWriter(folder);
  writeFileSync(
    script,
    `import { createWriter } from './writer.mjs';
    let former;
    for (let generation = 0; ; generation++) {
      const writer = createWriter(process.argv[2], [], { former });
      for (const path of ${JSON.stringify(kept)}) writer.write({ path, content: 'kept' });
      for (let i = 0; i < ${pages}; i++) writer.write({ path: i + '.html', content: process.pid + ' ' + generation });
      writer.commit((outputs) => { former = outputs; });
      if (generation === 0) process.send('built');
    }`,
  );
  const place = join(folder, 'place');
  const out = join(place, 'dist');
  const cut: string[] = [];
  for (let i = 0; i < kills; i++) {
    const child = fork(script, [out]);
    const ended = once(child, 'exit');
    await once(child, 'message');
    // Anywhere in the next generations, which take some milliseconds each.
    await new Promise((done) => setTimeout(done, (i * 7.3) % 31));
    child.kill('SIGKILL');
    await ended;
    recover(out);
    const files = readdirSync(out).filter((name) => name.endsWith('.html'));
    const generations = new Set(files.map((name) => readFileSync(join(out, name), 'utf8')));
    // Whoever is killed before it has written its name into the lock leaves it empty; the next build takes it a second later.
    const beside = readdirSync(place).filter((name) => name !== '.dist.lock');
    const lost = kept.filter((path) => !existsSync(join(out, path)));
    if (files.length !== pages || generations.size !== 1 || beside.length !== 1 || lost.length > 0)
      cut.push(
        `kill ${i}: ${files.length} files of ${generations.size} generations, ${lost.length} lost, beside ${beside.join(' ')}`,
      );
  }
  return { cut };
}
