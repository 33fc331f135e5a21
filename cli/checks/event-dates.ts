import type { Edition } from '../content/model.ts';
import { isMonth } from '../content/schema/fields.ts';
import { timeZoneOf } from '../content/site.ts';
import { createDays } from '../lib/in-zone.ts';
import { daysAfter, repeatedDays } from '../pages/occurrences.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** Events that never happen, exceptions on days without the event, and first times on another day. */
export function eventDates({ shared, clock }: Pick<Edition, 'shared' | 'clock'>): Problem[] {
  const file = shared.data.events;
  const dayOf = createDays(timeZoneOf(shared.site.data), 'en-US');
  return (file?.data.events ?? []).flatMap(({ repeats, starts }, i): Problem[] => {
    if (!file || !repeats) return [];
    const { from, until, except = [] } = repeats;
    const happensOn = (day: string) => repeatedDays({ ...repeats, except: [] }, day, day).length > 0;
    const [first, last] = [from, until].map((bound) => (bound && !isMonth(bound) ? bound : undefined));
    const begin = first ?? clock.read((date) => dayOf(date).iso);
    const at = (key: string, ...more: readonly number[]) => ['events', i, 'repeats', key, ...more];
    const isNever = repeatedDays(repeats, begin, last ?? daysAfter(begin, 366)).length === 0;
    const day = starts === undefined ? undefined : dayOf(new Date(starts)).iso;
    return [
      ...(isNever && (first !== undefined || last === undefined || last >= begin)
        ? [
            problem(file.source, at(last === undefined ? 'on' : 'until'), {
              rule: 'invalid-date',
              message: 'This event never happens: no day of `on` is in its time.',
              hint: 'Compare `on` with `from`, `until` and `except`.',
            }),
          ]
        : []),
      ...(day !== undefined && !happensOn(day)
        ? [
            problem(file.source, ['events', i, 'starts'], {
              rule: 'invalid-date',
              message: `The event does not repeat on the day of its first time, ${day}.`,
              hint: 'Write as `starts` the first time that is a day of `on`.',
            }),
          ]
        : []),
      ...except.flatMap((day, j) =>
        happensOn(day)
          ? []
          : problem(file.source, at('except', j), {
              rule: 'doubtful-value',
              severity: 'warning',
              message: `This event would not be on ${day} anyway.`,
              hint: 'Write a day on which it would be, or remove the entry.',
            }),
      ),
    ];
  });
}
