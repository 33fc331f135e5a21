import type { Edition } from '../content/model.ts';
import { isMonth } from '../content/schema/fields.ts';
import { timeZoneOf } from '../content/site.ts';
import { createDays } from '../lib/in-zone.ts';
import { todayOf } from '../pages/calendar.ts';
import { daysAfter, repeatedDays } from '../pages/occurrences.ts';
import type { KeyPath } from '../problems/locate.ts';
import { doubt, type Problem, problem } from '../problems/problem.ts';

/** Events that never happen, exceptions on days without the event, and first times on another day. */
export function eventDates(edition: Pick<Edition, 'shared' | 'clock'>): Problem[] {
  const { site, data } = edition.shared;
  const dayOf = createDays(timeZoneOf(site.data), 'en-US');
  return (data.events?.data.events ?? []).flatMap(({ repeats, starts }, i): Problem[] => {
    if (!data.events || !repeats) return [];
    const { source } = data.events;
    const { from, until, except = [] } = repeats;
    const happensOn = (day: string) => repeatedDays({ ...repeats, except: [] }, day, day).length > 0;
    const wrong = (path: KeyPath, message: string, hint: string) =>
      problem(source, ['events', i, ...path], { rule: 'invalid-date', message, hint });
    const [first, last] = [from, until].map((bound) => (bound && !isMonth(bound) ? bound : undefined));
    const begin = first ?? todayOf(edition);
    const end = last ?? daysAfter(begin, 366);
    // The season of an event without a first day may be over.
    const isNever = (first !== undefined || begin <= end) && repeatedDays(repeats, begin, end).length === 0;
    const day = starts === undefined ? undefined : dayOf(new Date(starts)).iso;
    const never = 'This event never happens: no day of `on` is in its time.';
    const other = `The event does not repeat on the day of its first time, ${day}.`;
    return [
      isNever
        ? wrong(['repeats', last ? 'until' : 'on'], never, 'Compare `on` with `from`, `until` and `except`.')
        : [],
      day === undefined || happensOn(day)
        ? []
        : wrong(['starts'], other, 'Write as `starts` the first time that is a day of `on`.'),
      except.flatMap((day, j) => {
        const message = `This event would not be on ${day} anyway.`;
        const hint = 'Write a day on which it would be, or remove the entry.';
        return happensOn(day) ? [] : doubt(source, ['events', i, 'repeats', 'except', j], message, { hint });
      }),
    ].flat();
  });
}
