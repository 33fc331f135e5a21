import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Lock, type OnWait, takeLock } from '../../cli/lib/lock.ts';
import { temporaryFolder } from '../helpers.ts';
import { bundleWriter, deadLocks, ownHolder, race } from './lock-processes.ts';

const held: Lock[] = [];
const children: ChildProcess[] = [];

afterEach(() => {
  for (const lock of held.splice(0)) lock.release();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const wait: OnWait = () => {};

function take(path: string, onWait?: OnWait): Lock {
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
    expect(takeLock(path, wait)).toEqual({ heldBy: `process ${child.pid}` });
  });

  it('never takes the lock of a suspended process', async () => {
    const path = join(temporaryFolder(), 'a.lock');
    const child = await holdElsewhere(path);
    child.kill('SIGSTOP');
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(path, longAgo, longAgo);
    expect(takeLock(path, wait)).toEqual({ heldBy: `process ${child.pid}` });
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
    ['of another host', { host: 'elsewhere' }],
    ['of another boot', { boot: 'before' }],
    ['of another PID namespace', { pidNamespace: 'pid:[1]' }],
  ])('goes by the heartbeat of a holder %s, not by its process id', (_name, difference) => {
    const path = join(temporaryFolder(), 'a.lock');
    const stranger = {
      ...ownHolder(temporaryFolder()),
      token: 'feedfeedfeedfeed',
      pid: 4_194_303,
      ...difference,
    };
    writeFileSync(path, JSON.stringify(stranger));
    expect(takeLock(path)).toHaveProperty('heldBy');
    const longAgo = new Date(statSync(path).mtimeMs - 11_000);
    utimesSync(path, longAgo, longAgo);
    expect(take(path).isHeld()).toBe(true);
  });

  it('waits where a heartbeat has just stopped, says so once, and then takes the lock', () => {
    const path = join(temporaryFolder(), 'a.lock');
    writeFileSync(path, JSON.stringify({ token: 'feedfeedfeedfeed', host: 'elsewhere', pid: 1 }));
    const recent = new Date(statSync(path).mtimeMs - 9500);
    utimesSync(path, recent, recent);
    const messages: string[] = [];
    expect(take(path, (message) => void messages.push(message)).isHeld()).toBe(true);
    expect(messages).toEqual(['another build seems to be writing here; waiting for a sign of life']);
  });

  it.each(['', 'not JSON', '{"token":"../../x","host":"h","pid":1}', '999999999 12', 'null'])(
    'takes over a damaged lock after ten seconds: %j',
    (text) => {
      const folder = temporaryFolder();
      const path = join(folder, 'a.lock');
      writeFileSync(path, text);
      const longAgo = new Date(statSync(path).mtimeMs - 11_000);
      utimesSync(path, longAgo, longAgo);
      take(path).release();
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('keeps its heartbeat while its own thread is busy', () => {
    const path = join(temporaryFolder(), 'a.lock');
    take(path);
    const before = statSync(path).mtimeMs;
    while (statSync(path).mtimeMs === before);
    expect(statSync(path).mtimeMs).toBeGreaterThan(before);
  });

  it('throws where a suspended holder has lost the lock, and leaves the new holder alone', () => {
    const path = join(temporaryFolder(), 'a.lock');
    const first = take(path);
    const other = JSON.stringify({ token: 'feedfeedfeedfeed', host: 'elsewhere', pid: 1 });
    writeFileSync(path, other);
    expect(first.isHeld()).toBe(false);
    expect(() => first.requireHeld()).toThrow(/another one took its place/);
    first.release();
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  it('takes over from a build that was killed while it took over from another', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.lock');
    const dead = { ...ownHolder(temporaryFolder()), pid: 4_194_303 };
    writeFileSync(path, JSON.stringify({ ...dead, token: 'feedfeedfeedfeed' }));
    writeFileSync(`${path}.feedfeedfeedfeed.guard`, JSON.stringify({ ...dead, token: 'beefbeefbeefbeef' }));
    take(path).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(deadLocks({ host: hostname() }).map((dead) => [dead.name, dead] as const))(
    'lets one of many processes take over a lock %s',
    async (_name, dead) => {
      const { leave } =
        deadLocks(ownHolder(temporaryFolder())).find(({ name }) => name === dead.name) ?? dead;
      const won = await race(temporaryFolder(), { runners: 6, rounds: 10, dead: { ...dead, leave } });
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
      expect(takeLock(path, wait)).toEqual({ heldBy: expect.stringMatching(/^process \d+$/) });
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
