import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { servePaper } from './served-papers.ts';
import { hold, usedPage, visit, withoutScripts } from './visits.ts';

let site: string;
beforeAll(async () => {
  site = await servePaper();
});

const titles = (page: Page) => page.locator('[data-results] a').allTextContents();
const archives = (page: Page) => page.locator('main a[href="/archives"]');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

it('shows results as a reader types, even before the script came, and goes through them by keyboard', async () => {
  const page = await visit(site);
  const script = await hold(page, /search[\w.-]*\.js/);
  await page.locator('header').getByRole('link', { name: 'Search' }).click();
  const field = page.getByRole('searchbox');
  await field.pressSequentially('storm ');
  script.letGo();
  await field.pressSequentially('drin');
  const [first = ''] = await expect
    .poll(() => titles(page))
    .toContainEqual(expect.stringContaining('storm drain map'))
    .then(() => titles(page));
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^\d+ (story|stories)$/);
  expect(await archives(page).isVisible()).toBe(false);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe(first);
  expect(page.url()).toBe(`${site}/search?q=storm+drin`);
  await page.keyboard.press('Shift+Tab');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  expect([await field.inputValue(), await titles(page)]).toEqual(['', []]);
  expect(await archives(page).isVisible()).toBe(true);
});

it('finds what its address says, and loads again what could not be loaded', async () => {
  const page = await usedPage();
  await page.route(/search-2025-\w+\.json/, (route) => route.abort(), { times: 1 });
  await page.goto(`${site}/search?q=fort`);
  const failure = page.getByText('Older stories could not be loaded.');
  await failure.waitFor();
  const before = (await titles(page)).length;
  expect(before).toBeGreaterThan(0);
  await page.getByRole('searchbox').click();
  await failure.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(before);
});

it('keeps the list of the newest stories if no others can be loaded', async () => {
  const page = await usedPage();
  await page.route(/search-\d{4}-\w+\.json/, (route) => route.abort());
  await page.goto(`${site}/search?q=fort`);
  await page.getByText('Older stories could not be loaded.').waitFor();
  expect(await archives(page).isVisible()).toBe(true);
});

it('finds a story by a name in its text', async () => {
  const page = await visit(`${site}/search?q=oyelaran+harlan`);
  await expect.poll(() => titles(page)).toContainEqual(expect.stringMatching(/levee/i));
});

it('lists stories and leads to the archives without scripts', async () => {
  const page = await visit(`${site}/search`, withoutScripts);
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  expect(await archives(page).isVisible()).toBe(true);
  expect(await page.locator('.post-list a').count()).toBeGreaterThan(10);
});
