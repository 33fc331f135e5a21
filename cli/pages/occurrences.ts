import { createRequire } from 'node:module';
import { type RepeatDay, repeatDayOf } from '../content/data/events.ts';
import { isMonth, monthOf } from '../content/schema/fields.ts';
import type { DataFiles } from '../content/single-files.ts';
import { atTime, createDays, inZone } from '../lib/in-zone.ts';

export type EventFile = DataFiles['events']['events'][number];
type Repeats = NonNullable<EventFile['repeats']>;

export interface Span {
  readonly start: Date;
  readonly end: Date | undefined;
}

/** What ends at midnight is over with the day before. */
export const lastMoment = ({ start, end }: Span): Date => (end ? new Date(end.getTime() - 1) : start);

const aDay = 24 * 60 * 60 * 1000;

/** The day so many days after one: `2026-12-01` is a day after `2026-11-30`. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * aDay).toISOString().slice(0, day.length);

export const daysBetween = (one: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(one)) / aDay);

export const repeatDaysOf = ({ on }: Repeats): RepeatDay[] =>
  [on].flat().flatMap((day) => repeatDayOf(day) ?? []);

/** By day and zone: pages, their addresses, calendar files and the letter ask the same of the same events, and so do the papers of a network. */
const known = new WeakMap<EventFile, Map<string, readonly Span[]>>();

/** The times of an event that are not over on a day, soonest first; of one that repeats, until the same day of the next year. */
export function spansAhead(event: EventFile, timeZone: string, today: string): readonly Span[] {
  const answers = known.get(event) ?? new Map<string, readonly Span[]>();
  known.set(event, answers);
  const asked = `${today} ${timeZone}`;
  const answer = answers.get(asked);
  if (answer) return answer;
  const dayOf = createDays(timeZone, 'en-US');
  const spans = spansOf(event, timeZone, today).filter((span) => dayOf(lastMoment(span)).iso >= today);
  answers.set(asked, spans);
  return spans;
}

function spansOf({ starts, ends, repeats, time }: EventFile, timeZone: string, today: string): Span[] {
  if (!repeats) return starts ? [{ start: new Date(starts), end: ends ? new Date(ends) : undefined }] : [];
  const [begins, over] = [starts, ends].map((moment) => moment && inZone(new Date(moment), timeZone));
  const [from = '', to] = time?.split('-') ?? [begins, over].map((moment) => moment?.slice(11, 16));
  // An end that is not later in the day is on the next one.
  const isNextDay = to !== undefined && (to === '24:00' || to <= from);
  const length = begins && over ? daysBetween(begins.slice(0, 10), over.slice(0, 10)) : isNextDay ? 1 : 0;
  const endTime = to?.replace('24:00', '00:00');
  // One that began yesterday may go on past midnight.
  const first = latest(daysAfter(today, -7), begins?.slice(0, 10));
  return repeatedDays(repeats, first, daysAfter(today, 366)).map((day) => ({
    start: new Date(atTime(day, from, timeZone)),
    end: endTime === undefined ? undefined : new Date(atTime(daysAfter(day, length), endTime, timeZone)),
  }));
}

/** The days from `first` to `last` on which an event repeats. */
export function repeatedDays(repeats: Repeats, first: string, last: string): string[] {
  const { every, from, until, except = [] } = repeats;
  const [begin, end] = [from, until].map((bound) => (bound && !isMonth(bound) ? bound : undefined));
  const days = [latest(first, begin), end !== undefined && end < last ? end : last] as const;
  if (days[0] > days[1]) return [];
  // Loaded only for a paper with such an event.
  const { RRule, Weekday } = createRequire(import.meta.url)('rrule') as typeof import('rrule');
  const rule = new RRule({
    freq: every === 'week' ? RRule.WEEKLY : RRule.MONTHLY,
    byweekday: repeatDaysOf(repeats).map(({ weekday, place }) => new Weekday(weekday, place)),
    bymonth: monthsBetween(from, until),
    // Days of the calendar, as those of UTC, which has no change of clocks.
    dtstart: new Date(days[0]),
    until: new Date(days[1]),
  });
  const skipped = new Set(except);
  return rule
    .all()
    .map((day) => day.toISOString().slice(0, 10))
    .filter((day) => !skipped.has(day));
}

/** The numbers of the months of a season, which may go over the end of the year; `null` without one. */
function monthsBetween(from = '', until = ''): number[] | null {
  const [first, last] = [monthOf(from), monthOf(until)];
  if (first === 0 || last === 0) return null;
  const count = ((last - first + 12) % 12) + 1;
  return Array.from({ length: count }, (_, i) => ((first + i - 1) % 12) + 1);
}

const latest = (day: string, other: string | undefined): string =>
  other !== undefined && other > day ? other : day;
