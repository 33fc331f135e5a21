import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { displays, openWindow, scrollThrough, setDisplay } from './browser-window.ts';
import { pageOfEachKind, pagesThatDiffer } from './built-pages.ts';
import {
  axeFaults,
  blockingFaults,
  collisionFaults,
  focusFaults,
  overflowFaults,
  paperFaults,
  targetFaults,
} from './page-checks.ts';

const found: Record<
  'axe' | 'dark' | 'focus' | 'wide' | 'large' | 'spaced' | 'small' | 'blocking' | 'early' | 'paper',
  string[]
> = {
  axe: [],
  dark: [],
  focus: [],
  wide: [],
  large: [],
  spaced: [],
  small: [],
  blocking: [],
  early: [],
  paper: [],
};

let inNewsletter: string[] = [];

/** The addresses of boards that a page shows without a click, because it has no headlines of their feeds. */
const boardsOf = (html: string) =>
  load(html)('[data-embed=feed] iframe:not(details iframe)')
    .toArray()
    .map(({ attribs }) => attribs.src);

/** Takes the advertisements out of a page and goes down it, or has all of it in view at once; ends at its top. */
async function readWithoutAds(page: Page, atOnce: boolean) {
  await setDisplay(page, displays.narrow);
  await page.locator('.ad').evaluateAll((ads) => {
    for (const ad of ads) ad.remove();
  });
  if (atOnce) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: displays.narrow.width, height });
  }
  await scrollThrough(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

/** Goes through the main part of a page by keyboard, back in a narrow window or on in a wide one; a page for a frame has no other part. */
async function focusInMain(page: Page, isBack: boolean): Promise<readonly string[]> {
  if (isBack) await setDisplay(page, displays.narrow);
  const part = (await page.locator('body > footer').count()) > 0 ? 'main' : 'body';
  const links = await page.locator(`${part} a[href]:not([tabindex="-1"]):visible`).count();
  if (part === 'main' && isBack) await page.locator('footer a').first().focus();
  else if (part === 'main') await page.locator('.skip-link').press('Enter');
  const { faults, stops } = await focusFaults(page, isBack ? 'Shift+Tab' : 'Tab', part);
  return stops < links ? [...faults, `only ${stops} of ${links} links have the focus`] : faults;
}

beforeAll(async () => {
  const { page, open, asked } = await openWindow();
  // axe-core takes longest. The audit has all pages, on every display.
  const firsts = new Set(pageOfEachKind().map(({ address }) => address));
  for (const [i, { address, html }] of atLeastOne(pagesThatDiffer()).entries()) {
    const isFirst = firsts.has(address);
    await open(address, displays.narrow);
    const add = (faults: string[], more: readonly string[]) =>
      faults.push(...more.map((fault) => `${address}: ${fault}`));
    add(found.blocking, await blockingFaults(page));
    add(found.wide, await overflowFaults(page));
    add(found.small, await targetFaults(page));
    if (isFirst) add(found.axe, await axeFaults(page, displays.narrow));
    // Pages in frames are not what is printed.
    if (!address.startsWith('/embeds/')) add(found.paper, await paperFaults(page));
    await setDisplay(page, { ...displays.narrow, textScale: 2 });
    add(found.large, await overflowFaults(page));
    if (isFirst) {
      await setDisplay(page, displays.spaced);
      add(found.spaced, [...(await overflowFaults(page)), ...(await collisionFaults(page))]);
      add(found.spaced, await targetFaults(page));
    }
    // A page without frames has nothing to ask for.
    if (html.includes('<iframe')) await readWithoutAds(page, !isFirst);
    add(
      found.early,
      asked().filter((request) => !boardsOf(html).includes(request)),
    );
    if (isFirst) {
      await setDisplay(page, displays.dark);
      add(found.dark, await axeFaults(page, displays.dark));
      add(found.dark, [...(await overflowFaults(page)), ...(await targetFaults(page))]);
      if (/<(?:a|button|input|summary)\b/.test(html)) add(found.focus, await focusInMain(page, i % 2 === 1));
    }
  }
  await open('/newsletter.html', displays.narrow);
  inNewsletter = await axeFaults(page, displays.narrow);
}, 300_000);

describe('every kind of page, on a phone 320 px wide', () => {
  test('has nothing that axe-core finds fault with, the first of each kind', () =>
    expect(found.axe).toEqual([]));

  test('fits its width', () => expect(found.wide).toEqual([]));

  test('fits its width with text of 200 %', () => expect(found.large).toEqual([]));

  test('fits its width with spaced text, which does not collide, the first of each kind', () =>
    expect(found.spaced).toEqual([]));

  test('has nothing to touch that is smaller than 24 px and near to something else', () =>
    expect(found.small).toEqual([]));

  test('is printed without what paper has no use for, black on white', () => expect(found.paper).toEqual([]));

  test('is painted as soon as its stylesheets are there', () => expect(found.blocking).toEqual([]));

  test('requests only boards without headlines from other hosts, however far it is read, before a click or an advertisement in view', () => {
    expect(found.early).toEqual([]);
  });
});

test('the first page of each kind, dark in a wide window, has nothing that axe-core finds fault with, fits, and has large targets', () =>
  expect(found.dark).toEqual([]));

test('the first page of each kind shows where the focus is, all through its main part', () =>
  expect(found.focus).toEqual([]));

test('the newsletter has nothing that axe-core finds fault with; mail programs show it in a page with landmarks of its own', () =>
  expect(inNewsletter.map((fault) => fault.split(':')[0])).toEqual(['axe landmark-one-main', 'axe region']));
