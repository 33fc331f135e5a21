import { expect, it } from 'vitest';
import { serveDemo } from '../browser/browser-session.ts';
import { visit } from '../browser/visits.ts';

// With a real Icecast, whose encoder comes and goes, the audit listens.
it('the paper’s own sound plays on a fresh machine', async () => {
  const page = await visit(`${await serveDemo()}/radio`);
  const player = page.locator('[data-radio-player]');
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await player.getByRole('status').getByText('Playing', { exact: true }).waitFor();
  const played = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(played, { timeout: 30_000 }).toBeGreaterThan(1);
});
