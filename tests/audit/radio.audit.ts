import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveChanged } from '../browser/served-papers.ts';
import { visit } from '../browser/visits.ts';
import { afterwards } from '../cleanup.ts';
import { demoContent } from '../demo/demo.ts';
import { requireFfmpeg, requireIcecast } from '../machine.ts';
import { startIcecast } from '../relay/icecast.ts';

let icecast: Awaited<ReturnType<typeof startIcecast>>;
let radio: string;

beforeAll(async () => {
  icecast = await startIcecast({ icecast: requireIcecast(), ffmpeg: requireFfmpeg() });
  radio = `${await serveChanged(demoContent, {
    'radio.yaml': (text) => text.replace('file:media/courier-radio.mp3', `${icecast.origin}/live`),
  })}/radio`;
});

afterAll(() => icecast.stop());

const playerOn = (page: Page) => page.locator('[data-radio-player]');
const play = (page: Page) => playerOn(page).getByRole('button', { name: 'Play', exact: true }).click();
const says = (page: Page, status: string, timeout?: number) =>
  playerOn(page).getByRole('status').getByText(status, { exact: true }).waitFor({ timeout });

/** Seconds of sound that have been played. */
const played = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
const hears = async (page: Page, seconds: number) => {
  const before = await played(page);
  await expect.poll(() => played(page), { timeout: 30_000 }).toBeGreaterThan(before + seconds);
};

it('a listener hears the station, reads its titles, and notices nothing of an encoder that starts again', async () => {
  const stop = await icecast.encode();
  afterwards(stop);
  await icecast.isAhead();
  const page = await visit(radio);
  await play(page);
  await says(page, 'Playing');
  await icecast.entitle('Songs of the Trinity');
  await playerOn(page).getByText('Songs of the Trinity').waitFor();
  await hears(page, 1);
  const states: string[] = [];
  await page.exposeFunction('note', (state: string) => states.push(state));
  await page.evaluate(() => {
    const status = document.querySelector('[data-radio-player] [role=status]');
    const note = (window as unknown as { note: (text: string) => void }).note;
    if (status)
      new MutationObserver(() => note(status.textContent ?? '')).observe(status, {
        childList: true,
        subtree: true,
        characterData: true,
      });
  });
  await stop();
  afterwards(await icecast.encode());
  // More than the relay had sent ahead when the encoder went away.
  await hears(page, 10);
  expect(states).toEqual([]);
});

it('a listener is told when the station is gone for long, and hears it again when it is back', async () => {
  const stop = await icecast.encode();
  afterwards(stop);
  const page = await visit(radio);
  await play(page);
  await says(page, 'Playing');
  await stop();
  await says(page, 'Reconnecting…', 40_000);
  await playerOn(page).getByText('Stream temporarily unavailable.').waitFor();
  afterwards(await icecast.encode());
  await says(page, 'Playing', 40_000);
  await hears(page, 2);
  expect(await playerOn(page).getByRole('alert').locator('p:visible').count()).toBe(0);
});
