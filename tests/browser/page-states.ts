import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Embeds, settle } from './browser-window.ts';
import type { Route } from './built-pages.ts';

/** Something a reader can bring a page into. */
export interface State {
  readonly name: string;
  /** Pages that have this can be in it. */
  readonly of: string;
  /** Of something that is the same on every page. */
  readonly shared?: true;
  /** Only in windows of 768 px and more, or only in narrower ones. */
  readonly only?: 'wide' | 'narrow';
  readonly embeds?: Embeds;
  /** Serves another paper than that in `content/`, if only that has the state. */
  readonly serve?: () => Promise<string>;
  /** Something covers a part of the page: what was opened, or the header after the page was scrolled. */
  readonly covers?: true;
  readonly reach: (page: Page) => Promise<void>;
}

const menuOpen = (name: string, at: number): State => ({
  name,
  of: `nav[aria-label="Main"] [data-submenu]:eq(${at})`,
  shared: true,
  covers: true,
  only: 'wide',
  reach: async (page) => {
    const menu = page.locator('nav[aria-label="Main"] [data-submenu]').nth(at);
    await menu.locator('summary').click();
    await menu.locator('a').first().waitFor();
  },
});

/** The states that any paper's pages have. */
export const pageStates: readonly State[] = [
  { name: 'at rest', of: 'body', reach: async () => {} },
  {
    name: 'frames that never answer',
    of: '.own-board',
    embeds: 'silent',
    reach: (page) => page.locator('.own-board > summary').first().click(),
  },
  menuOpen('menu of categories open', 0),
  menuOpen('menu of more pages open', 1),
  {
    name: 'mobile menu open',
    of: 'header',
    shared: true,
    covers: true,
    only: 'narrow',
    reach: async (page) => {
      await page.getByRole('banner').getByText('Menu', { exact: true }).click();
      await page.getByRole('navigation', { name: 'All pages' }).waitFor();
    },
  },
  {
    name: 'support dialog open',
    of: 'footer button[command=show-modal]',
    shared: true,
    reach: async (page) => {
      const support = page.locator('footer button[command=show-modal]');
      await support.scrollIntoViewIfNeeded();
      // A click within the frame of a scroll goes where a frame of another host was before it.
      await settle(page);
      await support.click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'question open',
    of: 'details[name=faq]',
    reach: async (page) => {
      await page.locator('details[name=faq]:not([open]) > summary').first().click();
      await page.locator('details[name=faq][open] > :not(summary)').waitFor();
    },
  },
  {
    name: 'feed expanded',
    covers: true,
    of: '[data-feed-block]',
    reach: async (page) => {
      const feed = page.locator('section[data-feed-block]').first();
      await feed.getByText('See All Articles').click();
      await feed.getByText('Show Less').waitFor();
    },
  },
  {
    name: 'board of the source opened and expanded',
    covers: true,
    of: '.own-board',
    reach: async (page) => {
      const fold = page.locator('.own-board').first();
      await fold.locator('> summary').click();
      await fold.getByText('See All Articles').click();
      await expect
        .poll(async () => (await fold.locator('iframe').boundingBox())?.height, { timeout: 10_000 })
        .toBeCloseTo(600, -1);
    },
  },
  {
    name: 'video opened',
    covers: true,
    of: '[data-facade]',
    reach: async (page) => {
      await page.locator('[data-facade] a').first().click();
      await page.locator('[data-embed=video] iframe').waitFor();
    },
  },
  {
    name: 'toast shown',
    covers: true,
    of: '[data-copy]',
    reach: async (page) => {
      await page.locator('[data-copy]').first().click();
      await page.getByRole('status').getByText('copied').waitFor();
    },
  },
  {
    name: 'radio error shown',
    of: '[data-radio-player]',
    reach: async (page) => {
      await page.route('**/api/stream?*', (route) => route.fulfill({ status: 503 }));
      await page.getByRole('button', { name: 'Play' }).click();
      await page
        .getByRole('alert')
        .getByText(/^(?:Stream temporarily|Unable to start)/)
        .locator('visible=true')
        .first()
        .waitFor();
    },
  },
];

/** Those of `states` that a page can be in. */
export const statesOf = ({ html }: Route, states: readonly State[] = pageStates): readonly State[] => {
  const $ = load(html);
  return states.filter((state) => $(state.of).length > 0);
};
