import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveChanged } from '../browser/served-papers.ts';
import { afterwards } from '../cleanup.ts';
import { demoContent } from '../demo/demo.ts';
import { root, temporaryFolder } from '../helpers.ts';
import { requireFfmpeg, requireIcecast } from '../machine.ts';
import { startIcecast } from '../relay/icecast.ts';
import { bundled, listen, startRelayProcess } from '../relay/relays.ts';
import { freePort } from '../relay/wire.ts';
import { until } from '../until.ts';
import { startChromium } from './chromium.ts';
import { type Engine, type EngineWindow, within } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { click, visit } from './hands.ts';

/** The demo's own sound, which browsers can play: mono. */
const demoSound = `file:${join(root, 'content/media/courier-radio.mp3')}`;

// The page /radio with the relay as operators run it, at its own limits, before a real Icecast.

const ffmpeg = requireFfmpeg();
const player = '[data-radio-player]';
/** How long sound may take to come again: the player waits up to 30 s between attempts. */
const patience = 90_000;

let icecast: Awaited<ReturnType<typeof startIcecast>>;
let program: readonly string[];
let relayPort: number;
let paper: string;
/** A minute of a tone in stereo, as the stream is; the demo's sound is mono. */
let stereo: string;

beforeAll(async () => {
  icecast = await startIcecast({ icecast: requireIcecast(), ffmpeg, sourceTimeout: 120 });
  program = [bundled()];
  relayPort = await freePort();
  paper = await serveChanged(demoContent, {
    'radio.yaml': (text) => `origin: http://127.0.0.1:${relayPort}\n${text}`,
  });
  const file = join(temporaryFolder(), 'stereo.mp3');
  const tone = '-loglevel error -f lavfi -i sine=frequency=440:duration=60 -ac 2 -ar 44100 -b:a 128k';
  expect(spawnSync(ffmpeg, [...tone.split(' '), file]).status).toBe(0);
  stereo = `file:${file}`;
});
afterAll(() => icecast.stop());

const startRelay = (...flags: readonly string[]) =>
  startRelayProcess(
    ['--port', `${relayPort}`, '--allow-origin', paper, '--stream', `8000=${icecast.origin}/live`, ...flags],
    { program },
  );
type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Starts an encoder that ends with the test. */
async function encode(format: 'mp3' | 'aac' = 'mp3'): Promise<() => Promise<void>> {
  const stop = await icecast.encode({ format });
  afterwards(stop);
  await icecast.isAhead();
  return stop;
}

/** Opens the page and plays: the only click. Muted, because without a sound device Firefox plays nothing else. */
async function play(window: EngineWindow): Promise<void> {
  await visit(window, `${paper}/radio`);
  await within(
    window,
    (player) => {
      const notes: [number, string][] = [];
      const note = (text: string) => {
        if (notes.at(-1)?.[1] !== text) notes.push([Date.now(), text]);
        document.documentElement.dataset.notes = JSON.stringify(notes);
      };
      const section = document.querySelector(player);
      const texts = () =>
        ['[data-status]', '[data-now-playing]', '[data-error=stream]'].map((selector) => {
          const element = section?.querySelector<HTMLElement>(selector);
          return element && !element.hidden ? element.textContent : '';
        });
      if (section)
        new MutationObserver(() => note(texts().filter(Boolean).join(' | '))).observe(section, {
          ...{ subtree: true, childList: true, characterData: true },
          ...{ attributes: true, attributeFilter: ['hidden'] },
        });
    },
    player,
  );
  await click(window, `${player} [data-mute]`);
  await click(window, `${player} [data-play]`);
}

/** What the page shows and has played. */
const look = (window: EngineWindow) =>
  within(
    window,
    (player) => {
      const section = document.querySelector<HTMLElement>(player);
      const audio = section?.querySelector('audio');
      const error = section?.querySelector<HTMLElement>('[data-error=stream]');
      return {
        phase: section?.dataset.phase ?? '',
        title: section?.querySelector('[data-now-playing]')?.textContent ?? '',
        isUnavailable: error?.hidden === false,
        time: audio?.currentTime ?? 0,
      };
    },
    player,
  );

const shows = (window: EngineWindow, what: Partial<Awaited<ReturnType<typeof look>>>) =>
  expect.poll(() => look(window), { timeout: patience, interval: 100 }).toMatchObject(what);

/** Waits until so many seconds more have been played, on one connection or several. The relay sends 8 s ahead at most. */
async function hears(window: EngineWindow, seconds = 12): Promise<void> {
  let before = (await look(window)).time;
  let heard = 0;
  await until(
    async () => {
      const { phase, time } = await look(window);
      if (phase === 'playing') heard += Math.max(0, time - before);
      before = time;
      return heard > seconds;
    },
    `${seconds} s of sound`,
    patience,
  );
}

/** When what happened, as a list for whoever reads the audit's output. */
const moments: [number, string][] = [];
const mark = (what: string) => moments.push([Date.now(), `TEST ${what}`]);
async function tell(title: string, window: EngineWindow, relays: readonly Relay[]): Promise<void> {
  const notes: [number, string][] = JSON.parse(
    await within(window, () => document.documentElement.dataset.notes ?? '[]'),
  );
  const all = [
    ...moments.splice(0),
    ...notes.map(([time, text]): [number, string] => [time, `page  ${text}`]),
    ...relays.flatMap(({ events }) =>
      events.map(({ time, event, ...more }): [number, string] => [
        Date.parse(String(time)),
        `relay ${event} ${JSON.stringify(more)}`,
      ]),
    ),
  ].sort(([a], [b]) => a - b);
  const [[first] = [0]] = all;
  const lines = all.map(([time, text]) => `${((time - first) / 1000).toFixed(1).padStart(7)} ${text}`);
  console.log([title, ...lines, ...window.errors().map((error) => `console ${error}`)].join('\n'));
}

describe.each([
  ['Chromium', startChromium],
  ['Firefox', startFirefox],
] as const)('%s', (name, start) => {
  let engine: Engine;
  let window: EngineWindow;
  let relays: Relay[] = [];
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.close());

  /** A drill in a window of its own, after which its course is written. */
  const drill = (what: string, act: () => Promise<void>) =>
    test(what, async () => {
      window = await engine.newWindow({ dark: false });
      relays = [];
      try {
        await act();
      } finally {
        await tell(`${name}: ${what}`, window, relays);
        await within(window, () => document.querySelector('audio')?.pause());
      }
    });
  async function relayWith(...flags: readonly string[]): Promise<Relay> {
    const relay = await startRelay(...flags);
    relays.push(relay);
    return relay;
  }
  const listeners = (relay: Relay) => relay.metric('listeners');

  drill('an encoder that hangs: the fallback is heard, and the encoder again', async () => {
    await encode();
    const relay = await relayWith('--fallback', `8000=${stereo}`, '--silence', '2', '--grace', '4');
    await play(window);
    await shows(window, { phase: 'playing' });
    // It is sent what the page is sent.
    const other = listen(relay.port);
    await hears(window);
    mark('SIGSTOP');
    icecast.signalEncoder('/live', 'SIGSTOP');
    const last = Buffer.from(other.sound().subarray(-10_000));
    await relay.happened('fallback');
    await hears(window);
    mark('heard 12 s of sound since the fallback');
    // No second of the noise is like another: the burst of a reconnect would have it again.
    expect(other.sound().indexOf(last)).toBe(other.sound().lastIndexOf(last));
    other.socket.destroy();
    expect(relay.events.map(({ event }) => event)).not.toContain('upstream-back');
    mark('SIGCONT');
    icecast.signalEncoder('/live', 'SIGCONT');
    await relay.happened('upstream-back');
    await hears(window);
    mark('heard 12 s of sound since the source was back');
    expect(await listeners(relay)).toBe(1);
    expect(relay.events.map(({ event }) => event)).not.toContain('ended');
  });

  drill('an encoder that hangs for 75 s at the limits of a relay without flags', async () => {
    await encode();
    const relay = await relayWith('--fallback', `8000=${stereo}`);
    await play(window);
    await shows(window, { phase: 'playing' });
    await hears(window);
    mark('SIGSTOP');
    const stopped = Date.now();
    icecast.signalEncoder('/live', 'SIGSTOP');
    // The page says so, also where the browser does not.
    await shows(window, { phase: 'connecting' });
    await until(() => relay.events.some(({ event }) => event === 'fallback'), 'the fallback', patience);
    await hears(window);
    mark('heard 12 s of sound since the fallback');
    await until(() => Date.now() > stopped + 75_000, '75 s', patience);
    mark('SIGCONT');
    icecast.signalEncoder('/live', 'SIGCONT');
    await relay.happened('upstream-back');
    await hears(window);
    mark('heard 12 s of sound since the source was back');
    expect(await listeners(relay)).toBe(1);
  });

  drill('a mono fallback beside a stereo stream is played, and the stream again', async () => {
    const stop = await encode();
    const relay = await relayWith('--fallback', `8000=${demoSound}`, '--silence', '2', '--grace', '4');
    await play(window);
    await shows(window, { phase: 'playing' });
    await relay.happened('fallback-differs');
    await hears(window);
    mark('the encoder is killed');
    await stop();
    await relay.happened('ended');
    await until(async () => (await listeners(relay)) === 1, 'the listener again', patience);
    mark('the listener is there again');
    await hears(window);
    mark('heard 12 s of sound since');
    await encode();
    mark('an encoder is there');
    await relay.happened('ended', 2);
    await until(async () => (await listeners(relay)) === 1, 'the listener again', patience);
    mark('the listener is there again');
    await hears(window);
    mark('heard 12 s of sound since');
    await shows(window, { phase: 'playing', isUnavailable: false });
  });

  drill('AAC after MP3 is played', async () => {
    const stop = await encode();
    const relay = await relayWith();
    await play(window);
    await shows(window, { phase: 'playing' });
    await hears(window);
    mark('the encoder is killed');
    await stop();
    await encode('aac');
    mark('an encoder of AAC is there');
    await relay.happened('ended');
    await until(async () => (await listeners(relay)) === 1, 'the listener again', patience);
    mark('the listener is there again');
    await hears(window);
    mark('heard 12 s of sound since');
  });

  drill('a new title is shown when the page asks next, and nothing is an error', async () => {
    await encode();
    await relayWith();
    await icecast.entitle('Before');
    await play(window);
    await shows(window, { phase: 'playing' });
    for (const title of ['Songs of the Trinity', 'The Night Desk']) {
      mark(`the title is ${title}`);
      const given = Date.now();
      await icecast.entitle(title);
      await shows(window, { title });
      // 10 s until the next question, and some for what is under way.
      expect(Date.now() - given).toBeLessThan(15_000);
    }
    await shows(window, { phase: 'playing', isUnavailable: false });
    // And an error would have been seen.
    await within(window, () => console.error('The last'));
    await expect.poll(() => window.errors().map((error) => error.slice(0, 8))).toEqual(['The last']);
  });

  drill('a relay that is killed and started again is heard again', async () => {
    await encode();
    const relay = await relayWith();
    await play(window);
    await shows(window, { phase: 'playing' });
    await hears(window);
    mark('the relay is killed');
    await relay.stop();
    await shows(window, { phase: 'waiting', isUnavailable: true });
    const next = await relayWith();
    await shows(window, { phase: 'playing', isUnavailable: false });
    await hears(window);
    mark('heard 12 s of sound since');
    expect(await listeners(next)).toBe(1);
  });

  drill('a listener without a place is told so, and plays once there is one', async () => {
    await encode();
    const relay = await relayWith('--max-listeners', '1');
    const other = listen(relay.port);
    await until(() => other.sound().length > 0, 'the other listener');
    await play(window);
    await shows(window, { phase: 'stopped', isUnavailable: true });
    other.socket.destroy();
    mark('the other listener has left; a click');
    await click(window, `${player} [data-play]`);
    await shows(window, { phase: 'playing', isUnavailable: false });
    await hears(window);

    // And in the place of one who has listened.
    mark('the relay is killed');
    await relay.stop();
    await shows(window, { phase: 'waiting' });
    const next = await relayWith('--max-listeners', '1');
    const quick = listen(next.port);
    await until(() => quick.sound().length > 0, 'a listener that is quicker');
    await next.happened('refused');
    await shows(window, { phase: 'waiting', isUnavailable: true });
    quick.socket.destroy();
    mark('the quicker one has left');
    await shows(window, { phase: 'playing', isUnavailable: false });
    await hears(window);
    mark('heard 12 s of sound since');
  });
});
