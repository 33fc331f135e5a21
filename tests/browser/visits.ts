import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterTheFile, afterwards } from '../cleanup.ts';
import { launchBrowser, launchWholeBrowser } from './browser-session.ts';

/** An empty page, in a browser profile of its own that lasts for one test, unless `onceOver` is another. */
export async function newPage(
  options: BrowserContextOptions = {},
  launch: typeof launchBrowser = launchBrowser,
  onceOver: typeof afterwards = afterwards,
): Promise<Page> {
  const context = await (await launch()).newContext(options);
  onceOver(() => context.close());
  context.setDefaultTimeout(10_000);
  return context.newPage();
}

/** Pages at rest by their options, and those that tests have. */
const resting = new Map<string, Page[]>();

/**
 * An empty page that other tests have had before, with nothing left of what they did: a new one takes longer than most tests. Its profile is
 * theirs, so a test that changes the clock, adds scripts or listens to the page takes a `newPage`.
 */
export async function usedPage(options: BrowserContextOptions = {}): Promise<Page> {
  const key = JSON.stringify(options);
  const page = resting.get(key)?.pop() ?? (await newPage(options, launchBrowser, () => {}));
  afterwards(async () => {
    for (const other of page.context().pages()) if (other !== page) await other.close();
    if (page.isClosed()) return;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
    await page.emulateMedia({ media: null });
    await page.setViewportSize(options.viewport ?? { width: 1280, height: 720 });
    await page.mouse.move(0, 0);
    resting.set(key, [...(resting.get(key) ?? []), page]);
  });
  return page;
}

/** A page at an address, as `usedPage` gives it. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await usedPage(options);
  await page.goto(address);
  return page;
}

/** A page at an address for several tests of a file, each of which leaves it as it was: most of a short test's time is that of its page. */
export async function visitOnce(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options, launchBrowser, afterTheFile);
  await page.goto(address);
  return page;
}

/** A page at an address, in a browser with a back/forward cache. */
export async function visitWithPageCache(
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(options, launchWholeBrowser);
  await page.goto(address);
  return page;
}

/** A page that has no scripts. */
export const withoutScripts: BrowserContextOptions = { javaScriptEnabled: false };

/** A page whose clock runs only when the test says so. */
export async function newPageWithStoppedClock(
  options: BrowserContextOptions = {},
  onceOver: typeof afterwards = afterwards,
): Promise<Page> {
  const page = await newPage(options, launchBrowser, onceOver);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  return page;
}

/** Holds back what the page requests at `pattern`: `asked` resolves with the request, `letGo` has it answered. */
export async function hold(
  page: Page,
  pattern: string | RegExp,
  answer = (route: Route) => route.continue(),
): Promise<{ asked: Promise<void>; letGo: () => void }> {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  let onAsked = () => {};
  const asked = new Promise<void>((done) => {
    onAsked = done;
  });
  await page.route(pattern, async (route) => {
    onAsked();
    await held;
    // The test may be over.
    await answer(route).catch(() => {});
  });
  return { asked, letGo };
}

/** Marks the page, to see later whether it came from the cache or was loaded again. */
export const markPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.seen = '';
  });

/** Goes back to a marked page, which the browser must have kept: that of `visitWithPageCache` does. */
export async function returnToMarkedPage(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await page.locator('html[data-seen]').waitFor();
}
