import * as z from 'zod';
import { AboutPage } from '../../../templates/pages/AboutPage.tsx';
import { titledText } from '../../content/page-fields.ts';
import { email, text, title, year } from '../../content/schema/fields.ts';
import { definePageKind } from '../page-kind.ts';
import { organizationId, webPage } from '../structured-data.ts';
import { teamOf } from './authors.ts';

const award = z.strictObject({
  year: year().describe('The year of the prize.'),
  title: title().describe('The prize.'),
  by: title().optional().describe('Who gave it.'),
});

export const about = definePageKind({
  name: 'about',
  summary: 'the paper and its team',
  fields: {
    sections: z.array(titledText).default([]).describe('Texts about the paper.'),
    details: z
      .array(z.strictObject({ label: title().describe('What it is.'), value: text().describe('The fact.') }))
      .default([])
      .describe('Facts, each with a label.'),
    awards: z.array(award).default([]).describe('Prizes.'),
    join: titledText
      .extend({ email: email().describe('Where applications go.') })
      .optional()
      .describe('An invitation to work here.'),
  },
  shows: ['team'],
  props:
    ({ edition }) =>
    ({ file, head, prose }) => ({
      ...head(),
      sections: file.sections.map(({ title, body }, i) => ({
        title,
        body: prose(body, ['sections', i, 'body']),
      })),
      details: file.details,
      awards: file.awards,
      team: teamOf(edition),
      join: file.join && { ...file.join, body: prose(file.join.body, ['join', 'body']) },
    }),
  structuredData: (page, site) => [
    webPage('AboutPage', page, site, { about: { '@id': organizationId(site) } }),
  ],
  component: AboutPage,
});
