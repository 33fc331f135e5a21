import * as z from 'zod';
import { isBefore } from './schema/date-issues.ts';
import { dayOrMoment, issueAt, link, title } from './schema/fields.ts';

/** `alert.yaml`: a warning on every page, while it holds. */
export const alertSchema = z
  .strictObject({
    text: title().describe('What readers must know, in one sentence.'),
    label: title().optional().describe('A word or two before it, such as `Flood warning`.'),
    path: link().optional().describe('Where there is more of it.'),
    level: z
      .enum(['notice', 'warning', 'emergency'])
      .default('notice')
      .describe('How urgent it is: screen readers read a `warning` and an `emergency` at once.'),
    from: dayOrMoment().optional().describe('From when on it is shown; at once if it is left out.'),
    until: dayOrMoment()
      .optional()
      .describe(
        'The last day, or the moment, after which it is gone; until it is deleted if it is left out.',
      ),
  })
  .superRefine(({ from, until }, context) => {
    if (isBefore(until, from))
      issueAt(context, ['until'], {
        rule: 'invalid-date',
        message: 'This alert would be over before it is shown.',
        hint: '`until` must not be earlier than `from`.',
      });
  });

export type AlertFile = z.infer<typeof alertSchema>;
