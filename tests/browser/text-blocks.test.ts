import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settle } from './browser-window.ts';
import { overflowFaults } from './page-checks.ts';
import { serveVillage } from './village.ts';
import { visit, withoutScripts } from './visits.ts';

const video = 'https://video.example/watch/abc';
const text = `\n\n${video}\n\n> [!note] What we know\n> Bring a coat.\n\n> [!quote]\n> A wall.\n> — Ann\n`;

let article: string;
beforeAll(async () => {
  const site = await serveVillage({ 'blog/heron-count.md': (post) => post + text });
  article = `${site}/blog/heron-count`;
});

/** Answers for the service, and lists what it is asked for. */
async function service(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  await page.route('https://video.example/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>The video</p>' });
  });
  return asked;
}

test('a video in a text is loaded at a click, and not before', async () => {
  const page = await visit('about:blank');
  const asked = await service(page);
  await page.goto(article);
  const link = page.getByRole('link', { name: 'Watch this video' });
  await link.scrollIntoViewIfNeeded();
  await settle(page);
  expect([asked, page.frames().length]).toEqual([[], 1]);
  const before = await page.locator('.facade').boundingBox();
  await link.press('Enter');
  await page.frameLocator('iframe').getByText('The video').waitFor();
  expect(asked).toEqual(['https://video.example/embed/abc?autoplay=1']);
  const frame = page.locator('iframe[title="From Video service"]');
  expect(await frame.evaluate((frame) => frame === document.activeElement)).toBe(true);
  expect((await frame.boundingBox())?.height).toBeCloseTo(before?.height ?? 0, 0);
});

test('without scripts it is a link, and nothing is loaded from the service', async () => {
  const page = await visit('about:blank', withoutScripts);
  const asked = await service(page);
  await page.goto(article);
  expect(asked).toEqual([]);
  expect(await page.getByRole('link', { name: 'Watch this video' }).getAttribute('href')).toBe(video);
});

test('the blocks of a text fit on a phone', async () => {
  const page = await visit(article, { viewport: { width: 320, height: 640 } });
  expect(await overflowFaults(page)).toEqual([]);
});
