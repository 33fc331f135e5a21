import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { serveChanged } from '../browser/served-papers.ts';
import { afterwards } from '../cleanup.ts';
import { startIcecast } from '../commands/relay/icecast.ts';
import { bundled, listen, startRelayProcess } from '../commands/relay/relays.ts';
import { freePort } from '../commands/relay/wire.ts';
import { demoContent } from '../demo/demo.ts';
import { root, temporaryFolder } from '../helpers.ts';
import { requireProgram } from '../machine.ts';
import { until } from '../until.ts';
import { startChromium, startFirefox } from './browsers.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { click, visit } from './hands.ts';
import { isSmoke, skips, some } from './scope.ts';

// The page /radio, with the relay as operators run it, at its own limits, in front of a real Icecast.

const player = '[data-radio-player]';
/** How long sound may take to return, in milliseconds: the player waits up to 30 s between attempts. */
const patience = 90_000;
/** More seconds of sound than the relay sends ahead. */
const enough = isSmoke ? 1 : 12;

let icecast: Awaited<ReturnType<typeof startIcecast>>;
let program: readonly string[];
let relayPort: number;
let paper: string;
/** The demo's own sound, which is mono, and a tone in stereo, like the stream. */
const mono = `file:${join(root, 'content/media/courier-radio.mp3')}`;
let stereo: string;

const engines = [
  ['Chromium', startChromium, 'chromium'],
  ['Firefox', startFirefox, 'firefox'],
] as const;

beforeAll(async () => {
  const ffmpeg = requireProgram('ffmpeg');
  icecast = await startIcecast({ icecast: requireProgram('icecast'), ffmpeg, sourceTimeout: 120 });
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
afterAll(() => icecast?.stop());

async function startRelay(...flags: readonly string[]) {
  const station = ['--stream', `8000=${icecast.origin}/live`, '--allow-origin', paper];
  const relay = await startRelayProcess(['--port', `${relayPort}`, ...station, ...flags], { program });
  onTestFailed(() => console.log(relay.events));
  return relay;
}
type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Starts an encoder, until the test is over or what this returns is called. */
async function encode(): Promise<() => Promise<void>> {
  const stop = await icecast.encode();
  afterwards(stop);
  await icecast.isAhead();
  return stop;
}

/** Opens the page and plays, with the only click of a test; muted, because without a sound device Firefox plays nothing else. */
async function play(window: EngineWindow): Promise<void> {
  await visit(window, `${paper}/radio`);
  await click(window, `${player} [data-mute]`);
  await click(window, `${player} [data-play]`);
  await shows(window, { phase: 'playing' });
}

/** What the page shows and has played. */
const look = (window: EngineWindow) =>
  window.within((player) => {
    const section = document.querySelector<HTMLElement>(player);
    return {
      phase: section?.dataset.phase ?? '',
      title: section?.querySelector('[data-now-playing]')?.textContent ?? '',
      isUnavailable: section?.querySelector<HTMLElement>('[data-error=stream]')?.hidden === false,
      time: section?.querySelector('audio')?.currentTime ?? 0,
    };
  }, player);

const shows = (window: EngineWindow, what: Partial<Awaited<ReturnType<typeof look>>>) =>
  expect.poll(() => look(window), { timeout: patience, interval: 100 }).toMatchObject(what);

/** Waits until more sound has been played, on one connection or several, and gives the phases the page showed meanwhile. */
async function hears(window: EngineWindow, seconds = enough): Promise<ReadonlySet<string>> {
  const phases = new Set<string>();
  let before = (await look(window)).time;
  let heard = 0;
  await until(
    async () => {
      const { phase, time } = await look(window);
      phases.add(phase);
      if (phase === 'playing') heard += Math.max(0, time - before);
      before = time;
      return heard > seconds;
    },
    `${seconds} s of sound`,
    patience,
  );
  return phases;
}

describe.each(some(engines))('%s', (name, start, need) => {
  const isSkipped = skips(`the radio in ${name}`, 'icecast', 'ffmpeg', need);
  let engine: Engine;
  let window: EngineWindow;
  beforeAll(async () => {
    if (!isSkipped) engine = await start();
  });
  afterAll(() => engine?.close());

  const drill = (what: string, act: () => Promise<void>, isSmall = false) =>
    test.skipIf(isSkipped || (isSmoke && !isSmall))(what, async () => {
      window = await engine.newWindow({ dark: false });
      try {
        await act();
      } finally {
        await window.within(() => document.querySelector('audio')?.pause());
      }
    });
  const isHeardAgain = async (relay: Relay) => {
    await until(async () => (await relay.listeners()) === 1, 'the listener again', patience);
    await hears(window);
  };

  const restarts = async () => {
    await encode();
    const relay = await startRelay();
    await play(window);
    await hears(window);
    await relay.stop();
    await shows(window, { phase: 'waiting', isUnavailable: true });
    const next = await startRelay();
    await shows(window, { phase: 'playing', isUnavailable: false });
    await isHeardAgain(next);
  };
  drill('a relay that is killed and started again is heard again', restarts, true);

  drill('an encoder that restarts at once is not noticed; one that is gone for long is', async () => {
    const stop = await encode();
    await startRelay();
    await play(window);
    await stop();
    const stopAgain = await encode();
    expect(await hears(window)).toEqual(new Set(['playing']));
    await stopAgain();
    await shows(window, { phase: 'waiting', isUnavailable: true });
    await encode();
    await shows(window, { phase: 'playing', isUnavailable: false });
    await hears(window);
  });

  drill('an encoder that hangs for 75 s is replaced by the fallback unnoticed, and heard again', async () => {
    await encode();
    const relay = await startRelay('--fallback', `8000=${stereo}`);
    await play(window);
    // It is sent what the page is sent.
    const other = listen(relay.port);
    await hears(window);
    const hung = Date.now();
    icecast.signalEncoder('/live', 'SIGSTOP');
    await relay.happened('upstream-failed');
    const last = Buffer.from(other.sound().subarray(-10_000));
    expect(await hears(window)).toEqual(new Set(['playing']));
    await relay.happened('fallback');
    // No second of the noise is like another: a new connection would get some of it twice.
    expect(other.sound().indexOf(last)).toBe(other.sound().lastIndexOf(last));
    other.socket.destroy();
    await until(() => Date.now() > hung + 75_000, '75 s', patience);
    expect(relay.events.map(({ event }) => event)).not.toContain('upstream-back');
    icecast.signalEncoder('/live', 'SIGCONT');
    await relay.happened('upstream-back');
    await isHeardAgain(relay);
    expect(relay.events.map(({ event }) => event)).not.toContain('ended');
  });

  drill('a mono fallback beside a stereo stream is played, and the stream again', async () => {
    const stop = await encode();
    const relay = await startRelay('--fallback', `8000=${mono}`, '--silence', '2', '--grace', '4');
    await play(window);
    await hears(window);
    await stop();
    await relay.happened('ended');
    await isHeardAgain(relay);
    await encode();
    await relay.happened('ended', 2);
    await isHeardAgain(relay);
    await shows(window, { phase: 'playing', isUnavailable: false });
  });

  drill('a new title is shown within 15 s, and nothing is logged as an error', async () => {
    await encode();
    await startRelay();
    await icecast.entitle('Before');
    await play(window);
    for (const title of ['Songs of the Trinity', 'The Night Desk']) {
      const given = Date.now();
      await icecast.entitle(title);
      await shows(window, { title });
      expect(Date.now() - given).toBeLessThan(15_000);
    }
    await shows(window, { phase: 'playing', isUnavailable: false });
    // And an error would have been logged.
    await window.within(() => console.error('The last'));
    await expect.poll(() => window.errors?.().map((error) => error.slice(0, 8))).toEqual(['The last']);
  });

  drill('a listener beyond the limit is told so, and plays once another one leaves', async () => {
    await encode();
    const relay = await startRelay('--max-listeners', '1');
    const other = listen(relay.port);
    await until(() => other.sound().length > 0, 'the other listener');
    await visit(window, `${paper}/radio`);
    await click(window, `${player} [data-mute]`);
    await click(window, `${player} [data-play]`);
    await shows(window, { phase: 'stopped', isUnavailable: true });
    other.socket.destroy();
    await click(window, `${player} [data-play]`);
    await shows(window, { phase: 'playing', isUnavailable: false });
    await hears(window);
  });
});
