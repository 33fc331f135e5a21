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
  }));

describe.each(atLeastOne(templates))('$template, at $address', ({ address, ways }) => {
  test.each(ways)(
    'shows where the focus is, all the way round: $key, $display.name',
    async ({ key, display }) => {
      await open(address, display);
      const links = await page.locator('a[href]:not([tabindex="-1"]):visible').count();
      const { faults, stops } = await focusFaults(page, key);
      expect(faults).toEqual([]);
      expect(stops).toBeGreaterThanOrEqual(links);
    },
  );
});
