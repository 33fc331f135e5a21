import { expect, test } from 'vitest';
import { builtPages } from '../browser/built-pages.ts';
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

test('a table can have the focus where it scrolls sideways, and only there', async () => {
  const page = await visit(`${await servePaper()}/blog/elm-prairie-school-bond`, {
    viewport: { width: 320, height: 740 },
  });
  await page.locator('.prose table[tabindex="0"]').waitFor();
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.locator('.prose table:not([tabindex])').waitFor();
});

test('every state that page-states.test.ts checks is one of some page', () => {
  const met = new Set(builtPages().flatMap((page) => statesOf(page)));
  expect(pageStates.filter((state) => !met.has(state))).toEqual([]);
});
