import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { launchBrowser, launchWholeBrowser } from './browser-session.ts';

const opened: { readonly close: () => Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** A reader's empty page, in a browser profile of its own that lasts for one test. */
export async function newReader(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await launchBrowser()).newContext(options);
  opened.push(context);
  context.setDefaultTimeout(10_000);
  return context.newPage();
}

/** A reader at an address. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newReader(options);
  await page.goto(address);
  return page;
}

/** A reader at an address, whose browser keeps pages that were left. */
export async function visitAndReturn(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const browser = await launchWholeBrowser();
  opened.push(browser);
  const page = await browser.newPage(options);
  page.setDefaultTimeout(10_000);
  await page.goto(address);
  return page;
}

/** A page that has no scripts. */
export const withoutScripts: BrowserContextOptions = { javaScriptEnabled: false };

/** A reader whose time stands still unless it is told to run; from the first page on. */
export async function newReaderOutOfTime(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newReader(options);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  return page;
}

/** Holds what the page asks for at `pattern` back: tells when it is asked for, and lets it go. */
export async function hold(
  page: Page,
  pattern: string | RegExp,
): Promise<{ asked: Promise<void>; letGo: () => void }> {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  let tell = () => {};
  const asked = new Promise<void>((done) => {
    tell = done;
  });
  await page.route(pattern, async (route) => {
    tell();
    await held;
    // The test may be over.
    await route.continue().catch(() => {});
  });
  return { asked, letGo };
}

/** Marks the page, so that it can be told whether it was kept or loaded anew. */
export const markAsSeen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.seen = '';
  });

/** Goes back to a marked page, which the browser must have kept: that of `visitAndReturn` does. */
export async function returnToSeen(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await page.locator('html[data-seen]').waitFor();
}
