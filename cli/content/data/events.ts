import * as z from 'zod';
import { issueAt, moment, text, title, url } from '../schema/fields.ts';

/** An event has its days in words, as a date, or both. */
const event = z
  .strictObject({
    title: title().describe('What happens.'),
    when: title().optional().describe('When, in words; needed if `starts` is left out.'),
    starts: moment().optional().describe('When it starts.'),
    ends: moment().optional().describe('When it ends.'),
    where: title().optional().describe('Where it is.'),
    about: text().optional().describe('What to expect.'),
    url: url().optional().describe('More about it.'),
  })
  .superRefine(({ when, starts, ends }, context) => {
    if (starts === undefined && ends !== undefined) {
      issueAt(context, ['ends'], {
        rule: 'missing-key',
        message: 'This event has an end, but no start.',
        hint: 'Add a line such as `starts: 2026-12-05T10:00:00-06:00` above it.',
      });
    } else if (starts === undefined && when === undefined) {
      issueAt(context, [], {
        rule: 'missing-key',
        message: 'This event does not say when it is.',
        hint: 'Add `starts: 2026-12-05T10:00:00-06:00`, or in words `when: Every first Saturday, 9 a.m. to noon`.',
      });
    } else if (starts !== undefined && ends !== undefined && Date.parse(ends) <= Date.parse(starts)) {
      issueAt(context, ['ends'], {
        rule: 'invalid-date',
        message: 'This event ends before it starts.',
        hint: '`ends` must be later than `starts`. Leave it out if nobody knows when the event ends.',
      });
    }
  });

/** `data/events.yaml`: what happens in town. */
export const events = z.strictObject({
  events: z.array(event).describe('What happens, in any order.'),
});
