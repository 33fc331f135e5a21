import { EventsPage } from '../../../templates/pages/EventsPage.tsx';
import type { Event, Site, WallBlock } from '../../../templates/types.ts';
import { type EmbedFile, embed } from '../../content/embeds.ts';
import { servicesOf } from '../notices.ts';
import { definePageKind, isOfKind } from '../page-kind.ts';
import { originsOf } from '../security-policy.ts';
import { type Thing, webPage } from '../structured-data.ts';
import { embedWall, eventsOf } from './embed-wall.ts';

export const events = definePageKind({
  name: 'events',
  summary: 'the events of `data/events.yaml`, or the wall of a service',
  fields: {
    wall: embed({})
      .optional()
      .describe('A wall of a service; the events of `data/events.yaml` if it is left out.'),
  },
  needsWithout: { wall: 'events' },
  shows: ['embeds', 'events'],
  props({ edition, embeds }) {
    const wallOf = (file: EmbedFile | undefined): WallBlock =>
      !file || isOfKind(embeds.ownPage(file), embedWall)
        ? { events: eventsOf(edition, file ? [] : servicesOf(edition)) }
        : { embed: embeds.embed(file), height: embeds.heights.wall };
    return ({ file, head }) => ({ ...head(), wall: wallOf(file.wall) });
  },
  policy: ({ wall }) => ({ frames: originsOf(wall) }),
  structuredData: (page, site) => [
    webPage('CollectionPage', page, site),
    ...('events' in page.wall ? page.wall.events.flatMap((event) => datedEvent(event, site)) : []),
  ],
  component: EventsPage,
});

/** An event, if it has a date that programs can read. */
const datedEvent = ({ title, dates, where, about, url }: Event, site: Site): Thing[] =>
  dates
    ? [
        {
          '@type': 'Event',
          name: title,
          startDate: dates.starts,
          endDate: dates.ends,
          // The file has those that take place as planned.
          eventStatus: 'https://schema.org/EventScheduled',
          location: where === undefined ? undefined : placeOf(where, site),
          description: about,
          url,
        },
      ]
    : [];

/** A place such as `Kiest Park, Oak Cliff`; without a comma it is somewhere in the region of the paper. */
function placeOf(where: string, { region = where }: Site): Thing {
  const [name, ...address] = where.split(/,\s*/);
  return { '@type': 'Place', name, address: address.join(', ') || region };
}
