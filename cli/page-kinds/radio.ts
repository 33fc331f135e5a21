import { RadioPage } from '../../templates/pages/RadioPage.tsx';
import { pictureAt } from '../images/pictures.ts';
import { text } from '../sources/fields.ts';
import { definePageKind } from './page-kind.ts';
import { policySource } from './policy.ts';
import { organizationId, webPage } from './structured-data.ts';

/** The player of the station of radio.yaml. */
export const radio = definePageKind({
  name: 'radio',
  summary: 'the player of the station of `radio.yaml`',
  fields: { tip: text() },
  shows: ['radio'],
  props({ edition: { shared, pictures } }) {
    const { name, description, nowPlaying, picture, pictureAlt, schedule, origin, port } = shared.radio.data;
    return ({ file, head }) => ({
      ...head(),
      station: { name, description, nowPlaying },
      picture: pictureAt(picture, pictureAlt, pictures),
      stream: `${origin ?? ''}/api/stream?port=${port}`,
      streamOrigin: origin,
      tip: file.tip,
      schedule,
      timeZone: shared.site.data.timeZone,
    });
  },
  policy({ streamOrigin }) {
    const origins = streamOrigin === undefined ? [] : [policySource(streamOrigin)];
    return { connections: origins, media: origins };
  },
  structuredData: (page, site) => [
    webPage('WebPage', page, site),
    {
      '@type': 'RadioStation',
      name: page.station.name,
      description: page.station.description,
      url: site.baseUrl + page.path,
      parentOrganization: { '@id': organizationId(site) },
      areaServed: site.region,
      telephone: site.contact.phone,
      address: {
        '@type': 'PostalAddress',
        addressLocality: site.contact.city,
        addressRegion: site.contact.state,
      },
    },
  ],
  component: RadioPage,
});
