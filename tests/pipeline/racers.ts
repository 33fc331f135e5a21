import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../helpers.ts';

/** The writer and the lock, for processes of their own: plain Node reads no TypeScript. */
export async function bundleWriter(folder: string): Promise<string> {
  const outfile = join(folder, 'writer.mjs');
  await build({
    stdin: {
      contents: "export * from './cli/pipeline/lock.ts'; export * from './cli/pipeline/write.ts';",
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

/** A lock as a build that is no more has left it. */
export interface DeadLock {
  readonly name: string;
  leave(path: string): void;
}

const holder = { token: 'feedfeedfeedfeed', host: 'elsewhere', pid: 1 };

/** Its process is gone; or its heart stood still long ago, and there is no process to ask for. */
export const deadLocks = (own: object): readonly DeadLock[] => [
  {
    name: 'whose process is gone',
    leave: (path) => writeFileSync(path, JSON.stringify({ ...own, token: holder.token, pid: 4_194_303 })),
  },
  {
    name: 'whose heart stands still',
    leave(path) {
      writeFileSync(path, JSON.stringify(holder));
      const longAgo = new Date(Date.now() - 60_000);
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
      const taken = takeLock(path, { patient: false, tell() {} });
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
