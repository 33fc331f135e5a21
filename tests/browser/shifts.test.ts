import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { type Display, scrollThrough, settle } from './browser-window.ts';
import { pageOfEachKind } from './built-pages.ts';
import { shiftFaults } from './page-checks.ts';

// Those with the most that could move, narrow and wide in turn: the audit reads every page at six widths.
const restless = ['home', 'category', 'post', 'books', 'radio'];
const displays: readonly Display[] = [
  { name: '375 px', width: 375 },
  { name: '1280 px', width: 1280 },
];
const pages = pageOfEachKind()
  .filter(({ template }) => restless.includes(template))
  .map((page, i) => ({ ...page, display: displays[i % 2] }));

describe.each(atLeastOne(pages))('$template, at $address, $display.name', ({ address, display }) => {
  test('nothing moves by itself while it is read', async () => {
    const faults = await shiftFaults({ motion: true }, async ({ page, open }) => {
      await open(address, display);
      await scrollThrough(page);
    });
    expect(faults).toEqual([]);
  });
});

test('what moves is seen to move', async () => {
  const faults = await shiftFaults({}, async ({ page, open }) => {
    await open('/about');
    await page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('hr')));
    await settle(page);
  });
  expect(faults).not.toEqual([]);
});
