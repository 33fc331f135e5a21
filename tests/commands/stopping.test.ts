import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { afterwards } from '../cleanup.ts';
import { changeFiles, now, root, sites, startServer, temporaryFolder } from '../helpers.ts';
import { writeCorpus } from '../pipeline/corpus.ts';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';
import { frames } from './relay/sound.ts';
import { freePort } from './relay/wire.ts';
import { send } from './serve/requests.ts';

let folder: string;

/** The small site, built, whose radio plays a sound of its own. */
beforeAll(async () => {
  folder = await smallPaper();
  const content = join(folder, 'content');
  changeFiles(content, {
    'radio.yaml': (text) => text.replace('http://radio.example:8000/live', 'file:media/sound.mp3'),
  });
  writeFileSync(join(content, 'media', 'sound.mp3'), frames(2000));
  expect(await galleyWarm(folder, ['build', '--now', now.toISOString()])).toMatchObject({ status: 0 });
});

/** The exit code of a program, or the signal that ended it. Fails after ten seconds. */
async function endOf(server: ChildProcess): Promise<number | string | null> {
  if (server.exitCode !== null) return server.exitCode;
  const [code, signal] = await once(server, 'exit', { signal: AbortSignal.timeout(10_000) });
  return code ?? signal;
}

const answered = (socket: Socket) => once(socket, 'data');

/** Opens every kind of connection that may keep a server from closing. */
async function visit(port: number): Promise<void> {
  const get = (path: string, ...fields: string[]) =>
    send(port, [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...fields]);
  const reads = get('/api/stream?port=8000');
  const readsNoMore = get('/api/stream?port=8000');
  const neverReads = get('/api/stream?port=8000').pause();
  const followsTitles = get('/api/now-playing?port=8000', 'Accept: text/event-stream');
  const staysForMore = get('/');
  await Promise.all([reads, readsNoMore, followsTitles, staysForMore].map(answered));
  readsNoMore.pause();
  reads.resume();

  const halfClosed = get('/api/stream?port=8000').pause();
  halfClosed.end();
  const leaves = get('/api/now-playing?port=8000', 'Accept: text/event-stream');
  await answered(leaves);
  leaves.destroy();
  const sendsHalfARequest = connect(port, '127.0.0.1');
  sendsHalfARequest.write('GET / HTT');
  const sendsNothing = connect(port, '127.0.0.1');
  const sendsSlowly = send(port, ['POST /login HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 1000']);
  for (const socket of [sendsHalfARequest, sendsNothing, sendsSlowly, neverReads]) {
    socket.on('error', () => {});
    afterwards(() => socket.destroy());
  }
  await once(sendsNothing, 'connect');
}

it.each([
  ['preview', 'SIGINT', ['--out', 'dist']],
  ['dev', 'SIGTERM', []],
] as const)('galley %s exits 0 on %s, whatever connections are open', async (command, signal, flags) => {
  const { server, base } = await startServer(folder, [command, '--port', '0', ...flags]);
  afterwards(() => server.kill('SIGKILL'));
  const port = Number(new URL(base).port);
  await visit(port);
  if (command === 'dev') await answered(send(port, ['GET /__galley/events HTTP/1.1', 'Host: 127.0.0.1']));
  server.kill(signal);
  expect(await endOf(server)).toBe(0);
});

it('galley dev exits 0 during its first build, and prints nothing more', async () => {
  const port = await freePort();
  const large = join(temporaryFolder(), 'content');
  writeCorpus(large, join(sites, 'small', 'content'), 300);
  const program = join(root, 'cli', 'galley.mjs');
  const server = spawn(
    process.execPath,
    [program, 'dev', '--port', `${port}`, '--content', large, '--out', 'first', '--feeds', 'none'],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
  );
  afterwards(() => server.kill('SIGKILL'));
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (said += data));
  await expect.poll(() => canConnect(port), { interval: 5, timeout: 30_000 }).toBe(true);
  server.kill('SIGINT');
  expect(await endOf(server)).toBe(0);
  expect(said).toBe('');
});

const canConnect = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
