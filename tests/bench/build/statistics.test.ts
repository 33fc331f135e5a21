import { expect, it } from 'vitest';
import { median, ratio, rotated } from '../../../bench/build/statistics.ts';

it('the median of an odd number of values is the middle one', () => {
  expect(median([9, 1, 4])).toBe(4);
});

it('the median of an even number of values is between the middle two', () => {
  expect(median([1, 9, 4, 6])).toBe(5);
});

it('a ratio is that of the medians, with the least and the largest of one round', () => {
  expect(ratio([2, 3, 8], [4, 6, 4])).toEqual({ ofMedians: 3 / 4, least: 0.5, largest: 2 });
});

it('every generator is the first in turn', () => {
  expect([0, 1, 2, 3].map((round) => rotated(['a', 'b', 'c'], round).join(''))).toEqual([
    'abc',
    'bca',
    'cab',
    'abc',
  ]);
});
