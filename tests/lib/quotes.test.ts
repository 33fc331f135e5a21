import { expect, it } from 'vitest';
import { curl } from '../../cli/lib/quotes.ts';

it.each([
  [`Neighbors' map wins Oak Cliff's vote`, 'Neighbors’ map wins Oak Cliff’s vote'],
  [`"We won't," she said. "Not 'now'."`, '“We won’t,” she said. “Not ‘now’.”'],
  [`('yes') and ["no"]`, '(‘yes’) and [“no”]'],
  [`the '90s, rock 'n' roll, give 'em`, 'the ’90s, rock ’n’ roll, give ’em'],
  [`a 6' fence, a 5" pipe`, `a 6' fence, a 5" pipe`],
  [`"'Tis late," he said`, '“’Tis late,” he said'],
  [`'It was 1990'`, '‘It was 1990’'],
])('sets %s as %s', (typed, set) => {
  expect(curl(typed)).toBe(set);
  expect(curl(set)).toBe(set);
});
