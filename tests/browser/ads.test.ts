import { describe, expect, test } from 'vitest';
import { newViewer, readThrough } from './browser-window.ts';
import { routesOfDemo } from './built-pages.ts';

/** The slots of a page in pairs, as they stand in it: the one for wide windows and the one for narrow. */
const pairsOf = (html: string): string[][] => {
  const slots = [...html.matchAll(/data-slot="(\d+)"/g)].map(([, slot = '']) => slot);
  return slots.flatMap((slot, index) => (index % 2 === 0 ? [[slot, slots[index + 1] ?? '']] : []));
};

describe.each(routesOfDemo().filter(({ html }) => html.includes('data-slot')))(
  'the advertisements of $address',
  ({ address, html }) => {
    test.each([
      { width: 767, shown: 1 },
      { width: 768, shown: 0 },
    ])('$width px wide: of each pair one is fetched, the one for that width', async ({ width, shown }) => {
      const { page, open, asked } = await newViewer();
      await open(address, { name: `${width} px`, width });
      await readThrough(page);
      const slots = [...html.matchAll(/data-slot="(\d+)"/g)].map(([, slot = '']) => slot);
      const fetched = () =>
        slots.filter((slot) => asked().some((url) => new URL(url).pathname === `/${slot}`));
      const expected = pairsOf(html).map((pair) => pair[shown]);
      await expect.poll(fetched, { timeout: 10_000 }).toEqual(expected);
    });
  },
);
