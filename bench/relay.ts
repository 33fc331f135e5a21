import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Icecast, startIcecast } from '../tests/commands/relay/icecast.ts';
import { layWire, type Wire } from '../tests/commands/relay/wire.ts';
import { until } from '../tests/until.ts';
import { cpuOf } from './process.ts';
import type { Address, Orders } from './relay/crowd.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** How many listen where CPU and memory are measured, and in the crowd, and for how many seconds. */
const some = Number(process.env.BENCH_LISTENERS ?? 5000);
const all = 2 * some;
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
/** How many of the crowd join per second; a busy machine may manage fewer. */
const rate = Number(process.env.BENCH_RATE ?? 8000);

interface Stage {
  readonly icecast: Icecast;
  readonly crowd: Crowd;
  readonly wire: Wire;
  readonly encoder: { stop: () => Promise<void> };
  /** The stream of Icecast itself. */
  readonly direct: Address;
  readonly newRelay: (...flags: readonly string[]) => Promise<Relay>;
}

interface Crowd {
  <Name extends keyof Orders>(
    name: Name,
    ...value: Orders[Name]['value'] extends undefined ? [] : [Orders[Name]['value']]
  ): Promise<Orders[Name]['answer']>;
  end(): void;
}

type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Measures the relay beside Icecast: all rows in about seven minutes, or those in `names`. */
export async function benchRelay(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !(name in rows));
  if (unknown !== undefined) {
    console.error(`There is no row ${unknown}; there are ${Object.keys(rows).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const work = mkdtempSync(join(tmpdir(), 'galley-bench-relay-'));
  const icecast = await startIcecast({ icecast: 'icecast2', ffmpeg: 'ffmpeg' });
  const crowd = startCrowd();
  const wire = await layWire(icecast.port);
  try {
    const bundle = join(work, 'relay.mjs');
    spawnSync(process.execPath, [join(here, '..', 'cli', 'galley.mjs'), 'relay', '--bundle', bundle], {
      stdio: 'inherit',
    });
    const stage: Stage = {
      icecast,
      crowd,
      wire,
      encoder: { stop: await icecast.encode() },
      direct: { host: '127.0.0.1', port: icecast.port, path: '/live' },
      newRelay: (...flags) => startRelay(bundle, `http://127.0.0.1:${wire.port}/live`, flags),
    };
    say('what', 'goal', 'measured');
    for (const [name, measure] of Object.entries(rows))
      if (names.length === 0 || names.includes(name)) await measure(stage);
  } finally {
    crowd.end();
    wire.close();
    await icecast.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

const say = (what: string, goal: string, found: string) =>
  console.log(`${what.padEnd(54)} ${goal.padEnd(44)} ${found}`);

/** CPU and memory of `some` listeners, beside those of as many of Icecast; of both at the same time, because the machine may be busy. */
async function costRow({ icecast, crowd, direct, newRelay }: Stage) {
  const relay = await newRelay();
  const other = startCrowd();
  const memory = {
    theirs: await memoryOfListeners(crowd, direct, icecast.pid),
    ours: await memoryOfListeners(other, relay.address, relay.pid),
  };
  await delay(5000);
  const cpu = { theirs: cpuOf(icecast.pid), ours: cpuOf(relay.pid) };
  const start = performance.now();
  await delay(seconds * 1000);
  const perListener = (used: number) => used / ((performance.now() - start) / 1000) / some;
  const theirs = { cpu: perListener(cpuOf(icecast.pid) - cpu.theirs), memory: memory.theirs };
  const ours = { cpu: perListener(cpuOf(relay.pid) - cpu.ours), memory: memory.ours };
  for (const each of [crowd, other]) {
    const { listening } = await each('report');
    if (listening !== some) throw new Error(`only ${listening} of ${some} listen`);
  }
  await crowd('leave');
  other.end();
  await relay.stop();
  say(
    `CPU per listener at ${some}`,
    'at most 0.30 of Icecast; reach for 0.20',
    `${(ours.cpu / theirs.cpu).toFixed(2)} (${micros(ours.cpu)} to ${micros(theirs.cpu)} µs a second)`,
  );
  say(
    `memory per listener at ${some}`,
    'at most 12 KB',
    `${(ours.memory / 1024).toFixed(1)} KB (Icecast ${(theirs.memory / 1024).toFixed(1)} KB)`,
  );
}

/** Everyone joins at once, and stays. */
async function crowdRow({ crowd, direct, newRelay }: Stage) {
  const relay = await newRelay();
  // Warms up the crowd's own process.
  const other = await newRelay();
  await crowd('gather', { address: other.address, count: all, rate });
  await delay(2000);
  await crowd('leave');
  await other.stop();
  await witness(crowd, direct);
  const joinAll = async (state: string) => {
    await openSource(relay);
    const gathered = await crowd('gather', { address: relay.address, count: all, rate });
    await until(async () => (await crowd('report')).heard === all, 'everyone to hear something').catch(
      () => {},
    );
    const { heard, firstByte } = await crowd('report');
    say(
      `${all} joining at ${rate} a second, relay ${state}`,
      'all served, first byte p99 at most 1.5 s',
      `${heard} served, at ${Math.round(gathered.rate)} a second; median ${firstByte.median.toFixed(0)} ms, p99 ${firstByte.p99.toFixed(0)} ms`,
    );
  };
  const disperse = async () => {
    await delay(2000);
    await crowd('disperse');
    await delay(2000);
  };
  await joinAll('just started');
  await disperse();
  await crowd('gather', { address: relay.address, count: some, rate: 4000 });
  await disperse();
  await joinAll('warm');
  await delay(3000);
  await crowd('mark');
  await delay(seconds * 1000);
  const { proven, wrong, gap, listening } = await crowd('report');
  say(
    `${all} listeners, one process`,
    'every byte right, no gap over 1.1 s',
    `${listening} listening, ${proven} proven right, ${wrong} wrong; longest gap ${gap.toFixed(0)} ms`,
  );
  await crowd('leave');
  await relay.stop();
}

/** The connection to the radio server breaks. */
async function cutRow({ crowd, direct, wire, newRelay }: Stage) {
  const relay = await newRelay();
  await witness(crowd, direct);
  await crowd('gather', { address: relay.address, count: 500, rate: 1000 });
  await delay(5000);
  await crowd('mark');
  for (let i = 0; i < 5; i++) {
    wire.cut();
    await delay(3000);
  }
  const { proven, wrong, gap, listening } = await crowd('report');
  say(
    'upstream TCP cut, five times, 500 listeners',
    'nothing lost or twice, gap at most 1.25 s',
    `${listening} listening, ${proven} proven right, ${wrong} wrong; longest gap ${gap.toFixed(0)} ms`,
  );
  await crowd('leave');
  await relay.stop();
}

/** The encoder goes away and comes back. */
async function outageRow({ icecast, crowd, encoder, newRelay }: Stage) {
  const relay = await newRelay();
  await crowd('gather', { address: relay.address, count: 500, rate: 1000 });
  await delay(5000);
  await crowd('mark');
  const start = performance.now();
  await encoder.stop();
  await delay(3000);
  encoder.stop = await icecast.encode();
  const outage = performance.now() - start;
  await delay(4000);
  const { gap, listening } = await crowd('report');
  say(
    'encoder gone for 3 s, 500 listeners',
    'all kept, gap at most the outage and 1.5 s',
    `${listening} kept; ${((gap - outage) / 1000).toFixed(2)} s over the outage of ${(outage / 1000).toFixed(2)} s`,
  );
  await crowd('leave');
  await relay.stop();
}

/** Some listeners stop reading. */
async function stuckRow({ crowd, direct, newRelay }: Stage) {
  const relay = await newRelay();
  const stuck = startCrowd();
  await witness(crowd, direct);
  await crowd('gather', { address: relay.address, count: 10, rate: 100 });
  await delay(3000);
  await crowd('mark');
  const before = memoryOf(relay.pid);
  let most = before;
  await stuck('gather', { address: relay.address, count: 40, rate: 100, reads: false });
  const start = performance.now();
  const gone = until(
    async () => {
      most = Math.max(most, memoryOf(relay.pid));
      await delay(1000);
      return (await relay.listeners()) === 10;
    },
    '40 stuck readers to be dropped',
    360_000,
  ).then(
    () => `gone after ${((performance.now() - start) / 1000).toFixed(0)} s`,
    async () => `${(await relay.listeners()) - 10} still there after 6 min`,
  );
  const when = await gone;
  const { proven, wrong, gap } = await crowd('report');
  say(
    '40 stuck readers beside 10 good',
    'gone within 5 min, memory at most +16 MB',
    `${when}, +${((most - before) / 1024 ** 2).toFixed(1)} MB; of the good ${proven} proven right, ${wrong} wrong, longest gap ${gap.toFixed(0)} ms`,
  );
  await crowd('leave');
  stuck.end();
  await relay.stop();
}

const rows: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  cost: costRow,
  crowd: crowdRow,
  cut: cutRow,
  outage: outageRow,
  stuck: stuckRow,
};

const micros = (seconds: number) => Math.round(seconds * 1e6);

/** Lets `some` listeners join, and gives the bytes of memory for each. */
async function memoryOfListeners(crowd: Crowd, address: Address, pid: number): Promise<number> {
  await delay(1000);
  const memory = memoryOf(pid);
  await crowd('gather', { address, count: some, rate: 500 });
  // When many join at once, Icecast never answers some in its short accept queue.
  for (let round = 0; round < 20 && (await crowd('report')).listening < some; round++) {
    await delay(2000);
    await crowd('askAgain', { address, rate: 200 });
  }
  await delay(5000);
  return (memoryOf(pid) - memory) / some;
}

/** Lets the crowd read the reference stream for a while, so that it knows the sound that newcomers start with. */
async function witness(crowd: Crowd, address: Address): Promise<void> {
  await crowd('watch', address);
  await until(async () => (await crowd('known')) > 64 * 1024, 'the truth');
  await delay(6000);
}

/** Makes the relay open its source. */
async function openSource(relay: Relay): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${relay.address.port}${relay.address.path}`);
  await response.body?.cancel();
}

/** A crowd in a process of its own, run by tsx like this one. */
function startCrowd(): Crowd {
  const child = fork(join(here, 'relay', 'crowd.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let last = 0;
  const open = new Map<number, (answer: never) => void>();
  child.on('message', ({ id, answer }: { id: number; answer: never }) => open.get(id)?.(answer));
  const send = <Name extends keyof Orders>(name: Name, ...[value]: readonly unknown[]) =>
    new Promise<Orders[Name]['answer']>((resolve) => {
      last += 1;
      open.set(last, resolve);
      child.send({ id: last, order: { name, value } });
    });
  return Object.assign(send, { end: () => void child.kill() });
}

async function startRelay(bundle: string, upstream: string, flags: readonly string[]) {
  const child = spawn(process.execPath, [bundle, '--stream', `8000=${upstream}`, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve) => {
    child.stdout.on('data', (lines) => {
      if (process.env.BENCH_LOG) process.stdout.write(lines);
      for (const line of String(lines).split('\n').filter(Boolean)) {
        const { event, port } = JSON.parse(line);
        if (event === 'listening') resolve(port);
      }
    });
  });
  return {
    pid: child.pid ?? 0,
    address: { host: '127.0.0.1', port, path: '/api/stream?port=8000' },
    async listeners(): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/ (\d+)\n$/.exec(text)?.[1]);
    },
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The resident memory of a process, in bytes. */
const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024;
