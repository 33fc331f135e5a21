import * as z from 'zod';
import { EmbedFormPage } from '../../../templates/pages/EmbedFormPage.tsx';
import { email, markdown, title } from '../../content/schema/fields.ts';
import { definePageKind } from '../page-kind.ts';
import { policyOf } from '../security-policy.ts';

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
  policy: policyOf,
  component: EmbedFormPage,
});
