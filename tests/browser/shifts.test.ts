import { describe, expect, test } from 'vitest';
import { shiftFaults } from './checks.ts';
import { templatesOfDemo } from './routes.ts';
import { type Look, readThrough, settle } from './viewer.ts';

describe.each(templatesOfDemo())('$template, at $address', ({ address }) => {
  test.each<Look>([
    { name: '375 px', width: 375 },
    { name: '1280 px', width: 1280 },
  ])('nothing moves by itself while it is read: $name', async (look) => {
    const faults = await shiftFaults({ motion: true }, async ({ page, open }) => {
      await open(address, look);
      await readThrough(page);
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
