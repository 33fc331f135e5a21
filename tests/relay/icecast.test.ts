import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameAt } from '../../cli/relay/sound-frames.ts';
import { afterwards } from '../cleanup.ts';
import { requireFfmpeg, requireIcecast } from '../machine.ts';
import { until } from '../until.ts';
import { startIcecast } from './icecast.ts';
import { hears, hearsTheTruth, type Listener, listen, request, startRelay, stereoSound } from './relays.ts';
import { layWire } from './wire.ts';

type Icecast = Awaited<ReturnType<typeof startIcecast>>;

let icecast: Icecast;
/** Stops the encoder of a mount. They are started together, because each takes a second or two. */
let encoders: Readonly<
  Record<'mp3' | 'aac' | 'ogg' | 'titles' | 'cut' | 'silent' | 'gone' | 'long' | 'away', () => Promise<void>>
>;
beforeAll(async () => {
  icecast = await startIcecast({ icecast: requireIcecast(), ffmpeg: requireFfmpeg(), bitRate: 320 });
  const start = (name: string, format?: 'aac' | 'ogg') =>
    icecast.encode({ mount: `/${name}`, ...(format && { format }) });
  const [mp3, aac, ogg, titles, cut, silent, gone, long, away] = await Promise.all([
    ...[start('mp3'), start('aac', 'aac'), start('ogg', 'ogg'), start('titles'), start('cut')],
    ...[start('silent'), start('gone'), start('long'), start('away')],
  ] as const);
  encoders = { mp3, aac, ogg, titles, cut, silent, gone, long, away } as typeof encoders;
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

it('refuses Ogg with a reason', async () => {
  const relay = await startRelay(['--stream', `8000=${icecast.origin}/ogg`]);
  expect((await relay.get('/api/stream?port=8000')).status).toBe(503);
  expect((await relay.happened('upstream-failed')).reason).toBe(
    'it sends application/ogg, which nobody can join midway: relay MP3 or AAC',
  );
});

it('gives titles as they change, as JSON and as events, and keeps them out of the sound', async () => {
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

describe('when the wire to the encoder', () => {
  it('is cut, nothing is lost and nothing comes twice', async () => {
    const truth = listenDirectly('/cut');
    await hears(truth, 1000);
    const wire = await wireToIcecast();
    const relay = await startRelay(['--stream', `8000=${wire.origin}/cut`]);
    const crowd = Array.from({ length: 10 }, () => listen(relay.port));
    await Promise.all(crowd.map((listener) => hears(listener, 10_000)));
    for (let cut = 1; cut <= 3; cut++) {
      wire.cut();
      await relay.happened('spliced', cut);
      await Promise.all(crowd.map((listener) => hears(listener, 10_000)));
    }
    await Promise.all(crowd.map((listener) => hearsTheTruth(listener, truth, 10_000)));
    expect([await relay.metric('reconnects_total'), await relay.metric('splices_total')]).toEqual([3, 3]);
  });

  it('falls silent, it is opened again', async () => {
    const wire = await wireToIcecast();
    const relay = await startRelay(['--stream', `8000=${wire.origin}/silent`, '--silence', '0.5']);
    const listener = listen(relay.port);
    await hears(listener, 10_000);
    wire.hold();
    expect((await relay.happened('upstream-failed')).reason).toBe('it fell silent');
    await relay.happened('upstream-back');
    await hears(listener, 10_000);
    expect(listener.end()).toBe(undefined);
  });
});

describe('when the encoder', () => {
  it('is gone for less than the grace, every listener is kept', async () => {
    const relay = await startRelay(['--stream', `8000=${icecast.origin}/gone`, '--grace', '30']);
    const crowd = Array.from({ length: 10 }, () => listen(relay.port));
    await Promise.all(crowd.map((listener) => hears(listener, 10_000)));
    await encoders.gone();
    await relay.happened('upstream-failed');
    afterwards(await icecast.encode({ mount: '/gone' }));
    await Promise.all(crowd.map((listener) => hears(listener, 10_000)));
    expect(crowd.filter((listener) => listener.end())).toEqual([]);
  });

  it('is gone for longer, listeners are ended and newcomers asked to come again; then all is as before', async () => {
    const relay = await startRelay([
      '--stream',
      `8000=${icecast.origin}/long`,
      '--grace',
      '0.3',
      '--silence',
      '0.5',
    ]);
    const listener = listen(relay.port);
    await hears(listener, 10_000);
    await encoders.long();
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

  it('is gone for longer and there is a fallback, that is heard until it is back', async () => {
    const relay = await startRelay([
      ...['--stream', `8000=${icecast.origin}/away`, '--fallback', `8000=${stereoSound()}`, '--grace', '0.3'],
    ]);
    const listener = listen(relay.port);
    await hears(listener, 10_000);
    await encoders.away();
    await relay.happened('fallback');
    await hears(listener, 30_000);
    afterwards(await icecast.encode({ mount: '/away' }));
    await relay.happened('upstream-back');
    const truth = listenDirectly('/away');
    await hears(truth, 10_000);
    await until(
      () => listener.sound().includes(truth.sound().subarray(-2000, -1000)),
      'the encoder’s own sound',
    );
    expect(listener.end()).toBe(undefined);
  });
});
