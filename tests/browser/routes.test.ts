import { beforeAll, describe, expect, test } from 'vitest';
import { axeFaults, blockingFaults, overflowFaults, targetFaults } from './checks.ts';
import { routesOfDemo } from './routes.ts';
import { looks, newViewer } from './viewer.ts';

/** As far as Chromium looks ahead for lazy frames on a slow line. */
const near = 2500;

const found: Record<'axe' | 'wide' | 'small' | 'blocking' | 'early', string[]> = {
  axe: [],
  wide: [],
  small: [],
  blocking: [],
  early: [],
};
/** Frames that are too far down a page to be asked for as it opens. */
let farFrames = 0;

beforeAll(async () => {
  const { page, open, asked } = await newViewer();
  for (const { address } of routesOfDemo()) {
    await open(address, looks.narrow);
    const add = (faults: string[], more: readonly string[]) =>
      faults.push(...more.map((fault) => `${address}: ${fault}`));
    const frames = await page.evaluate(() =>
      [...document.querySelectorAll('iframe')].map((frame) => ({
        src: frame.src,
        top: frame.checkVisibility() ? frame.getBoundingClientRect().top - innerHeight : Infinity,
      })),
    );
    const far = frames.filter(({ top }) => top > near).map(({ src }) => src);
    const nearby = frames.filter(({ top }) => top <= near).map(({ src }) => src);
    farFrames += far.length;
    add(
      found.early,
      asked().filter((url) => !nearby.includes(url)),
    );
    add(found.blocking, await blockingFaults(page));
    add(found.wide, await overflowFaults(page));
    add(found.small, await targetFaults(page));
    add(found.axe, await axeFaults(page, looks.narrow));
  }
}, 300_000);

describe('every page, on a phone 320 px wide', () => {
  test('has nothing that axe-core finds fault with', () => expect(found.axe).toEqual([]));

  test('fits its width', () => expect(found.wide).toEqual([]));

  test('has nothing to touch that is smaller than 24 px', () => expect(found.small).toEqual([]));

  test('is painted as soon as its stylesheet is there', () => expect(found.blocking).toEqual([]));

  test('asks nothing of another host before the frame comes near', () => {
    expect(farFrames).toBeGreaterThan(5);
    expect(found.early).toEqual([]);
  });
});
