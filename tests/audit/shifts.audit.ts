import { describe, expect, test } from 'vitest';
import { type Embeds, scrollThrough } from '../browser/browser-window.ts';
import { shiftFaults } from '../browser/page-checks.ts';
import { demoNow } from '../setup.ts';
import { auditedPages, skips, some, widths } from './scope.ts';

const routes = auditedPages();
const embeds = some<Embeds>(['slow', 'blocked', 'present']);

/** Every page, opened on the evening it was built, and read to its end. */
describe.skipIf(skips('layout shifts', 'chromium')).each(embeds)('with frames %s', (embeds) => {
  test.each(some(widths))('nothing moves by itself at %i px', async (width) => {
    const faults: string[] = [];
    for (const { address } of routes) {
      const found = await shiftFaults({ embeds, motion: true }, async ({ page, open }) => {
        await page.clock.setFixedTime(demoNow);
        await open(address, { name: `${width} px`, width });
        await scrollThrough(page);
      });
      faults.push(...found.map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});
