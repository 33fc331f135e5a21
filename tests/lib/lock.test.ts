import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Lock, takeLock } from '../../cli/lib/lock.ts';
import { afterwards } from '../cleanup.ts';
import { temporaryFolder } from '../helpers.ts';
import { bundleWriter, deadLocks, ownHolder, race, stranger } from './lock-processes.ts';

const held: Lock[] = [];
const children: ChildProcess[] = [];

afterEach(() => {
  for (const lock of held.splice(0)) lock.release();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const wait = () => {};

function take(path: string, onWait?: () => void): Lock {
  const taken = takeLock(path, onWait);
  if ('heldBy' in taken) throw new Error(`held by ${taken.heldBy}`);
  held.push(taken.lock);
  return taken.lock;
}

/** Another process that takes a lock and keeps it; `before` is a command that runs it. */
async function holdElsewhere(path: string, before: readonly string[] = []): Promise<ChildProcess> {
  const folder = temporaryFolder();
  const script = join(folder, 'hold.mjs');
  await bundleWriter(folder);
  writeFileSync(
    script,
    `import { takeLock } from './writer.mjs';
    const { lock, heldBy } = takeLock(process.argv[2], () => {});
    process.stdout.write(heldBy ?? 'held');
    process.stdin.on('data', () => process.stdout.write(lock.isHeld() ? 'mine' : 'lost')).on('end', () => lock.release());`,
  );
  const [command = '', ...args] = [...before, process.execPath, script, path];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  expect(String((await once(child.stdout, 'data'))[0])).toBe('held');
  return child;
}

describe('takeLock', () => {
  it('leaves nothing behind when it is released', () => {
    const folder = temporaryFolder();
    take(join(folder, 'a.lock')).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, (path: string) => unknown]>([
    ['a pipe', (path) => spawnSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a link to nowhere', (path) => symlinkSync('nowhere', path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
    ['a file too large for a lock', (path) => writeFileSync(path, Buffer.alloc(20_000))],
  ])('says at once that %s is in the way', (_, make) => {
    const path = join(temporaryFolder(), 'a.lock');
    make(path);
    expect(() => takeLock(path, wait)).toThrow(`${path} is in the way`);
    expect(readdirSync(join(path, '..'))).toEqual(['a.lock']);
  });

  it('names the process that holds the lock, at once', async () => {
    const path = join(temporaryFolder(), 'a.lock');
    const child = await holdElsewhere(path);
    expect(takeLock(path, wait)).toEqual({
      heldBy: expect.stringMatching(new RegExp(`^process ${child.pid} since \\d{4}-`)),
    });
  });

  it('never takes the lock of a suspended process', async () => {
    const path = join(temporaryFolder(), 'a.lock');
    const child = await holdElsewhere(path);
    child.kill('SIGSTOP');
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(path, longAgo, longAgo);
    expect(takeLock(path, wait)).toHaveProperty('heldBy');
  });

  it('takes the lock of a process that was killed, at once', async () => {
    const path = join(temporaryFolder(), 'a.lock');
    const child = await holdElsewhere(path);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(take(path).isHeld()).toBe(true);
  });

  it('takes a lock whose process id now means another process', () => {
    const path = join(temporaryFolder(), 'a.lock');
    writeFileSync(
      path,
      JSON.stringify({ ...ownHolder(temporaryFolder()), token: 'feedfeedfeedfeed', pid: 1, started: '1' }),
    );
    expect(take(path).isHeld()).toBe(true);
  });

  it.each([
    ['of another host, boot or PID namespace', { machine: 'elsewhere boot pid:[1]' }],
    ['that cannot be read', { pid: 'none' }],
  ])('takes over a lock %s once it is half an hour old, and names its file before', (_name, difference) => {
    const path = join(temporaryFolder(), 'a.lock');
    writeFileSync(path, JSON.stringify({ ...ownHolder(temporaryFolder()), ...difference }));
    expect(takeLock(path)).toEqual({ heldBy: expect.stringContaining(`remove ${path}`) });
    const longAgo = new Date(Date.now() - 31 * 60_000);
    utimesSync(path, longAgo, longAgo);
    expect(take(path).isHeld()).toBe(true);
  });

  it('waits ten seconds for a build of another machine, says so once, and then says what to do', () => {
    const path = join(temporaryFolder(), 'a.lock');
    writeFileSync(path, JSON.stringify(stranger));
    const messages: string[] = [];
    // No time passes: the waits count.
    const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
    afterwards(() => wait.mockRestore());
    expect(takeLock(path, (message) => void messages.push(message))).toEqual({
      heldBy: `process 1 on elsewhere since ${stranger.since}; if no build runs there, remove ${path}`,
    });
    expect(wait.mock.calls.reduce((sum, [, , , time = 0]) => sum + time, 0)).toBe(10_000);
    expect(messages).toEqual(['another build seems to be writing here; waiting for it to end']);
  });

  it('takes the lock of a build that was killed before it wrote its name', () => {
    const path = join(temporaryFolder(), 'a.lock');
    writeFileSync(path, '');
    expect(take(path, wait).isHeld()).toBe(true);
  });

  it('takes the lock of a thread of this process that has ended', () => {
    const path = join(temporaryFolder(), 'a.lock');
    writeFileSync(path, JSON.stringify({ ...ownHolder(temporaryFolder()), thread: 4711 }));
    expect(take(path).isHeld()).toBe(true);
  });

  it('throws where a suspended holder has lost the lock, and leaves the new holder alone', () => {
    const path = join(temporaryFolder(), 'a.lock');
    const first = take(path);
    const other = JSON.stringify(stranger);
    writeFileSync(path, other);
    expect(first.isHeld()).toBe(false);
    expect(() => first.requireHeld()).toThrow(/took the place of this one/);
    first.release();
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  it('takes over from a build that was killed while it took over from another', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.lock');
    writeFileSync(path, JSON.stringify({ ...ownHolder(temporaryFolder()), pid: 4_194_303 }));
    writeFileSync(`${path}.guard`, '');
    const longAgo = new Date(Date.now() - 11_000);
    utimesSync(`${path}.guard`, longAgo, longAgo);
    take(path).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(deadLocks({}).map((dead) => [dead.name, dead] as const))(
    'lets one of many processes take over a lock %s',
    async (_name, dead) => {
      const { leave } =
        deadLocks(ownHolder(temporaryFolder())).find(({ name }) => name === dead.name) ?? dead;
      const won = await race(temporaryFolder(), { runners: 6, rounds: 4, dead: { ...dead, leave } });
      expect(won).toEqual(won.map(() => 1));
    },
  );

  const unshare = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

  it.skipIf(!allowed(unshare))(
    'is not taken from another PID namespace while its build lives (skipped where none can be made)',
    async () => {
      const folder = temporaryFolder();
      const path = join(folder, 'a.lock');
      const child = await holdElsewhere(path, unshare);
      expect(takeLock(path)).toEqual({
        heldBy: expect.stringMatching(/^process \d+ on .*; if no build/),
      });
      child.stdin?.write('?');
      expect(String((await once(child.stdout ?? child, 'data'))[0])).toBe('mine');
      child.stdin?.end();
      await once(child, 'exit');
      expect(existsSync(path)).toBe(false);
    },
  );
});

function allowed(command: readonly string[]): boolean {
  const [name = '', ...args] = [...command, 'true'];
  return spawnSync(name, args).status === 0;
}
