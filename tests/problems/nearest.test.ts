import { expect, it } from 'vitest';
import { nearest } from '../../cli/problems/nearest.ts';

it.each([
  ['Buisness', ['Business', 'Health'], 'Business'],
  ['sports', ['Sports', 'Health'], 'Sports'],
  ['/oak-clif', ['/oak-cliff', '/oak-lawn'], '/oak-cliff'],
  ['zebra', ['title', 'tagline'], undefined],
  ['ab', ['cd'], undefined],
  ['pots', ['post'], 'post'],
])('nearest takes %s, of %j, for %s', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});
