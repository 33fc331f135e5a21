import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { launchBrowser } from './browser.ts';

const contexts: BrowserContext[] = [];

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** A reader's empty page, in a browser profile of its own that lasts for one test. */
export async function newReader(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await launchBrowser()).newContext(options);
  contexts.push(context);
  context.setDefaultTimeout(10_000);
  return context.newPage();
}

/** A reader at an address. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newReader(options);
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

/** Goes back to a marked page, which the browser must have kept. */
export async function returnToSeen(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await page.locator('html[data-seen]').waitFor();
}
