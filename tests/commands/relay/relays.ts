import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { defaultLimits, type Limits, type Log, readFlags } from '../../../cli/commands/relay/flags.ts';
import { serve } from '../../../cli/commands/relay/main.ts';
import { createRelay } from '../../../cli/commands/relay/relay.ts';
import { replaceFile } from '../../../cli/lib/replace-file.ts';
import { afterwards } from '../../cleanup.ts';
import { galley, temporaryFolder } from '../../helpers.ts';
import { testCache } from '../../test-cache.ts';
import { until } from '../../until.ts';
import { frames } from './sound.ts';

/** Everything at a tenth of its usual length. */
const atATenth: Partial<Limits> = {
  ...{ silence: 1000, grace: 3000, trial: 300 },
  withFallback: { silence: 300, grace: 400 },
  ...{ retry: 25, maxRetry: 100, beat: 100, slices: 5, titles: 100 },
};

/** A minute of mono sound, as a source: 16,000 bytes a second. */
export const monoSound = `file:${writeMonoSound()}`;

function writeMonoSound(): string {
  const file = join(testCache, 'mono.mp3');
  mkdirSync(testCache, { recursive: true });
  replaceFile(file, frames(2280, 2_000_000, 'mono'));
  return file;
}

/** The beginning of `stereoSound`, which no other sound of a test has. */
export const firstOfStereoSound = frames(2, 1_000_000);

/** A minute of stereo sound, as a source. */
export function stereoSound(): string {
  const file = join(temporaryFolder(), 'stereo.mp3');
  writeFileSync(file, frames(2280, 1_000_000));
  return `file:${file}`;
}

export interface Event {
  readonly event: string;
  readonly [detail: string]: unknown;
}

type RunningRelay = ReturnType<typeof observe>;

/** Observes a running relay, and what it has logged, in order; `isOver` gives the reason if it has ended. */
function observe(port: () => number, events: readonly Event[], isOver: () => string | undefined) {
  async function get(path: string, init?: RequestInit) {
    const response = await fetch(`http://127.0.0.1:${port()}${path}`, init);
    // A body that is not read would fail when its connection is closed.
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  }
  return {
    get port() {
      return port();
    },
    events,
    get,
    async happened(event: string, times = 1) {
      const found = () => events.filter((one) => one.event === event)[times - 1];
      await until(() => found() !== undefined || isOver() !== undefined, `"${event}" in the log`);
      const one = found();
      if (!one) throw new Error(isOver());
      return one;
    },
    listeners: async () => Number(/ (\d+)\n$/.exec(await (await get('/metrics')).text())?.[1]),
  };
}

/** Runs a relay in this process on a free port until the test is over; its limits are a tenth of the usual ones, or `limits`. */
export async function startRelay(
  flags: readonly string[],
  { limits = {} }: { readonly limits?: Partial<Limits> } = {},
): Promise<RunningRelay> {
  const events: Event[] = [];
  const log: Log = (event, details) => void events.push(JSON.parse(JSON.stringify({ event, ...details })));
  const options = readFlags(flags, { ...defaultLimits, ...atATenth, ...limits });
  const relay = createRelay({ ...options, log });
  const { port, close } = await serve(relay, { ...options, port: 0, log });
  afterwards(() => {
    close();
    return relay.stop();
  });
  return observe(
    () => port,
    events,
    () => undefined,
  );
}

/** The relay as one file, as `relay --bundle` writes it. */
export function bundled(): string {
  const folder = temporaryFolder();
  const { status, stderr } = galley(folder, ['relay', '--bundle', 'relay.mjs']);
  expect([status, stderr]).toEqual([0, '']);
  return join(folder, 'relay.mjs');
}

/** Runs a relay by bare `node` on a free port until the test is over. */
export async function startRelayProcess(
  flags: readonly string[],
  {
    environment = {},
    folder,
    program,
  }: {
    readonly environment?: NodeJS.ProcessEnv;
    /** Where it runs. */
    readonly folder?: string;
    /** What `node` runs instead of the bundle. */
    readonly program?: readonly string[];
  } = {},
): Promise<RunningRelay & { readonly process: ChildProcess; readonly stop: () => Promise<number | null> }> {
  const args = [...(program ?? [bundled()]), '--port', '0', ...flags];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    ...(folder && { cwd: folder }),
  });
  const events: Event[] = [];
  let rest = '';
  let complaints = '';
  child.stderr?.on('data', (text) => {
    complaints += text;
  });
  child.stdout?.on('data', (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) events.push(JSON.parse(line));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  afterwards(stop);
  let port = 0;
  const relay = observe(
    () => port,
    events,
    () => (child.exitCode === null ? undefined : `The relay ended with ${child.exitCode}: ${complaints}`),
  );
  port = Number((await relay.happened('listening')).port);
  return Object.assign(relay, { process: child, stop });
}

/** A listener: everything it received, and whether it has ended. */
export interface Listener {
  readonly socket: Socket;
  /** The status line and fields of the response, in lower case; empty until they are complete. */
  readonly head: () => string;
  readonly sound: () => Buffer;
  /** How it ended: `undefined` while it has not. */
  readonly end: () => 'end' | 'reset' | undefined;
}

/** A browser's request, with more fields. */
export const request = (path: string, fields: readonly string[] = []): string =>
  [`GET ${path} HTTP/1.1`, 'Host: radio.example', 'Accept: */*', ...fields, '\r\n'].join('\r\n');

/** Listens to a station until the test is over. */
export function listen(
  port: number,
  {
    path = '/api/stream?port=8000',
    text = request(path),
    halfOpen = false,
  }: {
    readonly path?: string;
    readonly text?: string | Buffer;
    /** It does not close its side when the relay does. */
    readonly halfOpen?: boolean;
  } = {},
): Listener {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: halfOpen });
  let bytes = Buffer.alloc(0);
  let end: 'end' | 'reset' | undefined;
  const headEnd = () => bytes.indexOf('\r\n\r\n');
  const sound = () => (headEnd() === -1 ? Buffer.alloc(0) : bytes.subarray(headEnd() + 4));
  socket.on('connect', () => socket.write(text));
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
  });
  socket.on('error', () => {
    end = 'reset';
  });
  socket.on('close', () => {
    end ??= 'end';
  });
  afterwards(() => socket.destroy());
  return {
    socket,
    head: () => bytes.toString('latin1', 0, Math.max(0, headEnd())).toLowerCase(),
    sound,
    end: () => end,
  };
}

/** Waits until a listener has received more bytes of sound. */
export async function hears(listener: Listener, bytes: number): Promise<void> {
  const from = listener.sound().length;
  const enough = () => listener.sound().length >= from + bytes;
  await until(() => enough() || listener.end(), `${bytes} bytes of sound`);
  if (!enough())
    throw new Error(`${listener.end()} after ${listener.sound().length} bytes: ${listener.head()}`);
}

/** Waits until a listener has received more bytes of sound, and checks them byte for byte against `truth`. */
export async function hearsTheTruth(listener: Listener, truth: Listener, bytes: number): Promise<void> {
  await hears(listener, bytes);
  const heard = Buffer.from(listener.sound());
  const start = () => truth.sound().indexOf(heard.subarray(0, 1000));
  await until(
    () => start() !== -1 && truth.sound().length >= start() + heard.length,
    'the truth to be as long',
  );
  expect(
    truth
      .sound()
      .subarray(start(), start() + heard.length)
      .equals(heard),
  ).toBe(true);
}

/** An upstream that answers connections as the test says, until the test is over. */
export async function startUpstream(speak: (socket: Socket, request: string) => void) {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (text) => speak(socket, String(text)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/live`, port, connections: () => connections, server };
}
