import { afterAll, describe, expect, test } from 'vitest';
import { type Embeds, scrollThrough } from '../browser/browser-window.ts';
import { builtPages } from '../browser/built-pages.ts';
import { shiftFaults } from '../browser/page-checks.ts';
import { listed, table, widths, writeSection } from './page.ts';

const routes = builtPages();
const missed: string[] = [];
const rows: (string | number)[][] = [];

afterAll(() =>
  writeSection(
    'Layout shift',
    rows.every((row) => row.length === widths.length + 1),
    `
Each of ${routes.length} pages opened and read to its end with its frames blocked, slow and present: how many moved, in themselves or in their frames.

${table([['frames', ...widths.map((width) => `${width} px`)], ...rows])}

${listed(missed)}`,
  ),
);

describe.each<Embeds>(['blocked', 'slow', 'present'])('with frames %s', (embeds) => {
  const row: (string | number)[] = [embeds];
  rows.push(row);

  test.each(widths)('nothing moves by itself at %i px', async (width) => {
    const faults: string[] = [];
    let moved = 0;
    for (const { address } of routes) {
      const found = await shiftFaults({ embeds, motion: true }, async ({ page, open }) => {
        await open(address, { name: `${width} px`, width });
        await scrollThrough(page);
      });
      if (found.length > 0) moved++;
      faults.push(...found.map((fault) => `${address}, frames ${embeds}, ${width} px: ${fault}`));
    }
    row.push(moved);
    missed.push(...faults);
    expect(faults).toEqual([]);
  });
});
