import { TextPage } from '../../../templates/pages/TextPage.tsx';
import { markdown } from '../../content/schema/fields.ts';
import { definePageKind } from '../page-kind.ts';

export const text = definePageKind({
  name: 'text',
  summary: 'a text, such as privacy and terms',
  fields: { body: markdown().describe('The text.') },
  props:
    () =>
    ({ file, head, prose }) => ({ ...head(), body: prose(file.body) }),
  component: TextPage,
});
