import { describeOverflow, describeSmallTargets } from '../browser/page-checks.ts';
import { type EngineWindow, until, within } from './engine.ts';
import { complaints, settle } from './hands.ts';

// What is wrong with a page as an engine draws it, a line a fault.

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

/** In the page: text that is larger than the box that cuts it off, with no ellipsis to say so. */
function describeCutText(): string[] {
  return [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => {
      const style = getComputedStyle(element);
      const cuts = [style.overflowX, style.overflowY].some((how) => how === 'hidden' || how === 'clip');
      const says = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      // What is meant for ears alone is one pixel wide.
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

/** In the page: lines of text that lie over others. */
function describeOverlaps(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: { readonly element: Element; readonly text: string; readonly rect: DOMRect }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (!element || !text || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    // What is meant for ears alone, what is out of view until it is needed, and what stands behind a frame.
    if (element.closest('.visually-hidden, .front-page__header h1, .skip-link, .embed__behind')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects())
      if (rect.width > 2 && rect.height > 2) lines.push({ element, text: text.slice(0, 30), rect });
  }
  const faults = new Set<string>();
  lines.sort((a, b) => a.rect.top - b.rect.top);
  lines.forEach((one, i) => {
    for (const other of lines.slice(i + 1)) {
      if (other.rect.top > one.rect.bottom) break;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      // Boxes of lines are higher than their letters.
      if (across > 3 && down > 0.4 * Math.min(one.rect.height, other.rect.height))
        faults.add(`"${one.text}" and "${other.text}" lie over each other`);
    }
  });
  return [...faults];
}

/** In the page: pictures that did not come. */
function describeMissingPictures(): string[] {
  return [...document.images]
    .filter((image) => image.checkVisibility() && !(image.complete && image.naturalWidth > 0))
    .map((image) => `a picture is not there: ${image.currentSrc || image.src}`);
}

/** In the page, scrolled: whether the header still stands there, with the name of the paper, which leads home. */
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
  return home ? [] : ['the header that stays has no name of the paper that leads home'];
}

/** Has every picture of the page come, also those further down, and the view back at the top. */
async function fetchPictures(window: EngineWindow): Promise<void> {
  await within(window, () => {
    for (const image of document.images) image.loading = 'eager';
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await settle(window);
  await until(window, 'all pictures', () =>
    [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
  // What has come is not yet drawn.
  await within(window, async () => {
    await Promise.allSettled([...document.images].map((image) => image.complete && image.decode()));
  });
}

/** What is looked for on every page, in the order of the table; and what is found on the page that is open. */
export const looked = [
  'stands within the width',
  'no text is cut',
  'no text lies over other text',
  'links within text are underlined',
  'targets of 24 px and more',
  'pictures are there',
  'the header stays, with the name',
  'no complaint of the browser',
] as const;
export type Looked = (typeof looked)[number];

/** The faults of an open page, and its picture. */
export async function lookOver(
  window: EngineWindow,
): Promise<{ readonly faults: Readonly<Record<Looked, readonly string[]>>; readonly picture: Buffer }> {
  await fetchPictures(window);
  const still = {
    'stands within the width': await within(window, describeOverflow),
    'no text is cut': await within(window, describeCutText),
    'no text lies over other text': await within(window, describeOverlaps),
    'links within text are underlined': await within(window, describePlainLinks),
    'targets of 24 px and more': await within(window, describeSmallTargets),
    'pictures are there': await within(window, describeMissingPictures),
  };
  const picture = await window.picture();
  await within(window, () => scrollTo({ top: 900, behavior: 'instant' }));
  await settle(window);
  return {
    faults: {
      ...still,
      'the header stays, with the name': await within(window, describeStuckHeader),
      'no complaint of the browser': (await complaints(window)).filter(
        (complaint) => !complaint.includes('Page not found'),
      ),
    },
    picture,
  };
}

/** What paper has no use for. */
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

/** The faults of an open page that is shown as it would be printed. */
export async function lookOverPrint(window: EngineWindow): Promise<readonly string[]> {
  return [
    ...(await within(window, describeControls)),
    ...(await within(window, describeOverlaps)),
    ...(await within(window, describeOverflow)),
    ...(await within(window, describeCutText)),
  ];
}
