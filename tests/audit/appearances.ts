import { describeOverflow, describeSmallTargets } from '../browser/page-checks.ts';
import { type EngineWindow, until } from './engine.ts';
import { complaints, settle } from './hands.ts';

// What is wrong with a page as an engine draws it, one line for each fault.

/** In the page: links within text that are not underlined. */
function describePlainLinks(): string[] {
  return [
    ...document.querySelectorAll<HTMLElement>('main :is(p, dd, address, .prose *) a[href]:not([class])'),
  ]
    .filter((link) => {
      const around = link.closest('p, dd, address, li')?.textContent?.trim() ?? '';
      return link.checkVisibility() && around.length > (link.textContent?.trim().length ?? 0);
    })
    .filter((link) => !getComputedStyle(link).textDecorationLine.includes('underline'))
    .map((link) => `a link within text is not underlined: ${link.textContent?.trim().slice(0, 40)}`);
}

/** In the page: text that its box cuts off without an ellipsis. */
function describeCutText(): string[] {
  return [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => {
      const style = getComputedStyle(element);
      const cuts = [style.overflowX, style.overflowY].some((how) => how === 'hidden' || how === 'clip');
      const says = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      // Text for screen readers alone is one pixel wide.
      return cuts && !says && element.clientWidth > 1 && element.textContent?.trim();
    })
    .filter(
      (element) =>
        element.checkVisibility() &&
        (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2),
    )
    .map(
      (element) =>
        `text is cut: <${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`,
    );
}

/** In the page: lines of text that overlap. */
function describeOverlaps(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: { readonly element: Element; readonly text: string; readonly rect: DOMRect }[] = [];
  /** An element and those around it, if they cut off what is outside their boxes. */
  function cutting(element: Element | null): Element[] {
    if (!element) return [];
    const { overflowX, overflowY } = getComputedStyle(element);
    const cuts = overflowX !== 'visible' || overflowY !== 'visible';
    return [...(cuts ? [element] : []), ...cutting(element.parentElement)];
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (!element || !text || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    // Text for screen readers alone, out of view until it is focused, or behind a frame.
    if (element.closest('.visually-hidden, .front-page__header h1, .skip-link, .embed__behind')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // What a box cuts off, such as the lines that `line-clamp` leaves out, has rectangles as well.
    const boxes = cutting(element).map((box) => box.getBoundingClientRect());
    const isCutOff = ({ left, right, top, bottom }: DOMRect) =>
      boxes.some(
        (box) =>
          top >= box.bottom - 2 || bottom <= box.top + 2 || left >= box.right - 2 || right <= box.left + 2,
      );
    for (const rect of range.getClientRects())
      if (rect.width > 2 && rect.height > 2 && !isCutOff(rect))
        lines.push({ element, text: text.slice(0, 30), rect });
  }
  const faults = new Set<string>();
  lines.sort((a, b) => a.rect.top - b.rect.top);
  lines.forEach((one, i) => {
    for (const other of lines.slice(i + 1)) {
      if (other.rect.top > one.rect.bottom) break;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      // Line boxes are higher than their letters.
      if (across > 3 && down > 0.4 * Math.min(one.rect.height, other.rect.height))
        faults.add(`"${one.text}" and "${other.text}" overlap`);
    }
  });
  return [...faults];
}

/** In the page: pictures that did not load. */
function describeMissingPictures(): string[] {
  return [...document.images]
    .filter((image) => image.checkVisibility() && !(image.complete && image.naturalWidth > 0))
    .map((image) => `a picture did not load: ${image.currentSrc || image.src}`);
}

/** In the page, scrolled: a header that is gone, or without the name of the paper, which links to the front page. */
function describeStuckHeader(): string[] {
  const header = document.querySelector('.masthead');
  if (!header) return [];
  const { bottom } = header.getBoundingClientRect();
  if (scrollY < bottom) return [];
  if (bottom <= 20) return [`the header is gone after ${Math.round(scrollY)} px`];
  const home = [...header.querySelectorAll('a[href="/"]')].some((link) => {
    if (!link.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { left, top, width, height } = link.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return top >= -1 && link.contains(there) && link.closest('nav li') === null;
  });
  return home ? [] : ['the sticky header has no name of the paper that links to the front page'];
}

/** Loads every picture of the page, also those out of view, and scrolls back to the top. */
async function fetchPictures(window: EngineWindow): Promise<void> {
  await window.within(() => {
    for (const image of document.images) image.loading = 'eager';
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await settle(window);
  await until(window, 'all pictures', () =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
  // Loaded is not yet decoded.
  await window.within(async () => {
    await Promise.allSettled([...document.images].map((image) => image.complete && image.decode()));
  });
}

/** What is wrong with an open page, and its picture. */
export async function lookOver(
  window: EngineWindow,
): Promise<{ readonly faults: readonly string[]; readonly picture: Uint8Array }> {
  await fetchPictures(window);
  const still = await faultsOf(window, [
    describeOverflow,
    describeCutText,
    describeOverlaps,
    describePlainLinks,
    describeSmallTargets,
    describeMissingPictures,
  ]);
  const picture = await window.picture();
  await window.within(() => scrollTo({ top: 900, behavior: 'instant' }));
  await settle(window);
  const scrolled = await window.within(describeStuckHeader);
  const said = (await complaints(window)).filter((complaint) => !complaint.includes('Page not found'));
  return { faults: [...still, ...scrolled, ...said], picture };
}

/** In the page: what is of no use on paper. */
function describeControls(): string[] {
  return [
    ...document.querySelectorAll(
      'button, input, textarea, select, audio, video, iframe, nav, [data-copy], .tags',
    ),
  ]
    .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    .map(
      (element) =>
        `is printed: <${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`,
    );
}

/** What is wrong with an open page that is shown as it would be printed. */
export const printFaults = (window: EngineWindow): Promise<string[]> =>
  faultsOf(window, [describeControls, describeOverlaps, describeOverflow, describeCutText]);

async function faultsOf(window: EngineWindow, checks: readonly (() => string[])[]): Promise<string[]> {
  const faults: string[] = [];
  for (const check of checks) faults.push(...(await window.within(check)));
  return faults;
}
