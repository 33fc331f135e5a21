import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { title } from '../../../cli/content/schema/fields.ts';
import { withEdits } from '../../../cli/problems/fix.ts';
import { placed } from '../../../cli/problems/problem.ts';
import { checkAgainst } from '../../../cli/reading/check-schema.ts';

/** A version in which a field of each entry was renamed, to a word that is not like the old one. */
const schema = z.strictObject({
  events: z.array(
    z.strictObject({
      title: title(),
      venue: title().optional().describe('The place.').meta({ 'x-formerly': 'hall' }),
    }),
  ),
});

function check(text: string) {
  const source = { path: 'data/x.yaml', file: 'content/data/x.yaml', text };
  return checkAgainst(schema, parse(text), source, () => schema).problems.map(placed);
}

it('tells the new name of a field, and `--fix` writes it', () => {
  const before = 'events:\n  - title: Harvest fair\n    hall: North landing # by the ferry\n';
  const problems = check(before);
  expect(problems).toMatchObject([
    { line: 3, rule: 'unknown-key', message: 'There is no key `hall` here.', suggestion: 'venue' },
  ]);
  const after = withEdits(
    before,
    problems.flatMap(({ fix = [] }) => fix),
  );
  expect(after).toBe(before.replace('hall', 'venue'));
  expect(check(after)).toEqual([]);
});

it('leaves it to the editor where the new name is used as well', () => {
  const [problem, ...others] = check('events:\n  - { title: Fair, hall: North, venue: South }\n');
  expect(others).toEqual([]);
  expect(problem).not.toHaveProperty('fix');
});
