import { EmbedDocumentPage } from '../../../templates/pages/EmbedDocumentPage.tsx';
import { markdown } from '../../content/schema/fields.ts';
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
