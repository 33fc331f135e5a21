import { EventsPage } from '../../../templates/pages/EventsPage.tsx';
import type { CalendarEntry, EventsBlock, Site } from '../../../templates/types.ts';
import { type EmbedFile, embed } from '../../content/embeds.ts';
import type { Edition, OutputFile } from '../../content/model.ts';
import { groupBy } from '../../lib/group-by.ts';
import { calendarOf, eventFiles, todayOf } from '../calendar.ts';
import { calendarFiles } from '../calendar-files.ts';
import { definePageKind, isOfKind, type PartRoute } from '../page-kind.ts';
import { imagesOf, type Thing, webPage } from '../structured-data.ts';
import { embedWall, eventsOf } from './embed.ts';

export const events = definePageKind({
  name: 'events',
  summary: 'the calendar of `data/events.yaml`, day by day; or the wall of a service',
  fields: {
    wall: embed({})
      .optional()
      .describe('A wall of a service; the events of `data/events.yaml` if it is left out.'),
  },
  shows: ['embeds', 'events'],
  routes: ({ data: { path, wall } }, edition): readonly PartRoute<readonly OutputFile[]>[] => [
    { address: path, part: wall ? [] : calendarFiles(edition, eventFiles(edition), todayOf(edition)) },
  ],
  files: (files) => files,
  props({ edition, embeds }) {
    const blockOf = (file: EmbedFile | undefined): EventsBlock => {
      if (!file) return { calendar: calendarOf(edition) };
      return isOfKind(embeds.ownPage(file), embedWall)
        ? { events: eventsOf(edition) }
        : { embed: embeds.embed(file), height: embeds.heights.wall };
    };
    return ({ file, head }) => ({ ...head(), wall: blockOf(file.wall) });
  },
  structuredData: (page, site) => [
    webPage('CollectionPage', page, site),
    ...eventsIn(page.wall).map((event) => eventThing(event, site)),
  ],
  component: EventsPage,
});

/** The address of the paper's calendar, the first page of its kind without a wall. */
export const calendarPage = ({ pages }: Pick<Edition, 'pages'>): string | undefined =>
  pages.find((page) => isOfKind(page, events) && !page.data.wall)?.data.path;

/** The events that have a date for programs; each of a calendar once, at its first time. */
function eventsIn(wall: EventsBlock): CalendarEntry[] {
  if ('events' in wall) return wall.events.filter(({ starts }) => starts);
  if (!('calendar' in wall)) return [];
  const { groups, later } = wall.calendar;
  const entries = [...groups.flatMap(({ entries }) => entries), ...later].filter(({ file }) => file);
  return [...groupBy(entries, ({ file }) => file).values()].flatMap(([first]) => first ?? []);
}

function eventThing(event: CalendarEntry, site: Site): Thing {
  const { where, address, price, tickets, organizer, picture } = event;
  return {
    '@type': 'Event',
    name: event.title,
    startDate: event.starts,
    endDate: event.ends,
    eventStatus: `https://schema.org/Event${event.cancelled ? 'Cancelled' : 'Scheduled'}`,
    location: where === undefined && address === undefined ? undefined : placeOf(where, address, site),
    description: event.about,
    url: event.url,
    image: picture && imagesOf([picture], site),
    organizer: organizer && { '@type': 'Organization', name: organizer },
    offers: (price || tickets) && {
      '@type': 'Offer',
      price: price?.amount,
      priceCurrency: price?.currency,
      url: tickets?.startsWith('/') ? site.baseUrl + tickets : tickets,
    },
  };
}

/** A place such as `Kiest Park, Oak Cliff`; without a comma or an address it is somewhere in the region of the paper. */
function placeOf(where: string | undefined, address: string | undefined, { region }: Site): Thing {
  if (where === undefined || address !== undefined) return { '@type': 'Place', name: where, address };
  const [name, ...parts] = where.split(/,\s*/);
  return { '@type': 'Place', name, address: parts.join(', ') || (region ?? where) };
}
