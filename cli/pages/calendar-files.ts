import type { ICalEventData, ICalEventStatus } from 'ical-generator';
import type { Edition, OutputFile } from '../content/model.ts';
import { slugify } from '../content/schema/slugs.ts';
import { languageOf } from '../content/site.ts';
import { cached } from '../lib/cached.ts';
import { keyOf } from '../lib/content-hash.ts';
import { createDays, inZone, startOfDay } from '../lib/in-zone.ts';
import { daysAfter, type EventFile, lastMoment, type Span, spansAhead } from './occurrences.ts';

/** In letters: host systems allow 255 bytes. */
const maxName = 100;

/** The calendar file of each event that has a date, by its title. Of two with one title the later has its day too. */
export function calendarNames(events: readonly EventFile[]): ReadonlyMap<EventFile, string> {
  const taken = new Set<string>();
  return new Map(
    events.flatMap((event) => {
      const { title, starts, repeats, time = '' } = event;
      if (starts === undefined && !repeats) return [];
      const slug = slugify(title).slice(0, maxName).replace(/-$/, '') || 'event';
      const day = starts?.slice(0, 10) ?? slugify(`${[repeats?.on].flat().join('-')}-${time}`);
      let name = taken.has(slug) ? `${slug}-${day}` : slug;
      for (let i = 2; taken.has(name); i++) name = `${slug}-${day}-${i}`;
      taken.add(name);
      return [[event, `events/${name}.ics`] as const];
    }),
  );
}

/** `events.ics`, and a file for each event. What repeats is written as single events of a year: calendars then need not know the zone. */
export function calendarFiles(edition: Edition, events: readonly EventFile[], today: string): OutputFile[] {
  const { shared, baseUrl } = edition;
  const { name, baseUrl: own } = shared.site.data;
  const { words, timeZone } = languageOf(shared.site.data);
  const host = new URL(own).hostname;
  const dayOf = createDays(timeZone, 'en-US');
  const stamp = new Date(startOfDay(today, timeZone));

  const entryOf = (event: EventFile, id: string, span: Span) => {
    const { title, where, address, about, url, tickets, cancelled = false, repeats } = event;
    const { start, end } = span;
    const day = dayOf(start).iso;
    const isAllDay =
      end !== undefined && [start, end].every((date) => inZone(date, timeZone).slice(11, 16) === '00:00');
    return {
      // Stays, whatever else is said of the event.
      id: `${id}${repeats ? `-${day}` : ''}@${host}`,
      summary: title,
      location: [where, address].filter(Boolean).join(', ') || null,
      description: about ?? null,
      url: url ?? (tickets?.startsWith('/') ? baseUrl + tickets : tickets) ?? null,
      allDay: isAllDay,
      start: isAllDay ? new Date(day) : start,
      end: (isAllDay ? new Date(daysAfter(dayOf(lastMoment(span)).iso, 1)) : end) ?? null,
      status: (cancelled ? 'CANCELLED' : 'CONFIRMED') as ICalEventStatus,
      // Calendars take the later of two versions.
      sequence: cancelled ? 1 : 0,
      stamp,
    };
  };

  const files = [...calendarNames(events)].flatMap(([event, path]) => {
    const id = path.slice('events/'.length, -'.ics'.length);
    const entries = spansAhead(event, timeZone, today).map((span) => entryOf(event, id, span));
    return entries.length === 0 ? [] : { path, name: event.title, entries };
  });
  if (files.length === 0) return [];
  const entries = files.flatMap((file) => file.entries).sort((a, b) => a.start.getTime() - b.start.getTime());
  const whole = { path: 'events.ics', name: `${name}: ${words.desk.events}`, entries };
  // Each entry is in two files, and is written once: the library folds lines letter by letter.
  const textsOf = cached(async (all: readonly ICalEventData[]) => {
    const [, ...texts] = (await calendar('', all)).replace(end, '').split(/^(?=BEGIN:VEVENT)/m);
    return new Map(all.map((entry, i) => [entry, texts[i]]));
  });
  return [whole, ...files].map(({ path, name, entries: shown }) => ({
    path,
    content: {
      key: keyOf('calendar', { path, name, entries: shown }),
      make: async () => {
        const texts = await textsOf(entries);
        const own = shown.map((entry) => texts.get(entry)).join('');
        return (await calendar(name, [])).replace(end, () => `${own}END:VCALENDAR`);
      },
    },
  }));
}

const end = /END:VCALENDAR\s*$/;

async function calendar(name: string, entries: readonly ICalEventData[]): Promise<string> {
  const { ICalCalendar, ICalCalendarMethod } = await import('ical-generator');
  return new ICalCalendar({
    // The library does not escape it.
    name: name.replace(/\s+/g, ' '),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Galley', product: 'Calendar' },
    ttl: 12 * 60 * 60,
    events: [...entries],
  }).toString();
}
