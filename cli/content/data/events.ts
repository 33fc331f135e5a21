import * as z from 'zod';
import { nearest } from '../../problems/nearest.ts';
import * as f from '../schema/fields.ts';
import { oneOrMore } from '../schema/references.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The names of the places of a day in a month, each with another. */
const places = ['first 1st', 'second 2nd', 'third 3rd', 'fourth 4th'].map((names) => names.split(' '));

/** A day of the week, from 0 for Monday; of a month, the first to the fourth of them, or -1 for the last. */
export interface RepeatDay {
  readonly weekday: number;
  readonly place: number | undefined;
}

/** Reads `thursday`, `Thursdays`, `first saturday` or `last friday`. */
export function repeatDayOf(text: string): RepeatDay | undefined {
  const [name = '', first, ...others] = text.toLowerCase().trim().split(/\s+/).toReversed();
  const weekday = weekdays.indexOf(name.replace(/s$/, ''));
  if (weekday === -1 || others.length > 0) return undefined;
  if (first === undefined) return { weekday, place: undefined };
  const place = first === 'last' ? -1 : places.findIndex((names) => names.includes(first)) + 1;
  return place === 0 ? undefined : { weekday, place };
}

/** The day that an editor probably meant; the last one for a fifth. */
function repeatDayMeant(text: string): string | undefined {
  const words = text.toLowerCase().trim().split(/\s+/);
  const day = nearest(words.at(-1) ?? '', weekdays);
  const place = words.at(-2);
  if (!day || words.length > 2) return undefined;
  if (place === undefined) return day;
  const meant = /^(?:5th|fifth)$/.test(place) ? 'last' : nearest(place, [...places.flat(), 'last']);
  return meant && `${meant} ${day}`;
}

const repeatDay = () =>
  f
    .fieldOf(
      'a day on which an event can repeat',
      (value) => repeatDayOf(value) !== undefined,
      'Write a day of the week such as `thursday`, or one of the month such as `first saturday`, `fourth monday` or `last friday`. Not every month has a fifth.',
      repeatDayMeant,
    )
    .meta({ 'x-form': 'A day such as `thursday`, `first saturday` or `last friday`.' });

const repeats = z
  .strictObject({
    every: z.enum(['week', 'month']).describe('How often.'),
    on: oneOrMore(repeatDay()).describe('The day, or several of them.'),
    from: f.dayOrMonth().optional().describe('The first day, or the first month of the season of each year.'),
    until: f.dayOrMonth().optional().describe('The last day, or the last month of the season.'),
    except: z.array(f.date()).max(500).optional().describe('Days on which it is left out.'),
  })
  .superRefine(f.inOrder(['until', 'from']))
  .superRefine(({ every, on, from, until }, context) => {
    for (const [i, day] of [on].flat().entries()) {
      const known = repeatDayOf(day);
      if (!known || (known.place !== undefined) === (every === 'month')) continue;
      f.issueAt(context, typeof on === 'string' ? ['on'] : ['on', i], {
        rule: 'invalid-value',
        message: `\`${day}\` is no day of \`every: ${every}\`.`,
        hint: 'A week has a `thursday`; a month has a `first thursday` and a `last thursday`.',
      });
    }
    // What is neither a day nor a month is reported by its field.
    if ([from, until].some((end) => end !== undefined && !f.isMonth(end) && !/^\d{4}-\d\d-\d\d$/.test(end)))
      return;
    if ([from, until].filter((end) => end !== undefined && f.isMonth(end)).length !== 1) return;
    f.issueAt(context, [until === undefined ? 'from' : 'until'], {
      rule: 'invalid-date',
      message: 'A season has a first and a last month.',
      hint: 'Write both as months, such as `from: march` and `until: october`, or both as days.',
    });
  });

/** An event has its days in words, as a date, or both; or it repeats. */
const event = z
  .strictObject({
    title: f.title().describe('What happens.'),
    when: f.title().optional().describe('When, in words; needed without `starts` and `repeats`.'),
    starts: f.moment().optional().describe('When it starts; of an event that repeats, the first time.'),
    ends: f.moment().optional().describe('When it ends.'),
    repeats: repeats.optional().describe('That it comes again each week or month.'),
    time: f
      .timeOrHours()
      .optional()
      .describe('The time of day of an event that repeats, in place of `starts`.'),
    where: f.title().optional().describe('Where it is.'),
    address: f.title().optional().describe('Street and town.'),
    about: f.text().optional().describe('What to expect.'),
    price: f.price().optional().describe('What it costs.'),
    tickets: f.link().optional().describe('Where tickets are sold.'),
    organizer: f.title().optional().describe('Who holds it.'),
    picture: f.picture({ alt: 'pictureAlt' }).optional().describe('A picture.'),
    pictureAlt: f.text().optional().describe('What the picture shows, for people who cannot see it.'),
    cancelled: z.boolean().optional().describe('`true` if it does not take place.'),
    url: f.url().optional().describe('More about it.'),
  })
  .superRefine(f.inOrder(['ends', 'starts']))
  .superRefine(({ when, starts, ends, repeats, time }, context) => {
    const says = (path: string[], rule: 'missing-key' | 'invalid-value', message: string, hint: string) =>
      f.issueAt(context, path, { rule, message, hint });
    if (repeats && starts === undefined && time === undefined) {
      const hint = 'Add a line such as `time: 18:00-20:00`, or `time: 18:00`.';
      says(['repeats'], 'missing-key', 'This event does not say at what time it begins.', hint);
    }
    if (time !== undefined && (!repeats || starts !== undefined)) {
      const message = 'Only an event that `repeats` and has no `starts` has a `time`.';
      const hint = 'Remove it, or write the day and the time as in `starts: 2026-12-05T10:00:00-06:00`.';
      says(['time'], 'invalid-value', message, hint);
    }
    if (starts !== undefined) return;
    if (ends !== undefined) {
      const hint = 'Add a line such as `starts: 2026-12-05T10:00:00-06:00` above it.';
      says(['ends'], 'missing-key', 'This event has an end, but no start.', hint);
    } else if (when === undefined && !repeats) {
      const hint =
        'Add `starts: 2026-12-05T10:00:00-06:00`, or in words `when: Every first Saturday, 9 a.m. to noon`.';
      says([], 'missing-key', 'This event does not say when it is.', hint);
    }
  });

/** `data/events.yaml`: what happens in town. */
export const events = z.strictObject({ events: z.array(event).describe('What happens, in any order.') });
