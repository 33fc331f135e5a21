import { describe, expect, test } from 'vitest';
import { pagingOf } from '../../cli/pages/paging.ts';

const numbersOn = (number: number, of: number) =>
  pagingOf('/local', { number, of, posts: [] }).pages.map(({ number }) => number);

describe('a page of a list links to', () => {
  test.each([
    [1, 2, [1, 2]],
    [1, 9, [1, 2, 3, 9]],
    [5, 9, [1, 3, 4, 5, 6, 7, 9]],
    [5000, 10_000, [1, 4998, 4999, 5000, 5001, 5002, 10_000]],
  ])('the first, the last and its neighbors: page %i of %i', (number, of, pages) => {
    expect(numbersOn(number, of)).toEqual(pages);
  });

  test('the first page at the address of the list, and the others below it', () => {
    expect(pagingOf('/local', { number: 2, of: 3, posts: [] })).toEqual({
      number: 2,
      pages: [
        { number: 1, path: '/local' },
        { number: 2, path: '/local/page/2' },
        { number: 3, path: '/local/page/3' },
      ],
    });
  });
});
