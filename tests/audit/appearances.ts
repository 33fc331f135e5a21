import { describeCollisions, describeOverflow, describePrint } from '../browser/page-checks.ts';
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
    describeCollisions,
    describePlainLinks,
    describeMissingPictures,
  ]);
  const picture = await window.picture();
  await window.within(() => scrollTo({ top: 900, behavior: 'instant' }));
  await settle(window);
  const scrolled = await window.within(describeStuckHeader);
  const said = (await complaints(window)).filter((complaint) => !complaint.includes('Page not found'));
  return { faults: [...still, ...scrolled, ...said], picture };
}

/** What is wrong with an open page that is shown as it would be printed. */
export const printFaults = (window: EngineWindow): Promise<string[]> =>
  faultsOf(window, [describePrint, describeCollisions, describeOverflow]);

async function faultsOf(window: EngineWindow, checks: readonly (() => string[])[]): Promise<string[]> {
  const faults: string[] = [];
  for (const check of checks) faults.push(...(await window.within(check)));
  return faults;
}
