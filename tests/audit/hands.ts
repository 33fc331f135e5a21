import { until as untilTrue } from '../until.ts';
import { type EngineWindow, patience, until } from './engine.ts';

// What a reader does and sees, in any engine.

/** The first element that matches a selector, or the first of them with a text. */
export type Target = string | { readonly selector: string; readonly text: string };

const partsOf = (target: Target) => (typeof target === 'string' ? { selector: target, text: '' } : target);
const nameOf = (target: Target) =>
  typeof target === 'string' ? target : `${target.selector} "${target.text}"`;

/** Waits until the fonts have loaded and the page is drawn. */
export const settle = (window: EngineWindow): Promise<void> =>
  window.within(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

/** Opens a page in a viewport of a size, and waits until it is drawn. */
export async function visit(
  window: EngineWindow,
  url: string,
  { width = 1280, height = 800 }: { readonly width?: number; readonly height?: number } = {},
): Promise<void> {
  await window.moveTo(1, 1);
  await window.resize(width, height);
  await window.open(url);
  await settle(window);
}

/** Scrolls an element into view, waits until nothing covers it, and gives its middle. */
export async function pointAt(window: EngineWindow, target: Target): Promise<[number, number]> {
  const { selector, text } = partsOf(target);
  return until(
    window,
    `${nameOf(target)} to point at`,
    async (selector, text) => {
      const element = [...document.querySelectorAll(selector)].find(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.textContent?.trim().startsWith(text),
      );
      if (!element) return undefined;
      const inView = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight;
      if (!inView(element.getBoundingClientRect()))
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { x, y, width, height } = element.getBoundingClientRect();
      const point: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
      const there = document.elementFromPoint(...point);
      return there && (element.contains(there) || there.contains(element)) ? point : undefined;
    },
    selector,
    text,
  );
}

export async function hover(window: EngineWindow, target: Target): Promise<void> {
  await window.moveTo(...(await pointAt(window, target)));
}

export async function click(window: EngineWindow, target: Target): Promise<void> {
  await hover(window, target);
  await window.click();
}

/** In the page: whether a reader sees a target anywhere on it. */
const isSeen = (selector: string, text: string): boolean =>
  [...document.querySelectorAll(selector)].some(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getClientRects().length > 0 &&
      (!text || element.textContent?.trim() === text),
  );

/** Whether a reader sees a target now. */
export function isVisible(window: EngineWindow, target: Target): Promise<boolean> {
  const { selector, text } = partsOf(target);
  return window.within(isSeen, selector, text);
}

/** Waits until a reader sees a target, or no longer sees it. */
export async function sees(window: EngineWindow, target: Target, visible = true): Promise<void> {
  // The page may be about to be replaced.
  const isAsMeant = async () => (await isVisible(window, target).catch(() => undefined)) === visible;
  await untilTrue(isAsMeant, `${nameOf(target)} to be ${visible ? 'seen' : 'gone'}`, patience);
}

/** The text of the element with the focus. */
export const focused = (window: EngineWindow): Promise<string> =>
  window.within(() => document.activeElement?.textContent?.trim() ?? '');

export const focus = (window: EngineWindow, selector: string): Promise<void> =>
  window.within((selector) => document.querySelector<HTMLElement>(selector)?.focus(), selector);

/** Waits until the page at a path has loaded. */
export const arrives = (window: EngineWindow, path: string): Promise<unknown> =>
  until(
    window,
    `the page ${path}`,
    (path) => location.pathname === path && document.readyState === 'complete',
    path,
  );

/** What the browser complained of on this page, if it is a page of the paper. */
export const complaints = (window: EngineWindow): Promise<string[]> =>
  window.within(() =>
    location.protocol === 'http:' && document.contentType === 'text/html'
      ? (globalThis.window.complaints ?? ['the page was not watched'])
      : [],
  );
