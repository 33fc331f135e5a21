import type { CalendarEntry } from '../../templates/types.ts';
import type { TimeOfDay } from '../../templates/words/en.ts';
import type { RepeatDay } from '../content/data/events.ts';
import type { languageOf } from '../content/site.ts';
import type { Clock } from '../lib/clock.ts';
import { createDays, dateFormat, dayFormat, inZone, weekdayName } from '../lib/in-zone.ts';
import { type EventFile, lastMoment, repeatDaysOf, type Span, spansAhead } from './occurrences.ts';

type Setting = ReturnType<typeof languageOf>;

/** The events that are not over: those with a date, soonest first, then the others. One is over at the end of its last day. */
export function eventsAhead(events: readonly EventFile[], setting: Setting & { readonly clock: Clock }) {
  const { dayOf, inWords, hoursOf, repeatsInWords } = createDates(setting);
  const today = setting.clock.read(dayOf);
  const ahead = events.flatMap((event): CalendarEntry[] => {
    const { title, when, starts, ends, repeats, where, about, url } = event;
    const common = { title, when, where, about, url };
    const [span] = spansAhead(event, setting.timeZone, today);
    if (!span) return starts === undefined && !repeats ? [common] : [];
    if (repeats) return [{ ...common, when: when ?? `${repeatsInWords(repeats)}, ${hoursOf(span)}` }];
    return [{ ...common, starts, ends, text: inWords(span, today.slice(0, 4)) }];
  });
  const timeOf = ({ starts }: CalendarEntry) => (starts ? Date.parse(starts) : Number.MAX_VALUE);
  return ahead.sort((a, b) => timeOf(a) - timeOf(b));
}

/** Days and hours as this paper writes them: `Sat, Dec 5, 10 a.m. to noon`. */
export function createDates({ timeZone, locale, words: { events: words } }: Setting) {
  const isoDayOf = createDays(timeZone, locale);
  const day = dateFormat(locale, { timeZone, weekday: 'short', month: 'short', day: 'numeric' });
  const ownClock = dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' });
  const isHalfDay = ownClock.resolvedOptions().hour12 ?? false;

  /** As in `2026-12-05`; in order, they are sorted as texts. */
  const dayOf = (date: Date): string => isoDayOf(date).iso;

  /** The day, with its year where that is not `thisYear`. */
  function dayInWords(date: Date, thisYear: string): string {
    const year = dayOf(date).slice(0, 4);
    return day.format(date) + (year === thisYear ? '' : `, ${year}`);
  }

  /** The same without the day of the week. */
  const shortly = (date: Date, thisYear: string): string =>
    dayFormat(locale, date, thisYear, { timeZone, month: 'short', day: 'numeric' }).format(date);

  const timeOf = (date: Date): TimeOfDay => {
    const [hour = 0, minute = 0] = inZone(date, timeZone).split(/[T:]/).slice(1).map(Number);
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

  /** Whole days, by the days alone. */
  const isAllDay = ({ start, end }: Span): boolean =>
    end !== undefined && isMidnight(timeOf(start)) && isMidnight(timeOf(end));

  /** The hours of a day: `6 to 8 p.m.` */
  function hoursOf({ start, end }: Span): string {
    if (isAllDay({ start, end })) return words.allDay;
    return end ? words.hours(timeOf(start), timeOf(end)) : words.time(timeOf(start));
  }

  /** `Tuesdays and Thursdays`, `First Saturdays`. */
  function repeatsInWords(repeats: NonNullable<EventFile['repeats']>): string {
    const nameOf = ({ weekday, place }: RepeatDay) => words.repeats(weekdayName(weekday, locale), place);
    const list = new Intl.ListFormat(locale);
    return capitalized(list.format(repeatDaysOf(repeats).map(nameOf)));
  }

  const timeInWords = (date: Date): string => words.time(timeOf(date));
  return { dayOf, inWords, dayInWords, shortly, timeInWords, hoursOf, isAllDay, repeatsInWords };
}

const isMidnight = ({ hour, minute }: TimeOfDay) => hour === 0 && minute === 0;

export const capitalized = (text: string): string => text.replace(/^./u, (first) => first.toUpperCase());
