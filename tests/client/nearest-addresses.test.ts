import { expect, it } from 'vitest';
import { nearestAddresses } from '../../templates/client/nearest-addresses.ts';

const addresses = [
  '/local-news',
  '/politics',
  '/business',
  '/sports',
  '/arts-culture',
  '/food-dining',
  '/about',
  '/privacy',
  '/legal/terms',
];

it.each([
  ['/politcs', ['/politics']],
  ['/Politics/', ['/politics']],
  ['/politics/index.php', ['/politics']],
  ['/news/politics', ['/politics']],
  ['/politics/2019/11/a-vote', ['/politics']],
  ['/local_news', ['/local-news']],
  ['/localnews', ['/local-news']],
  ['/arts%20%26%20culture', ['/arts-culture']],
  ['/terms', ['/legal/terms']],
  ['/p%C3%B3litics', ['/politics']],
  ['/as', []],
  ['/%E0%A4%A', []],
  ['/', []],
  ['/wp-login.php', []],
  [`/${'a'.repeat(100_000)}`, []],
])('finds the addresses that were meant by %.30s', (missed, meant) => {
  expect(nearestAddresses(missed, addresses)).toEqual(meant);
});

it('gives at most three, the nearest first', () => {
  const many = ['/sport', '/spots', '/sports-2', '/sports-3', '/sports'];
  expect(nearestAddresses('/sportz', many)).toHaveLength(3);
  expect(nearestAddresses('/sports-2024', many)[0]).toBe('/sports-2');
});
