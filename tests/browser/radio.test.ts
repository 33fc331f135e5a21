import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Station } from './fake-station.ts';
import { serveVillageRadio } from './village.ts';
import {
  markPage,
  newPage,
  newPageWithStoppedClock,
  returnToMarkedPage,
  visit,
  visitWithPageCache,
  withoutScripts,
} from './visits.ts';

const refusal = 'Unable to start playback. Please try again.';
const silence = 'Stream temporarily unavailable.';
const usualTitle = 'Ferry Radio, live from the landing';

let station: Station;
let radio: string;

beforeAll(async () => {
  ({ station, address: radio } = await serveVillageRadio());
});

afterAll(() => station.close());

beforeEach(async () => {
  station.behavior = 'playing';
  station.title = undefined;
  await listening(0);
});

/** A page whose clock runs only when the test says so. */
async function visitWithStoppedClock(address: string): Promise<Page> {
  const page = await newPageWithStoppedClock();
  await page.addInitScript(() => {
    Math.random = () => 1;
  });
  await page.goto(address);
  return page;
}

/** The player as a reader sees it. */
function playerOn(page: Page) {
  const player = page.locator('[data-radio-player]');
  const button = (name: string) => player.getByRole('button', { name, exact: true });
  const [play, pause] = [button('Play'), button('Pause')];
  const says = (status: string) => player.getByRole('status').getByText(status, { exact: true }).waitFor();
  return {
    play,
    pause,
    says,
    async start() {
      await play.click();
      await says('Playing');
    },
    async stop() {
      await pause.click();
      await says('Stopped');
    },
    mute: player.getByRole('button', { name: 'Mute' }),
    volume: player.getByRole('slider', { name: 'Volume' }),
    ownTab: player.getByRole('link', { name: 'Open in a tab of its own' }),
    title: player.locator('[data-now-playing]'),
    complains: (text: string) => player.getByText(text, { exact: true }).waitFor(),
    errors: async () => (await player.getByRole('alert').locator('p:visible').allTextContents()).join(),
    audio: () =>
      player.locator('audio').evaluate((audio: HTMLAudioElement) => ({
        volume: audio.volume,
        muted: audio.muted,
        paused: audio.paused,
        src: audio.getAttribute('src'),
      })),
  };
}

const asked = (times: number) => expect.poll(() => station.asked).toBe(times);
const listening = (listeners: number) => expect.poll(() => station.listening()).toBe(listeners);

describe('the player', () => {
  it('plays at a click, and at the next closes the stream instead of buffering', async () => {
    const player = playerOn(await visit(radio));
    const before = station.asked;
    await player.says('Stopped');
    expect(station.asked).toBe(before);

    await player.start();
    expect(await player.audio()).toMatchObject({ paused: false, volume: 0.9, muted: false });
    expect(station.listening()).toBe(1);

    await player.stop();
    await listening(0);
    expect((await player.audio()).src).toBeNull();
    expect(await player.errors()).toBe('');

    await player.start();
    await asked(before + 2);
  });

  it('is played, muted and turned down by keyboard', async () => {
    const page = await visit(radio);
    const player = playerOn(page);
    await player.play.focus();
    await page.keyboard.press('Enter');
    await player.says('Playing');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await player.mute.getAttribute('aria-pressed')).toBe('true');
    expect((await player.audio()).muted).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    expect(await player.volume.inputValue()).toBe('0.89');
    expect(await player.volume.getAttribute('aria-valuetext')).toBe('89%');
    expect(await player.audio()).toMatchObject({ volume: 0.89, muted: false });
    await page.keyboard.press('Home');
    expect((await player.audio()).volume).toBe(0);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await player.says('Stopped');
  });

  it('has a volume from 0 to 1 in steps of 0.01, and begins each visit at 0.9 and with its sound on, whatever was set before', async () => {
    const page = await visit(radio);
    const player = playerOn(page);
    const attributes = ['min', 'max', 'step'].map((name) => player.volume.getAttribute(name));
    expect(await Promise.all(attributes)).toEqual(['0', '1', '0.01']);
    expect(await player.volume.inputValue()).toBe('0.9');
    await player.volume.fill('0.3');
    await player.mute.click();
    await page.reload();
    expect(await player.volume.inputValue()).toBe('0.9');
    expect(await player.audio()).toMatchObject({ volume: 0.9, muted: false });
  });

  it('is allowed by the policy of its page to play from the station, and from nowhere else', async () => {
    const page = await newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    station.title = 'Songs of the River';
    await page.goto(radio);
    const policy = await page.locator('meta[http-equiv]').getAttribute('content');
    expect(policy).toContain(`media-src 'self' ${station.origin};`);
    const player = playerOn(page);
    await player.start();
    await player.title.getByText('Songs of the River').waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('a failure', () => {
  it('of the station to answer is shown in red under the controls, moves nothing, and disappears when it plays', async () => {
    const page = await visit(radio);
    const player = playerOn(page);
    const tip = page.locator('.radio-player__tip');
    const place = await tip.boundingBox();
    station.behavior = 'down';
    await player.play.click();
    await player.complains(silence);
    await player.says('Stopped');
    expect(await player.errors()).toBe(silence);
    expect(await tip.boundingBox()).toEqual(place);
    const text = page.getByText(silence);
    const [red, green, blue] = await text.evaluate((shown) =>
      (getComputedStyle(shown).color.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan(2 * Math.max(green ?? 0, blue ?? 0));
    const controls = await page.locator('.radio-player__controls').boundingBox();
    expect((await text.boundingBox())?.y).toBeGreaterThan((controls?.y ?? 0) + (controls?.height ?? 0));

    station.behavior = 'playing';
    await player.start();
    expect(await player.errors()).toBe('');
  });

  it('of the browser to play has words of its own', async () => {
    const page = await visit(radio);
    const player = playerOn(page);
    await page.evaluate(() => {
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = () => {
        HTMLMediaElement.prototype.play = play;
        return Promise.reject(new DOMException('no', 'NotAllowedError'));
      };
    });
    await player.play.click();
    await player.complains(refusal);
    await player.says('Stopped');
    expect(await player.errors()).toBe(refusal);
    await player.start();
    expect(await player.errors()).toBe('');
  });

  it('is not what a reader causes who stops before there is sound', async () => {
    const player = playerOn(await visit(radio));
    station.behavior = 'silent';
    await player.play.click();
    await player.says('Connecting…');
    await listening(1);
    await player.stop();
    await listening(0);
    expect(await player.errors()).toBe('');
  });

  it('is when nothing comes for ten seconds', async () => {
    const page = await visitWithStoppedClock(radio);
    const player = playerOn(page);
    station.behavior = 'silent';
    await player.play.click();
    await listening(1);
    await page.clock.runFor(9900);
    await player.says('Connecting…');
    await page.clock.runFor(200);
    await player.complains(silence);
    await player.says('Stopped');
    await listening(0);
  });
});

describe('a stream that breaks while it plays', () => {
  it('is connected again, and the text stays until it plays', async () => {
    const player = playerOn(await visit(radio));
    await player.start();
    station.behavior = 'down';
    station.cut();
    await player.complains(silence);
    await player.says('Reconnecting…');
    station.behavior = 'playing';
    await player.says('Playing');
    expect(await player.errors()).toBe('');
  });

  it('is tried after one second, after two more, and after four', async () => {
    const page = await visitWithStoppedClock(radio);
    const player = playerOn(page);
    await player.start();
    station.behavior = 'down';
    station.cut();
    await page.locator('[data-phase=waiting]').waitFor();
    // The browser has tried once by itself.
    let times = station.asked;
    for (const seconds of [1, 2, 4]) {
      await page.locator('[data-phase=waiting]').waitFor();
      await player.says('Reconnecting…');
      await page.clock.runFor(seconds * 1000 - 50);
      expect(station.asked).toBe(times);
      await page.clock.runFor(100);
      times += 1;
      await asked(times);
    }
    await page.locator('[data-phase=waiting]').waitFor();
    expect(await player.errors()).toBe(silence);
    await player.stop();
    await page.clock.runFor(60_000);
    expect(station.asked).toBe(times);
  });
});

describe('what is on', () => {
  it('is followed while it plays, and only then', async () => {
    station.title = 'The Midday Report';
    const page = await visit(radio);
    const player = playerOn(page);
    const before = station.followed;
    expect(await player.title.textContent()).toBe(usualTitle);
    await player.play.click();
    await player.title.getByText('The Midday Report').waitFor();
    station.announce('this is no JSON');
    station.announce(JSON.stringify({ title: 'The Night Desk' }));
    await player.title.getByText('The Night Desk').waitFor();
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('The Night Desk');
    station.announce(JSON.stringify({ title: null }));
    await player.title.getByText(usualTitle).waitFor();
    await player.pause.click();
    await expect.poll(() => station.following()).toBe(0);
    expect(station.followed).toBe(before + 1);
  });

  it('is in the controls of the system, which play and pause as well, with its song while it plays', async () => {
    const page = await newPage();
    await page.addInitScript(() => {
      const handlers: Record<string, () => void> = {};
      Object.assign(window, { handlers });
      navigator.mediaSession.setActionHandler = (action, handler) => {
        handlers[action] = handler as () => void;
      };
    });
    const press = (action: string) =>
      page.evaluate(
        (action) => (window as unknown as { handlers: Record<string, () => void> }).handlers[action]?.(),
        action,
      );
    station.title = 'Songs of the River';
    await page.goto(radio);
    const player = playerOn(page);
    await player.start();
    const session = () =>
      page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.playbackState]);
    await expect.poll(session).toEqual(['Songs of the River', 'playing']);
    await press('pause');
    await player.says('Stopped');
    expect(await session()).toEqual([usualTitle, 'paused']);
    await press('play');
    await player.says('Playing');
    await press('stop');
    await player.says('Stopped');
  });
});

describe('a reader who leaves', () => {
  it('closes the stream, and finds the page as it was when he comes back, stopped and ready', async () => {
    station.title = 'The Night Desk';
    const page = await visitWithPageCache(radio);
    const player = playerOn(page);
    await markPage(page);
    await player.volume.fill('0.5');
    await player.play.click();
    await player.title.getByText('The Night Desk').waitFor();
    await page.goto(`${new URL(radio).origin}/about`);
    await listening(0);
    await expect.poll(() => station.following()).toBe(0);
    await returnToMarkedPage(page);
    await player.says('Stopped');
    expect(await player.volume.inputValue()).toBe('0.5');
    await player.start();
  });
});

describe('without scripts', () => {
  it("has the browser's own controls, none of ours, and the link to its own tab", async () => {
    const page = await visit(radio, withoutScripts);
    const player = playerOn(page);
    const audio = page.locator('main audio');
    expect(await audio.isVisible()).toBe(true);
    expect(await audio.getAttribute('controls')).not.toBeNull();
    expect(await audio.getAttribute('src')).toBe(`${station.origin}/api/stream?port=8000`);
    for (const scripted of [player.play, player.mute, player.volume, player.play.locator('..')])
      expect(await scripted.isVisible()).toBe(false);
    expect(await page.getByText(silence).isVisible()).toBe(false);
    const opened = page.waitForEvent('popup');
    await player.ownTab.click();
    expect((await opened).url()).toBe(radio);
  });
});

describe('the schedule', () => {
  it("marks the program on the air by the clock of the paper's zone, as time goes by and midnight passes", async () => {
    const page = await newPage({ timezoneId: 'Asia/Tokyo' });
    await page.clock.install({ time: new Date('2026-11-21T14:59:30Z') });
    await page.goto(radio);
    const onAir = () => expect.poll(() => page.locator('[aria-current=time] dt').allTextContents());
    await onAir().toEqual(['6 to 9 a.m. · now']);
    await page.clock.runFor(60_000);
    await onAir().toEqual(['9 a.m. to noon · now']);
    await page.clock.fastForward('14:59:00');
    await onAir().toEqual(['6 p.m. to midnight · now']);
    await page.clock.fastForward('01:00');
    await onAir().toEqual(['Midnight to 6 a.m. · now']);
  });
});
