import { describe, expect, test } from 'vitest';
import { looks, newViewer } from './browser-window.ts';
import { templatesOfDemo } from './built-pages.ts';
import { focusFaults } from './page-checks.ts';

const { page, open } = await newViewer();

const wide = { key: 'Tab', look: looks.light } as const;
const narrow = { key: 'Shift+Tab', look: looks.narrow } as const;

// Every template once, wide there and narrow back in turn; the front page, which has all there is, in both.
const templates = templatesOfDemo()
  .filter(({ html }) => /<(?:a|button|input|summary)\b/.test(html))
  .map((route, i) => ({
    ...route,
    ways: route.template === 'home' ? [wide, narrow] : [i % 2 ? narrow : wide],
  }));

describe.each(templates)('$template, at $address', ({ address, ways }) => {
  test.each(ways)('shows where the focus is, all the way round: $key, $look.name', async ({ key, look }) => {
    await open(address, look);
    const links = await page.locator('a[href]:visible').count();
    const { faults, stops } = await focusFaults(page, key);
    expect(faults).toEqual([]);
    expect(stops).toBeGreaterThanOrEqual(links);
  });
});
