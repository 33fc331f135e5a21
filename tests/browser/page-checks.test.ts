import { expect, test } from 'vitest';
import { targetFaults } from './page-checks.ts';
import { usedPage } from './visits.ts';

const link = (top: number, height: number, name: string) =>
  `<a href="/" style="position: absolute; top: ${top}px; left: 0; width: 100px; height: ${height}px">${name}</a>`;

test('a target of less than 24 px is found where another is within 12 px of its middle', async () => {
  const page = await usedPage();
  const found = async (body: string) => {
    await page.setContent(body);
    return (await targetFaults(page)).map((fault) => fault.split('> ')[1]);
  };
  expect(await found(link(0, 20, 'alone'))).toEqual([]);
  expect(await found(link(0, 24, 'large') + link(24, 24, 'below it'))).toEqual([]);
  expect(await found(link(0, 20, 'small') + link(24, 20, 'as far as it is tall'))).toEqual([]);
  expect(await found(link(0, 20, 'one') + link(22, 20, 'other'))).toEqual(['one', 'other']);
  expect(await found(link(0, 20, 'one') + link(21, 40, 'large'))).toEqual(['one']);
  const header = `<div style="position: fixed; top: 0">${link(0, 40, 'in the header')}</div>`;
  expect(await found(link(5, 20, 'under the header') + header)).toEqual([]);
  expect(await found('<p>A <a href="/">link</a> in a sentence with <a href="/">another</a>.</p>')).toEqual(
    [],
  );
});
