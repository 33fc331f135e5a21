import { clockTime } from '../../templates/clock-time.ts';
import { cached } from './cached.ts';
import type { Clock } from './clock.ts';

const formats = cached((locale: string) =>
  cached((options: string) => new Intl.DateTimeFormat(locale, JSON.parse(options))),
);

/** Formats dates in a language: always the same object, because making one takes as long as formatting some hundred dates. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  formats(locale)(JSON.stringify(options));

/** The function that gives the year of a moment in a time zone: always the same one for a zone. */
export const yearIn = (timeZone: string): ((date: Date) => string) =>
  dateFormat('en-US', { timeZone, year: 'numeric' }).format;

/** Formats a day as `options` say, in their zone, and with its year where that is not `thisYear`. */
export const dayFormat = (
  locale: string,
  date: Date,
  thisYear: string,
  options: Intl.DateTimeFormatOptions & { readonly timeZone: string },
): Intl.DateTimeFormat =>
  dateFormat(locale, yearIn(options.timeZone)(date) === thisYear ? options : { ...options, year: 'numeric' });

export interface Day {
  /** As in `2026-11-20`. */
  readonly iso: string;
  /** As in `Nov 20, 2026`, in the words of the language. */
  readonly text: string;
}

// Days are not computed from offsets: zones have changed at one minute past midnight, and by seconds.
const daysIn = cached((timeZone: string) =>
  cached((locale: string) => {
    const day = { timeZone, year: 'numeric', day: 'numeric' } as const;
    const numbers = dateFormat('en-CA', { ...day, month: '2-digit', day: '2-digit' });
    const words = dateFormat(locale, { ...day, month: 'short' });
    return cached((time: number): Day => ({ iso: numbers.format(time), text: words.format(time) }));
  }),
);

/** A function that gives the day of a moment in a time zone, in the words of a language. */
export function createDays(timeZone: string, locale: string): (moment: Date) => Day {
  const dayOf = daysIn(timeZone)(locale);
  return (moment) => dayOf(moment.getTime());
}

/** A function that gives day and time of a moment in a time zone, in the words of a language. */
export function createMoments(timeZone: string, locale: string): (moment: Date) => string {
  const words = dateFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  // Node puts a narrow space before AM.
  return (moment) => words.format(moment).replace(/\s/g, ' ');
}

/** A function that gives day and time of day as in `Nov 20, 7:02 p.m.`, and the year of all but this one. */
export function createClockTimes(timeZone: string, locale: string, clock: Clock): (moment: Date) => string {
  const year = yearIn(timeZone);
  const thisYear = clock.read(year);
  const dayOf = createDays(timeZone, locale);
  const day = dateFormat(locale, { timeZone, month: 'short', day: 'numeric' });
  const time = timeFormat(timeZone, locale);
  return (moment) =>
    `${year(moment) === thisYear ? day.format(moment) : dayOf(moment).text}, ${time(moment)}`;
}

/** A function that gives the time of day as in `7:02 p.m.`, or `19:02` where clocks have 24 hours. */
export function timeFormat(timeZone: string, locale: string): (moment: Date) => string {
  const format = dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' });
  return (moment) => clockTime(format, moment);
}

/** The name of a day of the week, from 0 for Monday: the fifth of January 1970 was one. */
export const weekdayName = (day: number, locale: string): string =>
  dateFormat(locale, { timeZone: 'UTC', weekday: 'long' }).format(Date.UTC(1970, 0, 5 + day));

/** Whether a date is a calendar day, without a time. */
export const isDay = (date: string): boolean => !date.includes('T');

/** The moment at which a day begins in a time zone, by the offset of its noon. */
export const startOfDay = (day: string, timeZone: string): string => startsIn(timeZone)(day);

const startsIn = cached((timeZone: string) =>
  cached((day: string) => `${day}T00:00:00${offsetIn(timeZone, new Date(`${day}T12:00:00Z`))}`),
);

/** When a day in a time zone begins, or a moment, as it is. */
export const startOf = (date: string, timeZone: string): string =>
  isDay(date) ? startOfDay(date, timeZone) : date;

/** When a day in a time zone is over, or a moment, in milliseconds. */
export function endOf(date: string, timeZone: string): number {
  if (!isDay(date)) return Date.parse(date);
  const next = new Date(Date.parse(date) + 24 * 60 * 60 * 1000);
  return Date.parse(startOfDay(next.toISOString().slice(0, date.length), timeZone));
}

/** A moment in a time zone, with its offset: `2026-11-20T12:00:00-06:00`. */
export function inZone(moment: Date, timeZone: string): string {
  // Swedish dates are those of ISO 8601.
  const local = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);
  return local.replace(' ', 'T') + offsetIn(timeZone, moment);
}

/** The moment at which clocks in a zone show a time of day. One that is skipped in spring is as much later. */
export function atTime(day: string, time: string, timeZone: string): string {
  const local = `${day}T${time}:00`;
  // The offset before the clocks may have changed that day, and the one that the moment has by it.
  const before = offsetIn(timeZone, new Date(Date.parse(`${local}Z`) - 24 * 60 * 60 * 1000));
  const offset = offsetIn(timeZone, new Date(local + before));
  const moment = offset === before ? local + before : local + offset;
  return offsetIn(timeZone, new Date(moment)) === offset
    ? moment
    : inZone(new Date(local + before), timeZone);
}

const offsetIn = (timeZone: string, moment: Date): string => offsetsIn(timeZone)(moment.getTime());

const offsetsIn = cached((timeZone: string) => {
  const format = dateFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return cached((moment: number) => /GMT(.+)$/.exec(format.format(moment))?.[1] ?? '+00:00');
});
