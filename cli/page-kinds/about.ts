import * as z from 'zod';
import { AboutPage } from '../../templates/pages/AboutPage.tsx';
import { initialsPath, pictureAt, placeholderAt } from '../images/pictures.ts';
import { initialsSize } from '../images/sizes.ts';
import { email, text, title, year } from '../sources/fields.ts';
import { titledText } from '../sources/page-fields.ts';
import { definePageKind } from './page-kind.ts';
import { organizationId, webPage } from './structured-data.ts';

/** Who makes the paper, since when and what for. */
export const about = definePageKind({
  name: 'about',
  summary: 'the paper and its team',
  fields: {
    sections: z.array(titledText).default([]),
    details: z.array(z.strictObject({ label: title(), value: text() })).default([]),
    awards: z.array(z.strictObject({ year: year(), title: title(), by: title().optional() })).default([]),
    join: titledText.extend({ email: email() }).optional(),
  },
  shows: ['team'],
  props:
    ({ edition: { shared, pictures } }) =>
    ({ file, head, prose }) => ({
      ...head(),
      sections: file.sections.map(({ title, body }, i) => ({
        title,
        body: prose(body, ['sections', i, 'body']),
      })),
      details: file.details,
      awards: file.awards,
      team: (shared.data.team?.data.team ?? []).map(({ name, role, bio, image, imageAlt }) => ({
        name,
        role,
        bio,
        picture: pictureAt(image, imageAlt, pictures) ?? placeholderAt(initialsPath(name), initialsSize),
      })),
      join: file.join && {
        title: file.join.title,
        body: prose(file.join.body, ['join', 'body']),
        email: file.join.email,
      },
    }),
  structuredData: (page, site) => [
    webPage('AboutPage', page, site, { about: { '@id': organizationId(site) } }),
  ],
  component: AboutPage,
});
