import { EmbedWallPage } from '../../../templates/pages/EmbedWallPage.tsx';
import type { Event } from '../../../templates/types.ts';
import type { Edition } from '../../content/model.ts';
import { languageOf, timeZoneOf } from '../../content/site.ts';
import { eventsAhead } from '../event-dates.ts';
import { definePageKind } from '../page-kind.ts';

export const embedWall = definePageKind({
  name: 'embed-wall',
  summary: 'the events of `data/events.yaml` for a frame, in place of a service',
  isFramed: true,
  fields: {},
  needs: ['events'],
  props:
    ({ edition }) =>
    ({ head }) => ({ ...head(), linksLeaveFrame: true, events: eventsOf(edition) }),
  component: EmbedWallPage,
});

/** The events that are not over, with some that the file does not have. */
export const eventsOf = ({ shared, clock }: Edition, more: Parameters<typeof eventsAhead>[0] = []): Event[] =>
  eventsAhead([...(shared.data.events?.data.events ?? []), ...more], {
    clock,
    timeZone: timeZoneOf(shared.site.data),
    ...languageOf(shared.site.data),
  });
