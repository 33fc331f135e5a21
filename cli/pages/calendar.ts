import { dayId } from '../../templates/pages/EventsPage.tsx';
import type { Calendar, CalendarEntry, CalendarGroup, RegularEvent } from '../../templates/types.ts';
import type { Edition } from '../content/model.ts';
import { languageOf, timeZoneOf } from '../content/site.ts';
import { groupBy } from '../lib/group-by.ts';
import { createDays, dayFormat, inZone } from '../lib/in-zone.ts';
import { pictureAt } from '../look/pictures.ts';
import { calendarNames } from './calendar-files.ts';
import { capitalized, createDates } from './event-dates.ts';
import { servicesOf } from './notices.ts';
import { daysAfter, daysBetween, type EventFile, lastMoment, type Span, spansAhead } from './occurrences.ts';

/** So many days ahead events that repeat are listed: each month's is among them. */
const horizon = 35;

/** All events of the paper: those of its file, and the services of its notices. */
export const eventFiles = (edition: Edition): readonly EventFile[] => [
  ...(edition.shared.data.events?.data.events ?? []),
  ...servicesOf(edition),
];

export function todayOf({ clock, shared }: Pick<Edition, 'clock' | 'shared'>): string {
  const dayOf = createDays(timeZoneOf(shared.site.data), 'en-US');
  return clock.read((date) => dayOf(date).iso);
}

export function calendarOf(edition: Edition): Calendar {
  const { site } = edition.shared;
  const language = languageOf(site.data);
  const { locale, words, timeZone } = language;
  const dates = createDates(language);
  const { dayOf } = dates;
  const today = todayOf(edition);
  const inWords = (date: Date) => dates.shortly(date, today.slice(0, 4));
  const files = eventFiles(edition);
  const names = calendarNames(files);
  const { currency } = site.data;
  const inMoney = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  const money = new Intl.NumberFormat(locale, inMoney);
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

  function eventOf(event: EventFile): CalendarEntry {
    const { price, picture, pictureAlt, repeats, time: _, starts, ends, ...others } = event;
    const name = names.get(event);
    const text = price === 0 ? words.events.free : money.format(price ?? 0);
    return {
      ...others,
      price: price === undefined ? undefined : { amount: price, currency, text },
      picture: pictureAt(picture, pictureAlt, edition.pictures),
      file: name && `/${name}`,
      repeats: repeats && dates.repeatsInWords(repeats),
    };
  }

  function timesOf(span: Span) {
    const { start, end } = span;
    const isLong = end !== undefined && end.getTime() - start.getTime() > 24 * 60 * 60 * 1000;
    const common = {
      starts: inZone(start, timeZone),
      ends: end && inZone(end, timeZone),
      text: dates.inWords(span, today.slice(0, 4)),
      last: dayOf(lastMoment(span)),
    };
    const over = inWords(lastMoment(span));
    if (dayOf(start) < today) return { ...common, time: words.events.lasts(over) };
    const isAllDay = dates.isAllDay(span);
    const time = isAllDay ? words.events.allDay : capitalized(dates.timeInWords(start));
    const until = isLong ? over : end && !isAllDay ? dates.timeInWords(end) : undefined;
    return { ...common, time, until: until && words.events.to(until) };
  }

  const entries: (CalendarEntry & ReturnType<typeof timesOf>)[] = [];
  const others: CalendarEntry[] = [];
  const regular: RegularEvent[] = [];
  const later: RegularEvent[] = [];
  for (const file of files) {
    const event = eventOf(file);
    const spans = spansAhead(file, timeZone, today);
    const [next] = spans;
    if (!next && file.starts === undefined && !file.repeats) others.push(event);
    const isNear = (span: Span) => !file.repeats || dayOf(span.start) <= daysAfter(today, horizon);
    entries.push(...spans.filter(isNear).map((span) => ({ ...event, ...timesOf(span) })));
    if (!next || !file.repeats || file.cancelled) continue;
    const moment = { iso: dayOf(next.start), text: inWords(next.start) };
    const times = { ...timesOf(next), hours: dates.hoursOf(next), next: moment };
    (isNear(next) ? regular : later).push({ ...event, ...times });
  }
  entries.sort((a, b) => Date.parse(a.starts) - Date.parse(b.starts));
  const days = groupBy(entries, ({ starts }) => starts.slice(0, today.length));
  const groups: CalendarGroup[] = [
    { title: words.events.now, entries: entries.filter(({ starts }) => starts < today) },
    ...[...days].flatMap(([iso, entries]) => {
      const away = distance.format(daysBetween(today, iso), 'day');
      const day = { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' } as const;
      const date = new Date(iso);
      const parts = dayFormat(locale, date, today.slice(0, 4), day).formatToParts(date);
      const isNext = daysBetween(today, iso) < 2;
      return iso < today ? [] : { day: { iso, parts, away: isNext ? capitalized(away) : away }, entries };
    }),
    { title: words.events.others, entries: others },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), regular, later };
}

/** So many events at most, of the next seven days. */
const maxAhead = 12;

/** The events of the next seven days; `undefined` if there are none. `path` is the page of all. */
export function eventsOfWeek(edition: Edition, path?: string, title?: string) {
  const end = daysAfter(todayOf(edition), 7);
  const days = calendarOf(edition).groups.flatMap(({ day, entries }) => {
    if (!day || day.iso >= end) return [];
    const address = path && `${path}#${dayId(day.iso)}`;
    return entries.map((entry) => ({ ...entry, path: address ?? entry.url }));
  });
  const events = days.slice(0, maxAhead);
  const { words } = languageOf(edition.shared.site.data);
  return events.length === 0 ? undefined : { title: title ?? words.events.ahead, path, events };
}
