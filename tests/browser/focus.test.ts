import { describe, expect, test } from 'vitest';
import { focusFaults } from './checks.ts';
import { templatesOfDemo } from './routes.ts';
import { looks, newViewer } from './viewer.ts';

const { page, open } = await newViewer();

// Every template once, wide and narrow in turn; the front page, which has all there is, both ways.
const templates = templatesOfDemo()
  .filter(({ html }) => /<(?:a|button|input|summary)\b/.test(html))
  .map((route, i) => ({
    ...route,
    looks: route.template === 'home' ? [looks.light, looks.narrow] : [i % 2 ? looks.narrow : looks.light],
  }));

describe.each(templates)('$template, at $address', ({ address, looks }) => {
  test.each(looks)('shows where the focus is, there and back: $name', async (look) => {
    await open(address, look);
    const links = await page.locator('a[href]:visible').count();
    const there = await focusFaults(page, 'Tab');
    const back = await focusFaults(page, 'Shift+Tab');
    expect([...there.faults, ...back.faults]).toEqual([]);
    expect(Math.min(there.stops, back.stops)).toBeGreaterThanOrEqual(links);
  });
});
