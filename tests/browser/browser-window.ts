import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterTheFile } from '../cleanup.ts';
import { launchBrowser } from './browser-session.ts';
import { servePaper } from './served-papers.ts';

/** What a page is shown on, and how; light, with text of the usual size, unless it says otherwise. */
export interface Display {
  readonly name: string;
  readonly width: number;
  readonly dark?: true;
  readonly forcedColors?: true;
  readonly textScale?: number;
  /** Lines, letters, words and paragraphs as far apart as readers may set them (WCAG 1.4.12). */
  readonly spaced?: true;
}

export const displays = {
  light: { name: 'light', width: 1280 },
  dark: { name: 'dark', width: 1280, dark: true },
  forced: { name: 'forced colors', width: 1280, forcedColors: true },
  large: { name: '200 % text', width: 1280, textScale: 2 },
  narrow: { name: '320 px', width: 320 },
  spaced: { name: '320 px, spaced text', width: 320, spaced: true },
} as const satisfies Readonly<Record<string, Display>>;

/**
 * What the hosts of the frames do, the paper itself among them. Pages without frames load in two thirds of the time where there are `none`,
 * because nothing stands between them and their files.
 */
export type Embeds = 'present' | 'slow' | 'silent' | 'blocked' | 'none';

/** How long a slow frame takes: longer than the page around it. */
const slowness = 600;

const heightOf = (width: number): number => (width < 768 ? 740 : 800);

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** What `page` and those that follow in its window are shown on. */
async function setWindow(page: Page, display: Display): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  // What a reader does who sets a larger text size in the browser. A page that fixes its own root size fails under it, and
  // under a style sheet of ours it would not.
  const scale = display.textScale ?? 1;
  const fontSizes = { standard: 16 * scale, fixed: 13 * scale };
  await Promise.all([
    page.setViewportSize({ width: display.width, height: heightOf(display.width) }),
    page.emulateMedia({
      colorScheme: display.dark ? 'dark' : 'light',
      forcedColors: display.forcedColors ? 'active' : 'none',
    }),
    session.then((session) => session.send('Page.setFontSizes', { fontSizes })),
  ]);
}

/** Changes what an open page is shown on. */
export async function setDisplay(page: Page, display: Display): Promise<void> {
  await setWindow(page, display);
  await page.evaluate(spaceText, display.spaced ? spacing : '');
  await settle(page);
}

/** What a reader's own style sheet says who needs room between letters and lines. */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/** In the page: sets the text as `styles` say. No style element is added, which the policy of the page would refuse. */
function spaceText(styles: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
}

/** Waits until the fonts are there and what was begun has been drawn. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

/** A window of a browser, and what it requested. */
export interface BrowserWindow {
  readonly page: Page;
  /** Opens a page of the site at its top, as it is at first. */
  readonly open: (address: string, display?: Display) => Promise<void>;
  /** Every address the open page has asked of another host, in order. */
  readonly asked: () => readonly string[];
}

export interface WindowOptions {
  readonly embeds?: Embeds | undefined;
  /** Serves the site that the window shows, if it is not the paper in `content/`. */
  readonly serve?: (() => Promise<string>) | undefined;
  /** Things move, as for most readers; checks that need them at rest leave this out. */
  readonly motion?: boolean;
}

/** A window with a profile of its own; gone with the tests of a file. */
export async function openWindow({
  embeds = 'present',
  serve = servePaper,
  motion = false,
}: WindowOptions = {}): Promise<BrowserWindow> {
  const context = await (await launchBrowser()).newContext({
    baseURL: await serve(),
    reducedMotion: motion ? 'no-preference' : 'reduce',
    // What a click allows in a browser with windows.
    permissions: ['clipboard-write'],
  });
  afterTheFile(() => context.close());
  // A page waits seconds for a frame that never answers; a test need not.
  if (embeds === 'silent') await context.clock.install();
  let asked: string[] = [];
  context.on('request', (request) => {
    if (!isOurs(new URL(request.url()))) asked.push(request.url());
  });
  if (embeds !== 'none') await answerFrames(context, embeds);
  const page = await context.newPage();
  return {
    page,
    asked: () => asked,
    open: async (address, display = displays.light) => {
      await setWindow(page, display);
      asked = [];
      // A frame in view that never answers holds back the load event for ever.
      await page.goto(address, { waitUntil: embeds === 'silent' ? 'domcontentloaded' : 'load' });
      await settle(page);
    },
  };
}

const isOurs = (url: URL) => url.hostname === '127.0.0.1';

/** Answers for every other host, so that no test uses the network. */
async function answerFrames(context: BrowserContext, embeds: Embeds): Promise<void> {
  await context.route(
    (url) => !isOurs(url) || /^\/(?:embeds\/|rss\.txt$)/.test(url.pathname),
    async (route, request) => {
      const ours = isOurs(new URL(request.url()));
      if (ours && !request.frame().parentFrame()) return route.continue();
      if (embeds === 'blocked') return route.abort('blockedbyclient');
      if (embeds === 'silent') return;
      if (embeds === 'slow') await new Promise((done) => setTimeout(done, slowness));
      // A page may have been closed while its frame was slow.
      const answer = ours
        ? route.continue()
        : route.fulfill({ contentType: 'text/html', body: '<!DOCTYPE html><title>A stub</title><p>A stub.' });
      await answer.catch(() => undefined);
    },
  );
}

/** Goes down the page a screen at a time, as a reader does, and waits for every frame that came near to be there, or refused. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 0.8) {
      scrollTo({ top: y, behavior: 'instant' });
      await drawn();
    }
  });
  for (const frame of await page.locator('iframe:visible').elementHandles()) {
    const content = await frame.contentFrame();
    await content?.waitForURL(/^(?!about:blank$)./, { waitUntil: 'commit', timeout: 10_000 });
  }
  await settle(page);
}
