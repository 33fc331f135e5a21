import { expect, test } from 'vitest';
import { displays, openWindow } from './browser-window.ts';
import { focusFaults } from './page-checks.ts';

// The front page has all there is; the main parts of the others are in demo/html.test.ts.
test.each([
  { key: 'Tab', display: displays.light },
  { key: 'Shift+Tab', display: displays.narrow },
] as const)(
  'the front page shows where the focus is, all the way round: $key, $display.name',
  async ({ key, display }) => {
    const { page, open } = await openWindow();
    await open('/', display);
    const links = await page.locator('a[href]:not([tabindex="-1"]):visible').count();
    const { faults, stops } = await focusFaults(page, key);
    expect(faults).toEqual([]);
    expect(stops).toBeGreaterThanOrEqual(links);
  },
);
