import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import {
  type BrowserWindow,
  type Display,
  openWindow,
  settle,
  type WindowOptions,
} from './browser-window.ts';

// Each check returns what is wrong with the open page, one line for each fault, with the element.

/** Minified: every page it is run in parses it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds, best practices included. Pages in frames are pages of their own, and checked as such. */
export async function axeFaults(
  page: Page,
  display: Display,
  {
    covered = false,
    colorsOnly = false,
    without = [],
  }: {
    readonly covered?: boolean | undefined;
    /** A page is the same in other colors. */
    readonly colorsOnly?: boolean;
    /** Selectors of parts that are left out. */
    readonly without?: readonly string[];
  } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    ({ options, without }) => {
      const parts = without.filter((selector) => document.querySelector(selector));
      return (window as unknown as { axe: typeof axe }).axe.run({ exclude: parts }, options);
    },
    {
      without,
      options: {
        iframes: false,
        resultTypes: ['violations'],
        ...(colorsOnly && { runOnly: ['color-contrast', 'link-in-text-block'] }),
        rules: {
          // What a menu covers for a moment is smaller for that moment.
          'target-size': { enabled: !covered },
          // With forced colors the browser paints text in the reader's; axe goes on reading the author's.
          'color-contrast': { enabled: !display.forcedColors },
        },
      } satisfies axe.RunOptions,
    },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `axe ${id}: ${any[0]?.message ?? help} (${target.join(' ')})`),
  );
}

/** What is wider than the window: readers would have to scroll sideways, or it is cut off. */
export const overflowFaults = (page: Page): Promise<string[]> => page.evaluate(describeOverflow);

/** In the page, of any browser. */
export function describeOverflow(): string[] {
  const width = document.documentElement.clientWidth;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    element !== document.documentElement &&
    (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right, width: own } = element.getBoundingClientRect();
    return (
      own > 1 &&
      (right > width + 1 || left < -1) &&
      element.checkVisibility() &&
      !scrolls(element.parentElement)
    );
  });
  const faults = wide
    .filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    .map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return `reaches from ${Math.round(left)} to ${Math.round(right)} in ${width} px: <${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
    });
  const scroll = document.documentElement.scrollWidth;
  return faults.length === 0 && scroll > width ? [`scrolls sideways to ${scroll} in ${width} px`] : faults;
}

/** Texts that lie over each other, reach out of the window, or are cut by an element around them. */
export const collisionFaults = (page: Page): Promise<string[]> => page.evaluate(describeCollisions);

/** In the page, of any browser. */
export function describeCollisions(): string[] {
  const texts: { readonly element: HTMLElement; readonly rect: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nameOf = (element: Element) =>
    `<${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
  const faults = new Set<string>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim()) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    // What is for screen readers alone, or waits outside of the window for the focus; a list that has a button for the rest; a name
    // that is in full below.
    if (
      element.closest(
        '.visually-hidden, .skip-link, .front-page__header h1, .board, .breadcrumbs, pre, .embed, iframe',
      )
    )
      continue;
    for (let box: HTMLElement | null = element; box; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const cutsX = overflowX === 'hidden' || overflowX === 'clip';
      const cutsY = overflowY === 'hidden' || overflowY === 'clip';
      if (
        (cutsX && box.scrollWidth > box.clientWidth + 1) ||
        (cutsY && box.scrollHeight > box.clientHeight + 1)
      )
        faults.add(`cut: ${nameOf(box)}`);
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue;
      if (rect.top + scrollY < 0 || rect.left < -1) faults.add(`out of the window: ${nameOf(element)}`);
      texts.push({ element, rect });
    }
  }
  texts.sort((a, b) => a.rect.top - b.rect.top);
  texts.forEach(({ element, rect }, i) => {
    for (const other of texts.slice(i + 1)) {
      if (other.rect.top > rect.bottom - 2) break;
      const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
      if (other.element !== element && across > 2)
        faults.add(`collide: ${nameOf(element)} and ${nameOf(other.element)}`);
    }
  });
  return [...faults];
}

/** What is printed and of no use on paper, or darkens it. */
export async function paperFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const faults = await page.evaluate(describePrint);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  return faults;
}

/** In the page as it is printed, of any browser. */
export function describePrint(): string[] {
  const useless =
    'button, .button, input, textarea, audio, video, .embed, .ad, nav, .mobile-menu, .tags, footer';
  const seen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
  const shown = [...document.querySelectorAll(useless)]
    .filter(seen)
    .map(({ localName, className }) => `printed: <${localName} class="${className}">`);
  const dark = [...document.querySelectorAll('body, body *')]
    .filter(seen)
    .filter((element) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] =
        getComputedStyle(element)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return alpha > 0 && red + green + blue < 300;
    })
    .map(({ localName, className }) => `dark: <${localName} class="${className}">`);
  return [...shown, ...dark];
}

declare global {
  interface Window {
    /** Where the focus has been since it is watched. */
    focusSeen: { stops: number; isOver: boolean; readonly faults: string[] };
  }
}

/** In the page: notes after each key what is wrong with where the focus is, until it is where it has been, or has left the part `within`. */
function watchFocus(within: string) {
  const focused = new Set<Element>();
  const seen = { stops: 0, isOver: false, faults: [] as string[] };
  window.focusSeen = seen;
  /** `over` ends it. */
  function describeFocus(): string | undefined {
    const element = document.activeElement as HTMLElement | null;
    // Between the last element and the first, and on the way into a frame, nothing has it.
    if (!element || element === document.body || element === document.documentElement) return undefined;
    if (!element.closest(within)) return focused.size > 0 ? 'over' : undefined;
    // Within a frame, or the browser's own player, the focus is theirs to show, and stays for many presses.
    if (['iframe', 'audio', 'video'].includes(element.localName)) return undefined;
    // On the way into a frame the last element has it still.
    if (element === [...focused].at(-1)) return undefined;
    if (focused.has(element)) return 'over';
    focused.add(element);
    const name = `<${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
    const style = getComputedStyle(element);
    if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 1.5)
      return `no outline: ${name}`;
    const rects = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const rect = rects[0];
    if (!rect) return `takes no room: ${name}`;
    const left = Math.max(rect.left, 0);
    const right = Math.min(rect.right, innerWidth);
    const bottom = Math.min(rect.bottom, innerHeight);
    if (rect.top < -1 || right <= left || rect.top >= innerHeight)
      return `out of view at ${Math.round(rect.top)}: ${name}`;
    if (rect.bottom > innerHeight + 1 && rect.height < innerHeight / 2)
      return `cut off at the bottom, ${Math.round(rect.top)} to ${Math.round(rect.bottom)}: ${name}`;
    for (const y of [rect.top + 2, (rect.top + bottom) / 2, bottom - 2]) {
      const there = document.elementFromPoint((left + right) / 2, y);
      if (there && (element.contains(there) || there.contains(element))) continue;
      return `covered at ${Math.round(y)} by <${there?.localName} class="${there?.className}">: ${name}`;
    }
    return undefined;
  }
  // The focus moves before a key is let go. Within a frame, keys are the frame's.
  window.onkeyup = () => {
    if (seen.isOver) return;
    const fault = describeFocus();
    seen.stops = focused.size;
    if (fault === 'over') seen.isOver = true;
    else if (fault) seen.faults.push(fault);
  };
}

/**
 * Goes round the whole page with Tab, or with Shift and Tab, or from where the focus is through the part `within`: where the
 * focus cannot be seen, and how many elements had it.
 */
export async function focusFaults(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  within = 'body',
): Promise<{ readonly stops: number; readonly faults: readonly string[] }> {
  await page.evaluate(watchFocus, within);
  for (let presses = 0; presses < 500; presses += 10) {
    // To ask after each takes as long as the keys.
    for (let i = 0; i < 10; i++) await page.keyboard.press(key);
    const { stops, isOver, faults } = await page.evaluate(() => window.focusSeen);
    if (isOver) return { stops, faults: faults.map((fault) => `${key}: ${fault}`) };
  }
  throw new Error(`${key} does not come round ${page.url()}`);
}

/** The same in the main part of an open page, also for links that the focus misses; a page for a frame has no other part. */
export async function mainFocusFaults(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly string[]> {
  const part = (await page.locator('body > footer').count()) > 0 ? 'main' : 'body';
  const links = await page.locator(`${part} a[href]:not([tabindex="-1"]):visible`).count();
  if (part === 'main' && key === 'Shift+Tab') await page.locator('footer a').first().focus();
  else if (part === 'main') await page.locator('.skip-link').press('Enter');
  const { faults, stops } = await focusFaults(page, key, part);
  return stops < links ? [...faults, `only ${stops} of ${links} links have the focus`] : faults;
}

declare global {
  interface Window {
    noteShift: (shift: Shift) => void;
  }
}

interface Shift {
  readonly score: number;
  readonly moved: string;
}

/** In the page, before anything else: notes what moves. */
function watchShifts() {
  type LayoutShift = PerformanceEntry & {
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  };
  const nameOf = ({ node }: LayoutShift['sources'][number]) =>
    node instanceof Element ? `<${node.localName} class="${node.className}">` : `${node?.nodeName}`;
  new PerformanceObserver((list) => {
    // Nobody is told which parts of the browser's own controls move.
    for (const { value, sources } of list.getEntries() as LayoutShift[])
      if (sources.every(({ node }) => node) || !document.querySelector('audio'))
        window.noteShift({ score: value, moved: sources.map(nameOf).join(', ') });
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * What moves in the page while `act` is done in a new window, if that adds up to something that three decimals show. Pages in frames, of
 * which some have no scripts, are pages of their own, and watched as such.
 */
export async function shiftFaults(
  options: WindowOptions,
  act: (window: BrowserWindow) => Promise<unknown>,
): Promise<string[]> {
  const window = await openWindow(options);
  const { page } = window;
  const shifts: Shift[] = [];
  await page.exposeBinding('noteShift', (_, shift: Shift) => void shifts.push(shift));
  // A trace of the browser would say the same, and often ends five seconds later.
  await page.addInitScript(watchShifts);
  await act(window);
  await settle(page);
  await page.context().close();
  const sum = shifts.reduce((sum, { score }) => sum + score, 0);
  if (sum < 0.0005) return [];
  return shifts.map(({ score, moved }) => `moved by ${score.toFixed(4)}: ${moved}`);
}

declare global {
  // Chromium has it, and the types do not yet.
  interface PerformanceResourceTiming {
    readonly renderBlockingStatus: 'blocking' | 'non-blocking';
  }
}

/** What holds up the first paint beside the page's stylesheets and the scripts that should. */
export const blockingFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const blocking = performance
      .getEntriesByType('resource')
      .filter(
        (entry) => entry instanceof PerformanceResourceTiming && entry.renderBlockingStatus === 'blocking',
      )
      .map(({ name }) => new URL(name).pathname);
    const wanted = Array.from(
      document.querySelectorAll('link[rel=stylesheet], script[blocking=render]'),
      (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
    );
    return wanted.length > 0 && blocking.toSorted().join() === wanted.toSorted().join()
      ? []
      : [`${blocking.length} block the first paint: ${blocking.join(', ')}`];
  });
