import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameAt } from '../../../cli/lib/sound-frames.ts';
import { afterwards } from '../../cleanup.ts';
import { requireProgram } from '../../machine.ts';
import { until } from '../../until.ts';
import { startIcecast } from './icecast.ts';
import {
  firstOfStereoSound,
  hears,
  hearsTheTruth,
  type Listener,
  listen,
  request,
  startRelay,
  stereoSound,
} from './relays.ts';
import { layWire } from './wire.ts';

type Icecast = Awaited<ReturnType<typeof startIcecast>>;

let icecast: Icecast;
/** What stops the encoder of each mount. They are started together, because each takes a second or two. */
let encoders: ReadonlyMap<string, () => Promise<void>>;
beforeAll(async () => {
  icecast = await startIcecast({
    icecast: requireProgram('icecast'),
    ffmpeg: requireProgram('ffmpeg'),
    // It keeps the mount of a hung encoder, and sends its old burst to every newcomer.
    sourceTimeout: 120,
    bitRate: 320,
  });
  const mounts = 'mp3 aac titles relayed long hung'.split(' ');
  encoders = new Map(
    await Promise.all(
      mounts.map(async (name) => {
        const format = name === 'aac' ? name : 'mp3';
        return [name, await icecast.encode({ mount: `/${name}`, format })] as const;
      }),
    ),
  );
});
afterAll(() => icecast.stop());

/** A listener of Icecast itself, to compare with. */
const listenDirectly = (mount: string): Listener => listen(icecast.port, { text: request(mount) });

/** A proxy to Icecast, until the test is over. */
async function wireToIcecast() {
  const wire = await layWire(icecast.port);
  afterwards(wire.close);
  return { ...wire, origin: `http://127.0.0.1:${wire.port}` };
}

describe.each(['mp3', 'aac'] as const)('a stream of %s', (format) => {
  it('reaches everyone byte for byte, each from a frame on', async () => {
    const truth = listenDirectly(`/${format}`);
    await hears(truth, 1000);
    const relay = await startRelay(['--stream', `8000=${icecast.origin}/${format}`]);
    const crowd = Array.from({ length: 20 }, () => listen(relay.port));
    await Promise.all(crowd.map((listener) => hearsTheTruth(listener, truth, 30_000)));
    const late = listen(relay.port);
    await hearsTheTruth(late, truth, 30_000);
    for (const listener of [...crowd, late]) expect(frameAt(listener.sound(), 0, format)).toBeDefined();
    expect(late.head()).toContain(`content-type: audio/${format === 'mp3' ? 'mpeg' : 'aac'}`);
  });
});

// These wait for what a relay and Icecast do in their own time: they run beside each other. Where a connection ends, a source is gone at
// once, and its silence is no sign: an encoder on a busy machine may be silent for a while.
const patient = ['--silence', '20'];

it.concurrent('gives titles as they change, as JSON and as events, and keeps them out of the sound', async () => {
  const truth = listenDirectly('/titles');
  await hears(truth, 1000);
  const relay = await startRelay(['--stream', `8000=${icecast.origin}/titles`]);
  const listener = listen(relay.port);
  await hears(listener, 1000);
  const songs = ['It’s "Blue"; or not', 'Canción — ñ'];
  for (const title of songs) {
    await icecast.entitle(title, '/titles');
    const ask = (accept: string) => relay.get('/api/now-playing?port=8000', { headers: { accept } });
    await until(async () => (await (await ask('application/json')).json()).title === title, title);
    const events = await ask('text/event-stream');
    expect([events.headers.get('content-type'), await events.text()]).toEqual([
      'text/event-stream',
      `retry: 100\ndata: ${JSON.stringify({ port: '8000', title })}\n\n`,
    ]);
  }
  await hearsTheTruth(listener, truth, 10_000);
});

it.concurrent('comes byte for byte, with titles, from a relay of a relay', async () => {
  const truth = listenDirectly('/relayed');
  await hears(truth, 1000);
  const near = await startRelay(['--stream', `8000=${icecast.origin}/relayed`, ...patient]);
  const source = `http://127.0.0.1:${near.port}/api/stream?port=8000`;
  const far = await startRelay(['--stream', `8001=${source}`, ...patient]);
  await hearsTheTruth(listen(far.port, { path: '/api/stream?port=8001' }), truth, 20_000);
  await icecast.entitle('A song', '/relayed');
  const title = async () => (await (await far.get('/api/now-playing?port=8001')).json()).title;
  await until(async () => (await title()) === 'A song', 'the title');
});

describe.concurrent('when the wire to the encoder', () => {
  it('is cut, nothing is lost and nothing comes twice', async () => {
    const truth = listenDirectly('/mp3');
    await hears(truth, 1000);
    const wire = await wireToIcecast();
    const relay = await startRelay(['--stream', `8000=${wire.origin}/mp3`, ...patient]);
    const crowd = Array.from({ length: 10 }, () => listen(relay.port));
    await Promise.all(crowd.map((listener) => hears(listener, 10_000)));
    for (let cut = 1; cut <= 3; cut++) {
      wire.cut();
      await relay.happened('spliced', cut);
      await Promise.all(crowd.map((listener) => hears(listener, 10_000)));
    }
    await Promise.all(crowd.map((listener) => hearsTheTruth(listener, truth, 10_000)));
  });

  it('falls silent, it is opened again', async () => {
    const wire = await wireToIcecast();
    const flags = ['--silence', '2', '--grace', '30'];
    const relay = await startRelay(['--stream', `8000=${wire.origin}/mp3`, ...flags]);
    const listener = listen(relay.port);
    await hears(listener, 10_000);
    wire.hold();
    expect((await relay.happened('upstream-failed')).reason).toBe('it fell silent');
    await relay.happened('upstream-back');
    await hears(listener, 10_000);
    expect(listener.end()).toBe(undefined);
  });
});

describe.concurrent('when the encoder', () => {
  it('is gone for longer, listeners are ended and newcomers asked to come again; then all is as before', async () => {
    const flags = ['--grace', '0.3', '--silence', '2'];
    const relay = await startRelay(['--stream', `8000=${icecast.origin}/long`, ...flags]);
    const listener = listen(relay.port);
    await hears(listener, 10_000);
    await encoders.get('long')?.();
    await relay.happened('ended');
    await until(() => listener.end() === 'end', 'the listener to be ended');
    const response = await relay.get('/api/stream?port=8000');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    await until(async () => (await relay.get('/healthz')).status === 503, 'the relay to be unwell');
    afterwards(await icecast.encode({ mount: '/long' }));
    await relay.happened('upstream-back');
    await hears(listen(relay.port), 10_000);
    expect((await relay.get('/healthz')).status).toBe(200);
  });
});

it.concurrent('an encoder that hangs leads to the fallback, and to the source again once it goes on', async () => {
  await icecast.isAhead('/hung');
  const sound = stereoSound();
  const relay = await startRelay(['--stream', `8000=${icecast.origin}/hung`, '--fallback', `8000=${sound}`], {
    limits: { withFallback: { silence: 1000, grace: 1500 } },
  });
  const listener = listen(relay.port);
  await hears(listener, 80_000);

  icecast.signalEncoder('/hung', 'SIGSTOP');
  await relay.happened('upstream-failed');
  const looks: number[] = [];
  await until(async () => {
    looks.push((await relay.get('/healthz')).status);
    return relay.events.some(({ event }) => event === 'fallback');
  }, 'the fallback');
  expect(looks.slice(2)).not.toContain(200);
  const start = () => listener.sound().indexOf(firstOfStereoSound);
  await until(() => start() !== -1, 'the fallback to be heard');
  // The sound before the fallback was new, not a repeated burst: noise never repeats.
  const from = start() - 4000;
  expect(listener.sound().indexOf(listener.sound().subarray(from, from + 2000))).toBe(from);
  expect((await relay.get('/healthz')).status).toBe(503);
  expect(relay.events.some(({ event }) => event === 'upstream-back')).toBe(false);
  expect(relay.events.length).toBeLessThan(6);

  icecast.signalEncoder('/hung', 'SIGCONT');
  await relay.happened('upstream-back');
  await until(async () => (await relay.get('/healthz')).status === 200, 'the relay to be well');
  await hears(listener, 10_000);
  expect(listener.end()).toBe(undefined);
});
