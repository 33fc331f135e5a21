import * as z from 'zod';
import { dayOrMoment, inOrder, link, title } from './schema/fields.ts';

/** `alert.yaml`: a warning on every page, while it holds. */
export const alertSchema = z
  .strictObject({
    text: title().describe('What readers must know, in one sentence.'),
    label: title().optional().describe('A word or two before it, such as `Flood warning`.'),
    path: link().optional().describe('Where there is more of it.'),
    level: z
      .enum(['notice', 'warning', 'emergency'])
      .default('notice')
      .describe('How urgent it is: screen readers read the last two at once.'),
    from: dayOrMoment().optional().describe('From when on it is shown; at once if it is left out.'),
    until: dayOrMoment().optional().describe('The last day, or the moment, after which it is gone.'),
  })
  .superRefine(inOrder(['until', 'from']));

export type AlertFile = z.infer<typeof alertSchema>;
