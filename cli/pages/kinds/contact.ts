import { ContactPage } from '../../../templates/pages/ContactPage.tsx';
import { titledText } from '../../content/page-fields.ts';
import { formBlock, formField } from '../blocks.ts';
import { definePageKind } from '../page-kind.ts';
import { organizationId, webPage } from '../structured-data.ts';

export const contact = definePageKind({
  name: 'contact',
  summary: 'a form, the way to the newsroom, the departments of `data/departments.yaml`',
  fields: {
    form: formField.optional().describe('The form.'),
    location: titledText.optional().describe('How to find the newsroom.'),
  },
  shows: ['embeds', 'departments'],
  props(build) {
    const departments = build.edition.shared.data.departments?.data.departments ?? [];
    return (page) => {
      const { form, location } = page.file;
      return {
        ...page.head(),
        form: form && formBlock(build, page, form, build.embeds.heights.contact),
        location: location && { ...location, body: page.prose(location.body, ['location', 'body']) },
        departments,
      };
    };
  },
  structuredData: (page, site) => [
    webPage('ContactPage', page, site, {
      about: {
        '@id': organizationId(site),
        '@type': 'NewsMediaOrganization',
        name: site.name,
        ...(page.departments.length > 0 && {
          contactPoint: page.departments.map(({ name, email, phone }) => ({
            '@type': 'ContactPoint',
            contactType: name,
            email,
            telephone: phone,
          })),
        }),
      },
    }),
  ],
  component: ContactPage,
});
