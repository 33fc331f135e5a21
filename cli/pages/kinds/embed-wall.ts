import { EmbedWallPage } from '../../../templates/pages/EmbedWallPage.tsx';
import type { Event } from '../../../templates/types.ts';
import type { Edition } from '../../content/model.ts';
import { languageOf } from '../../content/site.ts';
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

/** The events that are not over. */
export const eventsOf = ({ shared, clock }: Edition): Event[] =>
  eventsAhead(shared.data.events?.data.events ?? [], { clock, ...languageOf(shared.site.data) });
