import { expect, it } from 'vitest';
import { rowOf, table } from '../../../bench/build/tables.ts';

it('a table has the medians, and how much of each rival the first one is', () => {
  const rows = [
    rowOf(
      'cold',
      's',
      { Galley: [{ time: 0.4 }, { time: 0.6 }], Hugo: [{ time: 0.2 }, { time: 0.2 }] },
      (cost) => cost.time,
    ),
    rowOf('peak memory', 'MiB', { Galley: [90.4], Hugo: [60.2] }, (memory) => memory),
  ];
  expect(table('100 posts', ['Galley', 'Hugo'], rows)).toBe(
    `| 100 posts | Galley | Hugo | of Hugo |
| --- | --- | --- | --- |
| cold | 0.50 s | 0.20 s | 2.50 (2.00 to 3.00) |
| peak memory | 90 MiB | 60 MiB | 1.50 (1.50 to 1.50) |
`,
  );
});

it('a rival that was not measured leaves its cells empty', () => {
  const rows = [rowOf('cold', 'MiB', { Galley: [300, 310] }, (memory) => memory)];
  expect(table('100 posts', ['Galley', 'Hugo'], rows)).toContain('| cold | 305 MiB | | |\n');
});
