import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { displays, openWindow } from './browser-window.ts';
import { pageOfEachKind } from './built-pages.ts';
import { focusFaults } from './page-checks.ts';

const { page, open } = await openWindow();

const wide = { key: 'Tab', display: displays.light } as const;
const narrow = { key: 'Shift+Tab', display: displays.narrow } as const;

// Every template once, wide there and narrow back in turn; the front page, which has all there is, in both.
const templates = pageOfEachKind()
  .filter(({ html }) => /<(?:a|button|input|summary)\b/.test(html))
  .map((route, i) => ({
    ...route,
    ways: route.template === 'home' ? [wide, narrow] : [i % 2 ? narrow : wide],
    // Header and footer are the same on every page.
    part: route.template === 'home' || route.address.startsWith('/embeds/') ? 'body' : 'main',
  }));

/** Puts the focus where a reader comes into the main part of a page. */
const enterMain = (page: Page, key: 'Tab' | 'Shift+Tab') =>
  key === 'Tab' ? page.locator('.skip-link').press('Enter') : page.locator('footer a').first().focus();

describe.each(atLeastOne(templates))('$template, at $address', ({ address, ways, part }) => {
  test.each(ways)(
    'shows where the focus is, all the way round: $key, $display.name',
    async ({ key, display }) => {
      await open(address, display);
      const links = await page.locator(`${part} a[href]:not([tabindex="-1"]):visible`).count();
      if (part === 'main') await enterMain(page, key);
      const { faults, stops } = await focusFaults(page, key, part);
      expect(faults).toEqual([]);
      expect(stops).toBeGreaterThanOrEqual(links);
    },
  );
});
