import type { Event } from '../../templates/types.ts';
import type { TimeOfDay } from '../../templates/words/en.ts';
import type { Words } from '../../templates/words/words.ts';
import type { DataFiles } from '../content/data-kinds.ts';
import type { Clock } from '../lib/clock.ts';
import { createDays, dateFormat } from '../lib/in-zone.ts';

type EventFile = DataFiles['events']['events'][number];

/** The moment of the build, and the paper's zone and language. */
interface Setting {
  readonly clock: Clock;
  readonly timeZone: string;
  readonly words: Words;
  readonly locale: string;
}

/**
 * The events that are not over: first those with a date, soonest first, then the rest in the order of the file. An event is over at the end
 * of its last day in the paper's zone.
 */
export function eventsAhead(events: readonly EventFile[], setting: Setting): Event[] {
  const { dayOf, inWords } = createDates(setting);
  const today = setting.clock.read(dayOf);
  const dated: { readonly event: Event; readonly start: number }[] = [];
  const others: Event[] = [];
  for (const { title, when, starts, ends, where, about, url } of events) {
    const common = { title, when, where, about, url };
    if (starts === undefined) others.push(common);
    else {
      const span = { start: new Date(starts), end: ends === undefined ? undefined : new Date(ends) };
      if (dayOf(lastMoment(span)) < today) continue;
      const dates = { starts, ends, text: inWords(span, today.slice(0, 4)) };
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
export function createDates({ timeZone, locale, words: { events: words } }: Setting) {
  const isoDayOf = createDays(timeZone, locale);
  const day = dateFormat(locale, { timeZone, weekday: 'short', month: 'short', day: 'numeric' });
  const clock = dateFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const ownClock = dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' });
  const isHalfDay = ownClock.resolvedOptions().hour12 ?? false;

  /** As in `2026-12-05`; in order, they are sorted as texts. */
  const dayOf = (date: Date): string => isoDayOf(date).iso;

  /** The day, with its year where that is not `thisYear`. */
  function dayInWords(date: Date, thisYear: string): string {
    const year = dayOf(date).slice(0, 4);
    return day.format(date) + (year === thisYear ? '' : `, ${year}`);
  }

  const timeOf = (date: Date): TimeOfDay => {
    const [hour = 0, minute = 0] = clock.format(date).split(':').map(Number);
    return { hour, minute, text: ownClock.format(date), isHalfDay };
  };

  function inWords({ start, end }: Span, thisYear: string): string {
    const [from, to] = [timeOf(start), end && timeOf(end)];
    const firstDay = dayInWords(start, thisYear);
    if (!end || !to) return `${firstDay}, ${words.time(from)}`;
    const lastDay = dayInWords(lastMoment({ start, end }), thisYear);
    if (isMidnight(from) && isMidnight(to))
      return firstDay === lastDay ? firstDay : words.until(firstDay, lastDay);
    if (firstDay !== lastDay)
      return words.until(`${firstDay}, ${words.time(from)}`, `${lastDay}, ${words.time(to)}`);
    return `${firstDay}, ${words.hours(from, to)}`;
  }

  return { dayOf, inWords, dayInWords, timeInWords: (date: Date) => words.time(timeOf(date)) };
}

const isMidnight = ({ hour, minute }: TimeOfDay) => hour === 0 && minute === 0;
