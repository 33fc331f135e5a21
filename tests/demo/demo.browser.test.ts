import { expect, test } from 'vitest';
import { pageOfEachKind } from '../browser/built-pages.ts';
import { pageStates, statesOf } from '../browser/page-states.ts';
import { servePaper } from '../browser/served-papers.ts';
import { visit } from '../browser/visits.ts';

// The audit listens to a real Icecast, whose encoder stops and starts.
test('the paper’s own sound plays on a fresh machine', async () => {
  const page = await visit(`${await servePaper()}/radio`);
  const player = page.locator('[data-radio-player]');
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await player.getByRole('status').getByText('Playing', { exact: true }).waitFor();
  const played = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(played, { timeout: 30_000 }).toBeGreaterThan(1);
});

test('the longest date stands on one line of the masthead', async () => {
  const page = await visit(await servePaper());
  const date = page.locator('.masthead__date time');
  await date.evaluate((time) => {
    time.textContent = 'Wednesday, September 30, 2026';
  });
  for (const width of [320, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await date.evaluate((time) => time.getClientRects().length), `${width} wide`).toBe(1);
  }
});

test('every state that page-states.test.ts checks is one of some page', () => {
  const met = new Set(pageOfEachKind().flatMap((page) => statesOf(page)));
  expect(pageStates.filter((state) => !met.has(state))).toEqual([]);
});

test('frames of the paper’s own are shown in it, and no other site shows the paper', async () => {
  const paper = await servePaper();
  const page = await visit(`${paper}/rss`);
  await page.locator('iframe').first().scrollIntoViewIfNeeded();
  await page.frameLocator('iframe[src="/rss.txt"]').getByText('<rss').waitFor();
  await page.goto(`${paper}/rss.txt`);
  await page.setContent('<iframe sandbox src="/embeds/form/contact"></iframe>');
  await page.frameLocator('iframe').locator('form').waitFor();
  await page.goto('about:blank');
  await page.setContent(`<iframe src="${paper}/about"></iframe>`);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
});
