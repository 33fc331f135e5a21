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
  /** Belongs to what stands on every page alike. */
  readonly shared?: true;
  /** Only in windows of 768 px and more, or only in narrower ones. */
  readonly only?: 'wide' | 'narrow';
  readonly embeds?: Embeds;
  /** Only where the paper has other settings than the demo. */
  readonly otherPaper?: true;
  /** Something lies over a part of the page: what was opened, or, where the page was scrolled to it, the header. */
  readonly covers?: true;
  /** To axe-core the same as another; the audit looks all the same. */
  readonly auditOnly?: true;
  readonly reach: (page: Page) => Promise<void>;
}

const menuOpen = (title: string, link: string): State => ({
  name: `menu ${title} open`,
  of: 'header',
  shared: true,
  covers: true,
  only: 'wide',
  reach: async (page) => {
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByText(title, { exact: true }).click();
    await menu.getByRole('link', { name: link, exact: true }).waitFor();
  },
});

export const states: readonly State[] = [
  { name: 'at rest', of: 'body', reach: async () => {} },
  {
    name: 'frames that never answer',
    of: '.own-board',
    embeds: 'silent',
    reach: (page) => page.locator('.own-board > summary').first().click(),
  },
  {
    name: 'frames blocked',
    of: '.own-board',
    embeds: 'blocked',
    auditOnly: true,
    reach: (page) => page.locator('.own-board > summary').first().click(),
  },
  {
    name: 'frames given up',
    of: '.own-board',
    embeds: 'silent',
    reach: async (page) => {
      await page.locator('.own-board > summary').first().click();
      await page.locator('[data-state=loading]:visible').first().scrollIntoViewIfNeeded();
      await expect
        .poll(
          async () => {
            await page.clock.fastForward(1000);
            return page.locator('[data-state=slow]').count();
          },
          { timeout: 20_000 },
        )
        .toBeGreaterThan(0);
    },
  },
  menuOpen('News Categories', 'Opinion'),
  menuOpen('More', 'Archives'),
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
    of: 'footer',
    shared: true,
    reach: async (page) => {
      const support = page.getByRole('contentinfo').getByRole('button', { name: 'Support' });
      await support.scrollIntoViewIfNeeded();
      // A click within the frame of a scroll goes where a frame of another host stood before it.
      await settle(page);
      await support.click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'question open',
    of: 'details[name=faq]',
    reach: async (page) => {
      await page.locator('details[name=faq] > summary').nth(1).click();
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
    name: "source's own board opened and expanded",
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
    of: '[data-video]',
    reach: async (page) => {
      await page.locator('[data-video] summary').click();
      await page.locator('[data-video] iframe').waitFor();
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
    name: 'cover replaced',
    of: '[data-covers] img',
    auditOnly: true,
    reach: async (page) => {
      const covers = /\/(?:art|media)\/(?!cover-missing)/;
      await page.route(covers, (route) => route.abort());
      await page.reload();
      await expect.poll(() => page.locator('img[src="/art/cover-missing.svg"]').count()).toBeGreaterThan(1);
      await page.unroute(covers);
      await settle(page);
    },
  },
  {
    name: 'embed not connected',
    of: '.embed--document',
    otherPaper: true,
    auditOnly: true,
    reach: (page) => page.getByText('is not connected yet').scrollIntoViewIfNeeded(),
  },
  {
    name: 'frames of services',
    of: '.mail-form, .wall, .partner-document, .own-board',
    otherPaper: true,
    auditOnly: true,
    reach: async () => {},
  },
  {
    name: 'frames of services that never answer',
    of: '.mail-form, .wall, .partner-document',
    otherPaper: true,
    auditOnly: true,
    embeds: 'silent',
    reach: async () => {},
  },
  {
    name: 'later page',
    of: '[data-page=blog]',
    otherPaper: true,
    auditOnly: true,
    reach: async (page) => {
      await page.getByRole('link', { name: 'Page 2' }).click();
      await page.getByRole('link', { name: 'Newer posts' }).waitFor();
      await settle(page);
    },
  },
  {
    name: 'radio playing',
    of: '[data-radio-player]',
    otherPaper: true,
    auditOnly: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('status').getByText('Playing', { exact: true }).waitFor();
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

/** The states a page can be in. */
export const statesOf = ({ html }: Route): readonly State[] => {
  const $ = load(html);
  return states.filter((state) => $(state.of).length > 0);
};
