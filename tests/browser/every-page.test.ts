import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { displays, openWindow, scrollThrough, setDisplay } from './browser-window.ts';
import { builtPages, pageOfEachKind, pagesThatDiffer } from './built-pages.ts';
import {
  axeFaults,
  blockingFaults,
  collisionFaults,
  mainFocusFaults,
  overflowFaults,
  paperFaults,
} from './page-checks.ts';

const found: Record<
  'axe' | 'dark' | 'focus' | 'wide' | 'large' | 'spaced' | 'blocking' | 'early' | 'paper',
  string[]
> = {
  axe: [],
  dark: [],
  focus: [],
  wide: [],
  large: [],
  spaced: [],
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

/** What is the same on every page, but for the entry of a menu that leads to it. */
const sharedParts = ['.masthead', 'body > footer'];

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

/** Pages with colors of their own; the audit has all of them in the dark. */
const shownInDark = ['home', 'category', 'post', 'blog', 'subscribe', 'radio', 'books', 'notices', 'events'];

/** The kinds of controls in the main part of a page: each by its name and classes. */
function controlKindsIn(html: string): readonly string[] {
  const $ = load(html);
  const isFramed = $('body > footer').length === 0;
  return $(isFramed ? 'body' : 'main')
    .find('a[href], button, summary, input, select, textarea, [tabindex="0"]')
    .toArray()
    .map(({ name, attribs }) => `${name} ${attribs.class}`);
}

beforeAll(async () => {
  // axe-core and the keyboard take longest. The audit has all pages, on every display.
  const firsts = new Set(pageOfEachKind().map(({ address }) => address));
  // focus.test.ts goes round the front page.
  const frontPages = builtPages().filter(({ address }) => address === '/');
  const focused = new Set(frontPages.flatMap(({ html }) => controlKindsIn(html)));
  const left = atLeastOne(pagesThatDiffer()).values();
  let isBack = false;
  async function checkPages() {
    const withFrames = await openWindow();
    const withoutFrames = await openWindow({ embeds: 'none' });
    for (const { address, template, html } of left) {
      const isFirst = firsts.has(address);
      const { page, open, asked } = html.includes('<iframe') ? withFrames : withoutFrames;
      await open(address, displays.narrow);
      const add = (faults: string[], more: readonly string[]) =>
        faults.push(...more.map((fault) => `${address}: ${fault}`));
      add(found.blocking, await blockingFaults(page));
      add(found.wide, await overflowFaults(page));
      const without = ['home', 'category'].includes(template) ? [] : sharedParts;
      if (isFirst) add(found.axe, await axeFaults(page, displays.narrow, { without }));
      // Pages in frames are not what is printed.
      if (!address.startsWith('/embeds/')) add(found.paper, await paperFaults(page));
      await setDisplay(page, { ...displays.narrow, textScale: 2 });
      add(found.large, await overflowFaults(page));
      if (isFirst) {
        await setDisplay(page, displays.spaced);
        add(found.spaced, [...(await overflowFaults(page)), ...(await collisionFaults(page))]);
      }
      // A page without frames has nothing to ask for.
      if (html.includes('<iframe')) await readWithoutAds(page, !isFirst);
      add(
        found.early,
        asked().filter((request) => !boardsOf(html).includes(request)),
      );
      if (isFirst && shownInDark.includes(template)) {
        await setDisplay(page, displays.dark);
        add(found.dark, await axeFaults(page, displays.dark, { colorsOnly: true, without }));
        add(found.dark, await overflowFaults(page));
      }
      const kinds = controlKindsIn(html).filter((kind) => !focused.has(kind));
      if (kinds.length > 0) {
        for (const kind of kinds) focused.add(kind);
        isBack = !isBack;
        const [display, key] = isBack
          ? ([displays.narrow, 'Shift+Tab'] as const)
          : ([displays.dark, 'Tab'] as const);
        await setDisplay(page, display);
        add(found.focus, await mainFocusFaults(page, key));
      }
    }
  }
  async function checkNewsletter() {
    const { page, open } = await openWindow({ embeds: 'none' });
    await open('/newsletter/latest.html', displays.narrow);
    inNewsletter = await axeFaults(page, displays.narrow);
  }
  // While one page waits for its next frame, another is checked.
  await Promise.all([checkPages(), checkPages(), checkNewsletter()]);
}, 300_000);

describe('every kind of page, on a phone 320 px wide', () => {
  test('has nothing that axe-core finds fault with, the first of each kind', () =>
    expect(found.axe).toEqual([]));

  test('fits its width', () => expect(found.wide).toEqual([]));

  test('fits its width with text of 200 %', () => expect(found.large).toEqual([]));

  test('fits its width with spaced text, which does not collide, the first of each kind', () =>
    expect(found.spaced).toEqual([]));

  test('is printed without what paper has no use for, black on white', () => expect(found.paper).toEqual([]));

  test('is painted as soon as its stylesheets are there', () => expect(found.blocking).toEqual([]));

  test('requests only boards without headlines from other hosts, however far it is read, before a click or an advertisement in view', () => {
    expect(found.early).toEqual([]);
  });
});

test('pages with colors of their own, dark in a wide window, have colors that axe-core finds no fault with, and fit', () =>
  expect(found.dark).toEqual([]));

test('the first page with a kind of control shows where the focus is, all through its main part', () =>
  expect(found.focus).toEqual([]));

test('the newsletter has nothing that axe-core finds fault with', () => expect(inNewsletter).toEqual([]));
