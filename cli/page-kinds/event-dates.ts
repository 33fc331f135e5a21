import type { Event } from '../../templates/types.ts';
import type { DataFiles } from '../sources/data-kinds.ts';

type EventFile = DataFiles['events']['events'][number];

/** The moment of the build, and the paper's zone. */
interface Clock {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * The events that are not over: those with a date first, the soonest first, then the others in the order of their file. One is over when
 * its last day is, in the paper's zone.
 */
export function eventsAhead(events: readonly EventFile[], { now, timeZone }: Clock): Event[] {
  const words = createDates(timeZone);
  const today = words.dayOf(now);
  const dated: { readonly event: Event; readonly start: number }[] = [];
  const others: Event[] = [];
  for (const { title, when, starts, ends, where, about, url } of events) {
    const common = { title, when, where, about, url };
    if (starts === undefined) others.push(common);
    else {
      const span = { start: new Date(starts), end: ends === undefined ? undefined : new Date(ends) };
      if (words.dayOf(lastMoment(span)) < today) continue;
      const dates = { starts, ends, text: words.inWords(span, today.slice(0, 4)) };
      dated.push({ event: { ...common, dates }, start: span.start.getTime() });
    }
  }
  dated.sort((a, b) => a.start - b.start);
  return [...dated.map(({ event }) => event), ...others];
}

interface Span {
  readonly start: Date;
  readonly end: Date | undefined;
}

/** What ends at midnight is over with the day before. */
const lastMoment = ({ start, end }: Span): Date => (end ? new Date(end.getTime() - 1) : start);

/** Days and hours as this paper writes them: `Sat, Dec 5, 10 a.m. to noon`. */
function createDates(timeZone: string) {
  const numbers = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const names = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

  /** As in `2026-12-05`; in order, they are sorted as texts. */
  const dayOf = (date: Date): string => numbers.format(date);

  /** The day, with its year where that is not `thisYear`. */
  function dayInWords(date: Date, thisYear: string): string {
    const year = dayOf(date).slice(0, 4);
    return names.format(date) + (year === thisYear ? '' : `, ${year}`);
  }

  const timeOf = (date: Date): Time => {
    const [hour = 0, minute = 0] = clock.format(date).split(':').map(Number);
    return { hour, minute };
  };

  function inWords({ start, end }: Span, thisYear: string): string {
    const [from, to] = [timeOf(start), end && timeOf(end)];
    const firstDay = dayInWords(start, thisYear);
    if (!end || !to) return `${firstDay}, ${timeInWords(from)}`;
    const lastDay = dayInWords(lastMoment({ start, end }), thisYear);
    if (isMidnight(from) && isMidnight(to))
      return firstDay === lastDay ? firstDay : `${firstDay}, to ${lastDay}`;
    if (firstDay !== lastDay) return `${firstDay}, ${timeInWords(from)}, to ${lastDay}, ${timeInWords(to)}`;
    // `7 to 9 a.m.`, but `10 a.m. to noon` and `11 a.m. to 1 p.m.`
    const sharesHalf = !isNamed(from) && !isNamed(to) && halfOf(from) === halfOf(to);
    return `${firstDay}, ${sharesHalf ? digits(from) : timeInWords(from)} to ${timeInWords(to)}`;
  }

  return { dayOf, inWords };
}

/** A time of day, from 0:00 to 23:59. */
interface Time {
  readonly hour: number;
  readonly minute: number;
}

const isMidnight = ({ hour, minute }: Time) => hour === 0 && minute === 0;
const isNamed = ({ hour, minute }: Time) => hour % 12 === 0 && minute === 0;
const halfOf = ({ hour }: Time) => (hour < 12 ? 'a.m.' : 'p.m.');
const digits = ({ hour, minute }: Time) =>
  `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;

function timeInWords(time: Time): string {
  if (isNamed(time)) return time.hour === 0 ? 'midnight' : 'noon';
  return `${digits(time)} ${halfOf(time)}`;
}
