import { afterAll, beforeAll, expect, it } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { requireFfmpeg, requireIcecast } from '../machine.ts';
import { until } from '../until.ts';
import { startIcecast } from './icecast.ts';
import { firstOfStereoSound, hears, listen, startRelay, stereoSound } from './relays.ts';

// An Icecast that keeps the mount of a hung encoder, and sends its old burst to every newcomer.
let icecast: Awaited<ReturnType<typeof startIcecast>>;
beforeAll(async () => {
  icecast = await startIcecast({
    icecast: requireIcecast(),
    ffmpeg: requireFfmpeg(),
    sourceTimeout: 120,
    bitRate: 320,
  });
});
afterAll(() => icecast.stop());

it('an encoder that hangs leads to the fallback, and to the source again once it goes on', async () => {
  await icecast.encode();
  await icecast.isAhead();
  const sound = stereoSound();
  const relay = await startRelay(['--stream', `8000=${icecast.origin}/live`, '--fallback', `8000=${sound}`], {
    limits: { withFallback: { silence: 500, grace: 1500 } },
  });
  const listener = listen(relay.port);
  await hears(listener, 80_000);

  icecast.signalEncoder('/live', 'SIGSTOP');
  await relay.happened('upstream-failed');
  const looks: number[] = [];
  const before = listener.sound().length;
  await until(async () => {
    looks.push((await relay.get('/healthz')).status);
    return relay.events.some(({ event }) => event === 'fallback');
  }, 'the fallback');
  expect(atLeastOne(looks.slice(2)).every((status) => status === 503)).toBe(true);
  await hears(listener, 30_000);
  // The sound before the fallback was new, not a repeated burst.
  const start = listener.sound().indexOf(firstOfStereoSound);
  expect(start - before).toBeGreaterThan(-1);
  expect(start - before).toBeLessThan(20_000);
  expect((await relay.get('/healthz')).status).toBe(503);
  expect(relay.events.some(({ event }) => event === 'upstream-back')).toBe(false);
  expect(relay.events.length).toBeLessThan(6);

  icecast.signalEncoder('/live', 'SIGCONT');
  await relay.happened('upstream-back');
  await until(async () => (await relay.get('/healthz')).status === 200, 'the relay to be well');
  await hears(listener, 10_000);
  expect(listener.end()).toBe(undefined);
});

it('an encoder that hangs before anybody listens is heard as long as its burst, and then the fallback is', async () => {
  icecast.signalEncoder('/live', 'SIGSTOP');
  const sound = stereoSound();
  const relay = await startRelay(['--stream', `8000=${icecast.origin}/live`, '--fallback', `8000=${sound}`], {
    limits: { withFallback: { silence: 500, grace: 1500 } },
  });
  const listener = listen(relay.port);
  await relay.happened('fallback');
  await hears(listener, 30_000);
  expect(relay.events.filter(({ event }) => event === 'fallback')).toHaveLength(1);
  icecast.signalEncoder('/live', 'SIGCONT');
});
