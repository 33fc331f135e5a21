import { RadioPage } from '../../../templates/pages/RadioPage.tsx';
import { text } from '../../content/schema/fields.ts';
import { timeZoneOf } from '../../content/site.ts';
import { pictureAt } from '../../look/pictures.ts';
import { definePageKind, needed } from '../page-kind.ts';
import { organizationId, thing, webPage } from '../structured-data.ts';

export const radio = definePageKind({
  name: 'radio',
  summary: 'the player of the station of `radio.yaml`',
  fields: { tip: text().optional().describe('A line under the player.') },
  needs: ['radio'],
  props({ edition: { shared, pictures } }) {
    const site = shared.site.data;
    const { name = site.name, description, nowPlaying = name, ...radio } = needed(shared.radio).data;
    const { picture, pictureAlt, schedule, origin, stations, port = stations[0]?.port } = radio;
    return ({ file, head }) => ({
      ...head(),
      station: { name, description, nowPlaying },
      picture: pictureAt(picture, pictureAlt, pictures),
      stream: `${origin ?? ''}/api/stream?port=${port}`,
      streamOrigin: origin ?? "'self'",
      tip: file.tip,
      schedule,
      timeZone: timeZoneOf(site),
    });
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
      telephone: site.contact?.phone,
      address: thing('PostalAddress', {
        addressLocality: site.contact?.city,
        addressRegion: site.contact?.state,
      }),
    },
  ],
  component: RadioPage,
});
