import { dayId } from '../../templates/parts/Agenda.tsx';
import type {
  Calendar,
  CalendarEntry,
  CalendarEvent,
  EventsAhead,
  RegularEvent,
} from '../../templates/types.ts';
import type { Edition } from '../content/model.ts';
import { languageOf, timeZoneOf } from '../content/site.ts';
import { groupBy } from '../lib/group-by.ts';
import { createDays, dateFormat, inZone } from '../lib/in-zone.ts';
import { pictureAt } from '../look/pictures.ts';
import { calendarNames } from './calendar-files.ts';
import { capitalized, createDates } from './event-dates.ts';
import {
  daysAfter,
  daysBetween,
  type EventFile,
  lastMoment,
  repeatDaysOf,
  type Span,
  spansAhead,
} from './occurrences.ts';

/** So many days ahead events that repeat are listed: each month's is among them. */
const horizon = 35;

/** All events of the paper. */
export const eventFiles = ({ shared }: Pick<Edition, 'shared'>): readonly EventFile[] =>
  shared.data.events?.data.events ?? [];

/** The days of the events that are not over. */
export function calendarOf(edition: Edition): Calendar {
  const { clock, shared } = edition;
  const { geo } = shared.site.data;
  const timeZone = timeZoneOf(shared.site.data);
  const { locale, words } = languageOf(shared.site.data);
  const dates = createDates({ timeZone, locale, words });
  const { dayOf } = dates;
  const today = clock.read(dayOf);
  const inWords = (date: Date) => dates.shortly(date, today.slice(0, 4));
  const eventOf = createEvents(edition, dates);
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const awayIn = (days: number) =>
    days < 2 ? capitalized(distance.format(days, 'day')) : distance.format(days, 'day');

  function entryOf(event: CalendarEvent, span: Span): CalendarEntry {
    const { start, end } = span;
    const [first, last] = [dayOf(start), dayOf(lastMoment(span))];
    const isLong = end !== undefined && end.getTime() - start.getTime() > 24 * 60 * 60 * 1000;
    const isOngoing = first < today;
    const over = end && (isLong ? inWords(lastMoment(span)) : dates.timeInWords(end));
    const isWhole = dates.isAllDay(span);
    return {
      event,
      starts: inZone(start, timeZone),
      ends: end && inZone(end, timeZone),
      time: isOngoing
        ? words.events.lasts(inWords(lastMoment(span)))
        : isWhole
          ? words.events.allDay
          : capitalized(dates.timeInWords(start)),
      until: over && !isOngoing && (isLong || !isWhole) ? words.events.to(over) : undefined,
      text: dates.inWords(span, today.slice(0, 4)),
      last,
    };
  }

  const entries: CalendarEntry[] = [];
  const others: CalendarEvent[] = [];
  const regular: RegularEvent[] = [];
  const later: RegularEvent[] = [];
  for (const file of eventFiles(edition)) {
    const event = eventOf(file);
    const spans = spansAhead(file, timeZone, today);
    const [next] = spans;
    if (!next) {
      if (file.starts === undefined && !file.repeats) others.push(event);
      continue;
    }
    const isNear = (span: Span) => !file.repeats || dayOf(span.start) <= daysAfter(today, horizon);
    entries.push(...spans.filter(isNear).map((span) => entryOf(event, span)));
    if (!file.repeats || file.cancelled) continue;
    const moment = { iso: dayOf(next.start), text: inWords(next.start) };
    (isNear(next) ? regular : later).push({ event, hours: dates.hoursOf(next), next: moment });
  }
  entries.sort((a, b) => Date.parse(a.starts) - Date.parse(b.starts));
  const days = groupBy(entries, ({ starts }) => starts.slice(0, today.length));
  const seasons = new Set(later.map(({ next }) => seasonOf(next.iso, (geo?.latitude ?? 0) < 0)));
  return {
    days: [...days].flatMap(([iso, entries]) =>
      iso < today
        ? []
        : {
            iso,
            parts: dateFormat(locale, {
              timeZone: 'UTC',
              weekday: 'long',
              month: 'long',
              day: 'numeric',
              ...(iso.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
            }).formatToParts(new Date(iso)),
            away: awayIn(daysBetween(today, iso)),
            entries,
          },
    ),
    ongoing: entries.filter(({ starts }) => starts.slice(0, today.length) < today),
    others,
    regular,
    later,
    season: seasons.size === 1 ? [...seasons][0] : undefined,
  };
}

/** The season of a day, from 0 for winter, which is in the middle of the year in the south. */
const seasonOf = (day: string, isSouth: boolean): number =>
  (Math.floor((Number(day.slice(5, 7)) % 12) / 3) + (isSouth ? 2 : 0)) % 4;

/** So many events at most, of the next seven days. */
const maxAhead = 12;

/** The events of the next seven days; `undefined` if there are none. `path` is the page of all. */
export function eventsOfWeek(
  edition: Edition,
  path: string | undefined,
  title?: string,
): EventsAhead | undefined {
  const timeZone = timeZoneOf(edition.shared.site.data);
  const { words } = languageOf(edition.shared.site.data);
  const today = edition.clock.read((date) => createDays(timeZone, 'en-US')(date).iso);
  const entries = calendarOf(edition)
    .days.filter(({ iso }) => iso < daysAfter(today, 7))
    .flatMap(({ iso, entries }) => entries.map((entry) => ({ ...entry, iso })))
    .slice(0, maxAhead);
  if (entries.length === 0) return undefined;
  const events = entries.map(({ event: { title, where, isCancelled, url }, text, iso }) => ({
    ...{ title, where, isCancelled, text },
    path: path === undefined ? url : `${path}#${dayId(iso)}`,
  }));
  return { title: title ?? words.events.ahead, path, events };
}

function createEvents(edition: Edition, { repeatsInWords }: ReturnType<typeof createDates>) {
  const { pictures, shared } = edition;
  const { currency } = shared.site.data;
  const { locale, words } = languageOf(shared.site.data);
  const names = calendarNames(eventFiles(edition));
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return (file: EventFile): CalendarEvent => {
    const { title, when, where, about, url, address, price, tickets, organizer, cancelled = false } = file;
    const { picture, pictureAlt, repeats } = file;
    const name = names.get(file);
    return {
      ...{ title, when, where, about, url, address, tickets, organizer, isCancelled: cancelled },
      price:
        price === undefined
          ? undefined
          : { amount: price, currency, text: price === 0 ? words.events.free : money.format(price) },
      picture: pictureAt(picture, pictureAlt, pictures),
      file: name && `/${name}`,
      repeats: repeats && {
        text: repeatsInWords(repeats),
        schedule: scheduleOf(file, timeZoneOf(shared.site.data)),
      },
    };
  };
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** How an event repeats, as schema.org has it: days of a month are written as iCalendar does, `1SA`. */
function scheduleOf({ repeats, time, starts, ends }: EventFile, timeZone: string): object {
  if (!repeats) return {};
  const clock = (moment: string | undefined) => moment && inZone(new Date(moment), timeZone).slice(11, 19);
  const [from, to] = time?.split('-').map((text) => `${text}:00`) ?? [clock(starts), clock(ends)];
  const isDay = (bound: string | undefined) => bound !== undefined && /^\d/.test(bound);
  return {
    '@type': 'Schedule',
    repeatFrequency: repeats.every === 'week' ? 'P1W' : 'P1M',
    byDay: repeatDaysOf(repeats).map(({ weekday, place }) => {
      const name = dayNames[weekday] ?? '';
      return place === undefined ? `https://schema.org/${name}` : `${place}${name.slice(0, 2).toUpperCase()}`;
    }),
    startDate: isDay(repeats.from) ? repeats.from : starts?.slice(0, 10),
    endDate: isDay(repeats.until) ? repeats.until : undefined,
    startTime: from,
    endTime: to,
    exceptDate: repeats.except,
    scheduleTimezone: timeZone,
  };
}
