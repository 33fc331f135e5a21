import { type EngineWindow, until, within } from './engine.ts';

// What a reader does and sees, in any engine.

/** An element: the first that a selector gives, or the first of those with this text. */
export interface Target {
  readonly selector: string;
  readonly text?: string;
}

const asTarget = (target: Target | string): Target =>
  typeof target === 'string' ? { selector: target } : target;

/** Waits until what was begun has been drawn. */
export const settle = (window: EngineWindow): Promise<void> =>
  within(window, async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

/** Opens a page of a size, and waits until it has been drawn. */
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

/** Brings an element into the middle of the view and gives the point to hit, once it is there and nothing lies over it. */
export async function pointAt(window: EngineWindow, target: Target | string): Promise<[number, number]> {
  const { selector, text } = asTarget(target);
  return until(
    window,
    `${selector}${text ? ` "${text}"` : ''} to point at`,
    async (selector, text) => {
      const element = [...document.querySelectorAll(selector)].find(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          (!text || element.textContent?.trim().startsWith(text)),
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

export async function hover(window: EngineWindow, target: Target | string): Promise<void> {
  await window.moveTo(...(await pointAt(window, target)));
}

export async function click(window: EngineWindow, target: Target | string): Promise<void> {
  await hover(window, target);
  await window.click();
}

/** Whether a reader sees it now, anywhere on the page. */
export const isVisible = (window: EngineWindow, target: Target | string): Promise<boolean> => {
  const { selector, text } = asTarget(target);
  return within(
    window,
    (selector, text) =>
      [...document.querySelectorAll(selector)].some(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          element.getClientRects().length > 0 &&
          (!text || element.textContent?.trim() === text),
      ),
    selector,
    text,
  );
};

/** Waits until a reader sees it, or sees it no longer. */
export async function sees(window: EngineWindow, target: Target | string, visible = true): Promise<void> {
  const { selector, text } = asTarget(target);
  await until(
    window,
    `${selector}${text ? ` "${text}"` : ''} ${visible ? 'to be seen' : 'to go'}`,
    (selector, text, visible) =>
      [...document.querySelectorAll(selector)].some(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          element.getClientRects().length > 0 &&
          (!text || element.textContent?.trim() === text),
      ) === visible,
    selector,
    text,
    visible,
  );
}

/** The text of what has the focus. */
export const focused = (window: EngineWindow): Promise<string> =>
  within(window, () => document.activeElement?.textContent?.trim() ?? '');

export const focus = (window: EngineWindow, selector: string): Promise<void> =>
  within(window, (selector) => document.querySelector<HTMLElement>(selector)?.focus(), selector);

/** Waits until the browser stands at a path. */
export const arrives = (window: EngineWindow, path: string): Promise<unknown> =>
  until(
    window,
    `the page ${path}`,
    (path) => location.pathname === path && document.readyState === 'complete',
    path,
  );

/** What the browser complained of on this page, if it is one of the paper. */
export const complaints = (window: EngineWindow): Promise<string[]> =>
  within(window, () =>
    location.protocol === 'http:' && document.contentType === 'text/html'
      ? (globalThis.window.complaints ?? ['the page was not watched'])
      : [],
  );
