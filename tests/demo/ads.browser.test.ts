import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { openWindow, scrollThrough } from '../browser/browser-window.ts';
import { builtPages } from '../browser/built-pages.ts';

/** The slots of a page in pairs, in its order: the one for wide windows and the one for narrow. */
const pairsOf = (html: string): string[][] => {
  const slots = [...html.matchAll(/data-slot="(\d+)"/g)].map(([, slot = '']) => slot);
  return slots.flatMap((slot, index) => (index % 2 === 0 ? [[slot, slots[index + 1] ?? '']] : []));
};

describe.each(atLeastOne(builtPages().filter(({ html }) => html.includes('data-slot'))))(
  'the advertisements of $address',
  ({ address, html }) => {
    test.each([
      { width: 767, shown: 1 },
      { width: 768, shown: 0 },
    ])('$width px wide: of each pair one is fetched, the one for that width', async ({ width, shown }) => {
      const { page, open, asked } = await openWindow();
      await open(address, { name: `${width} px`, width });
      await scrollThrough(page);
      const slots = [...html.matchAll(/data-slot="(\d+)"/g)].map(([, slot = '']) => slot);
      const fetched = () =>
        slots.filter((slot) => asked().some((url) => new URL(url).pathname === `/${slot}`));
      const expected = pairsOf(html).map((pair) => pair[shown]);
      await expect.poll(fetched, { timeout: 10_000 }).toEqual(expected);
    });
  },
);
