import * as z from 'zod';
import { EmbedDocumentPage, EmbedFormPage, EmbedWallPage } from '../../../templates/pages/EmbedPages.tsx';
import type { CalendarEntry } from '../../../templates/types.ts';
import type { Edition } from '../../content/model.ts';
import { email, markdown, title } from '../../content/schema/fields.ts';
import { languageOf } from '../../content/site.ts';
import { eventsAhead } from '../event-dates.ts';
import { definePageKind } from '../page-kind.ts';

export const embedDocument = definePageKind({
  name: 'embed-document',
  summary: 'a document for a frame, in place of a service',
  isFramed: true,
  fields: { body: markdown().describe('The document.') },
  props:
    () =>
    ({ file, head, prose }) => ({ ...head(), linksLeaveFrame: true, body: prose(file.body) }),
  component: EmbedDocumentPage,
});

export const embedForm = definePageKind({
  name: 'embed-form',
  summary: 'a form for a frame, in place of a service; it writes an e-mail',
  isFramed: true,
  fields: {
    category: title().describe('The subject of the mail.'),
    body: markdown().optional().describe('What the form is for.'),
    email: email().describe('Where the mail goes.'),
    message: z.boolean().default(true).describe('`false` if it asks only for an address.'),
  },
  props:
    () =>
    ({ file: { category, email, message, body }, head, prose }) => ({
      ...head(),
      form: { category, email, message, body: body === undefined ? undefined : prose(body) },
    }),
  component: EmbedFormPage,
});

export const embedWall = definePageKind({
  name: 'embed-wall',
  summary: 'the events of `data/events.yaml` for a frame, in place of a service',
  isFramed: true,
  needs: ['events'],
  props:
    ({ edition }) =>
    ({ head }) => ({ ...head(), linksLeaveFrame: true, events: eventsOf(edition) }),
  component: EmbedWallPage,
});

export const eventsOf = ({ shared, clock }: Edition): CalendarEntry[] =>
  eventsAhead(shared.data.events?.data.events ?? [], { clock, ...languageOf(shared.site.data) });
