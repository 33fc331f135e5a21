import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { servePaper } from './served-papers.ts';
import { newPage, visit, withoutScripts } from './visits.ts';

let site: string;
beforeAll(async () => {
  site = await servePaper();
});

const titles = (page: Page) => page.locator('[data-results] a').allTextContents();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

it('shows results as a reader types, and goes through them by keyboard', async () => {
  const page = await visit(site);
  await page.locator('header').getByRole('link', { name: 'Search' }).click();
  const field = page.getByRole('searchbox');
  await field.pressSequentially('storm drin');
  const [first = ''] = await expect
    .poll(() => titles(page))
    .toContainEqual(expect.stringContaining('storm drain map'))
    .then(() => titles(page));
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^\d+ (story|stories)$/);
  expect(await page.locator('.archive-years').isVisible()).toBe(false);
  await expect.poll(() => page.url()).toBe(`${site}/search?q=storm+drin`);
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  expect([await field.inputValue(), await titles(page)]).toEqual(['', []]);
  expect(await page.locator('.archive-years').isVisible()).toBe(true);
});

it('finds what its address says, and offers again what could not be loaded', async () => {
  const page = await newPage();
  await page.route(/search-2025-\w+\.json/, (route) => route.abort(), { times: 1 });
  await page.goto(`${site}/search?q=the`);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  const before = (await titles(page)).length;
  expect(before).toBeGreaterThan(0);
  await again.click();
  await again.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(before);
});

it('shows the archive alone without scripts', async () => {
  const page = await visit(`${site}/search`, withoutScripts);
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  expect(await page.locator('main').getByRole('link', { name: '2025' }).isVisible()).toBe(true);
});
