import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { afterTheFile } from '../cleanup.ts';
import { setDisplay } from './browser-window.ts';
import { serveVillage } from './village.ts';
import {
  markPage,
  newPage,
  newPageWithStoppedClock,
  returnToMarkedPage,
  visit,
  visitOnce,
  visitWithPageCache,
  withoutScripts,
} from './visits.ts';

let site: string;
/** A long page without frames. */
let start: string;

beforeAll(async () => {
  site = await serveVillage();
  start = `${site}/privacy`;
});

/** The submenus as a reader sees them. */
function menusOn(page: Page) {
  const bar = page.getByRole('navigation', { name: 'Main' });
  const menu = (name: string) => {
    const details = bar.locator('details', { has: page.locator('summary', { hasText: name }) });
    return {
      summary: details.locator('summary'),
      link: (title: string) => details.getByRole('link', { name: title, exact: true }),
      first: details.locator('a').first(),
      last: details.locator('a').last(),
    };
  };
  return { categories: menu('News Categories'), more: menu('More') };
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const restMouseElsewhere = (page: Page) => page.mouse.move(5, 700);

describe('the header', () => {
  /** What a reader sees of the link home that the header holds, far down a page; what covers or cuts it. */
  const linkHomeFaults = (page: Page) =>
    page.evaluate(async () => {
      scrollTo({ top: 900, behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const texts = [...document.querySelectorAll<HTMLElement>('.masthead :is(a, summary)')]
        .filter((element) => element.checkVisibility() && !element.closest('details > :not(summary)'))
        .map((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return { element, rect: range.getBoundingClientRect() };
        })
        .filter(({ rect }) => rect.bottom > 0);
      const [home] = texts.filter(({ element }) =>
        /^The (?:Alder Ferry )?Post$/.test(element.textContent ?? ''),
      );
      if (!home) return ['no link home in view'];
      const { element, rect } = home;
      const faults = [];
      if (element.getAttribute('href') !== '/') faults.push('leads elsewhere');
      if (rect.top < -1) faults.push('reaches above the window');
      if (rect.right > innerWidth) faults.push('reaches beside the window');
      if (element.scrollWidth > element.clientWidth + 1) faults.push('is cut');
      if (element.getBoundingClientRect().height < 24) faults.push('is small');
      for (const x of [rect.left + 2, rect.right - 2]) {
        const there = document.elementFromPoint(x, rect.top + rect.height / 2);
        if (there !== element) faults.push(`is covered by ${there?.outerHTML.slice(0, 40)}`);
      }
      for (const other of texts)
        if (
          other !== home &&
          other.rect.left < rect.right &&
          other.rect.right > rect.left &&
          other.rect.top < rect.bottom &&
          other.rect.bottom > rect.top
        )
          faults.push(`overlaps ${other.element.textContent}`);
      const entries = [...document.querySelectorAll('.menu-bar > ul > li')];
      if (new Set(entries.map((entry) => entry.getBoundingClientRect().top)).size > 1)
        faults.push('is beside two rows of menus');
      return faults;
    });

  test("gives screen readers the paper's name once, and leads home from anywhere on a page, at any width, text size and spacing, without scripts", async () => {
    const page = await newPage();
    // No module runs, while the checks below still do.
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(start);
    expect(await page.getByRole('banner').getByRole('link', { name: 'Post' }).count()).toBe(1);
    const found: Record<string, string[]> = {};
    for (const width of [320, 700, 767, 768, 790, 1023, 1024, 1280])
      for (const textScale of [1, 2])
        for (const spaced of [undefined, true] as const) {
          const name = `${width} px, text ${textScale}${spaced ? ', spaced' : ''}`;
          await setDisplay(page, { name, width, textScale, spaced });
          const faults = await linkHomeFaults(page);
          if (faults.length > 0) found[name] = faults;
        }
    expect(found).toEqual({});
  });
});

describe('a submenu under the mouse', () => {
  it('opens without scripts too, and closes when the mouse has left', async () => {
    const page = await visit(start, withoutScripts);
    const { more } = menusOn(page);
    await more.summary.hover();
    await more.first.waitFor();
    await restMouseElsewhere(page);
    await more.first.waitFor({ state: 'hidden' });
  });

  it('goes at Esc and stays away until the mouse comes anew', async () => {
    const page = await visit(start);
    const { more } = menusOn(page);
    await more.summary.hover();
    await more.first.waitFor();
    await page.keyboard.press('Escape');
    await more.first.waitFor({ state: 'hidden' });
    await more.summary.hover({ position: { x: 8, y: 8 } });
    expect(await more.first.isVisible()).toBe(false);
    await restMouseElsewhere(page);
    await more.summary.hover();
    await more.first.waitFor();
  });
});

describe('a submenu under the mouse, with a stopped clock', () => {
  let page: Page;
  beforeAll(async () => {
    page = await newPageWithStoppedClock({}, afterTheFile);
    await page.goto(start);
  });
  beforeEach(() => restMouseElsewhere(page));

  it('opens and closes after just these times, which no stylesheet keeps in every browser', async () => {
    const { more } = menusOn(page);
    await more.summary.hover();
    await page.clock.runFor(99);
    expect(await more.first.isVisible()).toBe(false);
    await page.clock.runFor(1);
    expect(await more.first.isVisible()).toBe(true);
    expect(await page.locator('[data-submenu][open]').count()).toBe(1);
    await restMouseElsewhere(page);
    await page.clock.runFor(299);
    expect(await more.first.isVisible()).toBe(true);
    await more.first.hover();
    await page.clock.runFor(1000);
    expect(await more.first.isVisible()).toBe(true);
    await restMouseElsewhere(page);
    await page.clock.runFor(300);
    expect(await more.first.isVisible()).toBe(false);
  });

  it('is kept open by the focus in it', async () => {
    const { more } = menusOn(page);
    await more.summary.hover();
    await page.clock.runFor(100);
    await more.first.focus();
    await restMouseElsewhere(page);
    await page.clock.runFor(1000);
    expect(await focused(page)).toBe('Archives');
    await page.keyboard.press('Escape');
    expect(await more.first.isVisible()).toBe(false);
  });

  it('is kept open by the first click, and closed by the next', async () => {
    const { more } = menusOn(page);
    await more.summary.hover();
    await page.clock.runFor(100);
    await more.summary.click();
    expect(await more.first.isVisible()).toBe(true);
    await restMouseElsewhere(page);
    await page.clock.runFor(1000);
    expect(await more.first.isVisible()).toBe(true);
    await more.summary.click();
    expect(await more.first.isVisible()).toBe(false);
  });
});

describe('a submenu', () => {
  let page: Page;
  beforeAll(async () => {
    page = await visitOnce(start);
  });
  afterEach(async () => {
    await page.keyboard.press('Escape');
    await page.locator('[data-submenu][open]').waitFor({ state: 'detached' });
  });

  it('is opened and closed by clicks at once', async () => {
    const { more } = menusOn(page);
    await more.summary.click();
    expect(await more.first.isVisible()).toBe(true);
    await more.summary.click();
    await more.first.waitFor({ state: 'hidden' });
    await more.summary.click();
    expect(await more.first.isVisible()).toBe(true);
  });

  test.each([
    ['a click elsewhere', () => page.mouse.click(5, 500)],
    ['Esc', () => page.keyboard.press('Escape')],
    [
      'moving on by Tab',
      async () => {
        await menusOn(page).more.last.focus();
        await page.keyboard.press('Tab');
      },
    ],
    ['opening the other', () => menusOn(page).categories.summary.press('Enter')],
  ])('is closed by %s', async (_, leave) => {
    const { more } = menusOn(page);
    await more.summary.press('Enter');
    expect(await more.first.isVisible()).toBe(true);
    await leave();
    await more.first.waitFor({ state: 'hidden' });
  });

  it('gives the focus back at Esc', async () => {
    const { more } = menusOn(page);
    await more.summary.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Archives');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('More');
  });

  it('opens at a click without scripts too', async () => {
    const page = await visit(start, withoutScripts);
    const { more } = menusOn(page);
    await more.summary.press('Enter');
    await more.link('FAQ').press('Enter');
    await page.waitForURL(`${site}/faq`);
  });

  it('is closed when the reader comes back', async () => {
    const page = await visitWithPageCache(start);
    const { more } = menusOn(page);
    await markPage(page);
    await more.summary.press('Enter');
    await page.goto(`${site}/faq`);
    await returnToMarkedPage(page);
    expect(await more.first.isVisible()).toBe(false);
  });
});

describe('the menu of narrow windows', () => {
  const narrow = { viewport: { width: 375, height: 700 } };
  const menuOn = (page: Page) => ({
    button: page.locator('[data-mobile-menu] summary'),
    links: page.getByRole('navigation', { name: 'All pages' }),
  });

  it('opens and closes, at Esc and at a click elsewhere too', async () => {
    const page = await visit(start, narrow);
    const { button, links } = menuOn(page);
    expect(await links.isVisible()).toBe(false);
    await button.click();
    expect(await links.isVisible()).toBe(true);
    await button.click();
    expect(await links.isVisible()).toBe(false);

    await button.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Books');
    await page.keyboard.press('Escape');
    expect(await links.isVisible()).toBe(false);
    expect((await focused(page))?.trim(), 'the focus is back').toBe('Menu');

    await button.click();
    expect(await links.isVisible()).toBe(true);
    // The heading is under the menu: what a reader hits is the masthead.
    await page.locator('.masthead').click({ position: { x: 4, y: 4 } });
    expect(await links.isVisible()).toBe(false);
  });

  it('closes when a link is clicked, before the next page is there', async () => {
    const page = await visit(start, narrow);
    const { button, links } = menuOn(page);
    await page.evaluate(() =>
      addEventListener('click', (event) => {
        if ((event.target as Element).closest('a')) event.preventDefault();
      }),
    );
    await button.click();
    await links.getByRole('link', { name: 'Sports' }).click();
    expect(await links.isVisible()).toBe(false);
    expect(page.url()).toBe(start);
  });

  it('is closed when the reader comes back', async () => {
    const page = await visitWithPageCache(start, narrow);
    const { button, links } = menuOn(page);
    await markPage(page);
    await button.click();
    await links.getByRole('link', { name: 'Sports' }).click();
    await page.waitForURL(`${site}/sports`);
    await returnToMarkedPage(page);
    expect(await links.isVisible()).toBe(false);
  });

  it('works without scripts', async () => {
    const page = await visit(start, { ...narrow, ...withoutScripts });
    const { button, links } = menuOn(page);
    await button.click();
    await links.getByRole('link', { name: 'Sports' }).click();
    await page.waitForURL(`${site}/sports`);
  });
});
