import { ContactPage } from '../../templates/pages/ContactPage.tsx';
import { titledText } from '../sources/page-fields.ts';
import { formBlock, formField } from './blocks.ts';
import { definePageKind } from './page-kind.ts';
import { originsOfBlock } from './policy.ts';
import { organizationId, webPage } from './structured-data.ts';

/** How to reach the paper. */
export const contact = definePageKind({
  name: 'contact',
  summary: 'a form, the way to the newsroom, the departments of `data/departments.yaml`',
  fields: { form: formField, location: titledText },
  shows: ['embeds', 'departments'],
  props(build) {
    const { embeds, data } = build.edition.shared;
    return (page) => ({
      ...page.head(),
      form: formBlock(build, page, page.file.form, embeds.data.heights.contact),
      location: {
        title: page.file.location.title,
        body: page.prose(page.file.location.body, ['location', 'body']),
      },
      departments: data.departments.data.departments,
    });
  },
  policy: ({ form }) => ({ frames: originsOfBlock(form), sendsMail: 'form' in form }),
  structuredData: (page, site) => [
    webPage('ContactPage', page, site, {
      about: {
        '@id': organizationId(site),
        '@type': 'NewsMediaOrganization',
        name: site.name,
        contactPoint: page.departments.map(({ name, email, phone }) => ({
          '@type': 'ContactPoint',
          contactType: name,
          email,
          telephone: phone,
        })),
      },
    }),
  ],
  component: ContactPage,
});
