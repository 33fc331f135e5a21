import * as z from 'zod';
import {
  address,
  degrees,
  email,
  hours,
  language,
  link,
  origin,
  pageAddress,
  phone,
  picture,
  region,
  source,
  stationPort,
  text,
  title,
  titleOrNothing,
  url,
  whole,
} from './fields.ts';
import { distinct } from './references.ts';

const contact = z.strictObject({ name: title(), email: email() });

/** A menu of pages of the paper's own, or of others. */
const menu = () =>
  distinct(z.array(z.strictObject({ title: title(), path: link() })), {
    names: ({ path }) => [[path, 'path']],
    message: (path) => `Two entries of this menu link to \`${path}\`.`,
  });

/** A menu of pages of others. */
const outwardMenu = () =>
  distinct(z.array(z.strictObject({ title: title(), url: url() })), {
    names: ({ url }) => [[url, 'url']],
    message: (url) => `Two entries of this menu link to \`${url}\`.`,
  });

const titledMenu = () => z.strictObject({ title: title(), items: menu().min(1) });
const titledOutwardMenu = () => z.strictObject({ title: title(), items: outwardMenu() });

const feedKinds = ['png', 'gif', 'jpg', 'jpeg'];
const feedImageNeeds = { kinds: feedKinds, size: [32, 32], isStrict: true } as const;
const shareImageNeeds = { kinds: [...feedKinds, 'webp'], size: [1200, 630] } as const;

/** `site.yaml`: what holds for the whole paper. */
export const siteSchema = z.strictObject({
  name: title(),
  shortName: title(),
  titleSuffix: titleOrNothing().optional(),
  tagline: title(),
  description: text(),
  baseUrl: origin(),
  language: language(),
  timeZone: z.string().superRefine((zone, context) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
    } catch {
      context.addIssue({
        code: 'custom',
        message: `\`${zone}\` is not a time zone.`,
        params: {
          rule: 'invalid-value',
          hint: 'Use a name from the tz database, such as `America/Chicago`.',
        },
      });
    }
  }),
  region: title(),
  established: whole(1500, 2100),
  network: z.strictObject({ publications: whole(1, 1_000_000), claim: title() }),
  publisher: title(),
  contact: z.strictObject({
    email: email(),
    phone: phone(),
    street: title(),
    city: title(),
    state: title(),
    postalCode: title(),
    country: title(),
    hours: text(),
    mapUrl: url(),
  }),
  geo: z.strictObject({
    region: region(),
    placename: title(),
    latitude: degrees(90),
    longitude: degrees(180),
  }),
  icon: picture({ unchanged: true, needs: {} }),
  shareImage: z.strictObject({ src: picture({ unchanged: true, needs: shareImageNeeds }), alt: text() }),
  shareImages: z.enum(['all', 'pages', 'none']).default('all'),
  profiles: z.array(url()).optional(),
  support: z.strictObject({
    title: title(),
    text: text(),
    donateLabel: title(),
    donateUrl: url(),
    laterLabel: title(),
  }),
  feed: z.strictObject({
    title: title(),
    description: text(),
    image: picture({ unchanged: true, needs: feedImageNeeds }),
    webMaster: contact,
    managingEditor: contact,
  }),
  postsPerPage: whole(1, 100).default(10),
  categories: distinct(z.array(z.strictObject({ name: title(), path: pageAddress().optional() })).min(1), {
    names: ({ name }) => [[name, 'name']],
    message: (name) => `Two categories have the name \`${name}\`.`,
    hint: 'Remove one of them.',
    isError: true,
  }),
  knownMissing: z.array(address()).default([]),
});

/** `navigation.yaml`: the menus and the footer's links. */
export const navigationSchema = z.strictObject({
  header: menu().min(1),
  categories: titledMenu(),
  more: titledMenu(),
  footer: z.strictObject({
    quickLinks: titledMenu(),
    about: titledMenu(),
    partners: titledOutwardMenu(),
    social: titledOutwardMenu(),
  }),
});

/** `radio.yaml`: the station as the player page shows it. */
export const radioSchema = z.strictObject({
  name: title(),
  description: text(),
  origin: origin().optional(),
  port: stationPort(),
  stations: distinct(
    z
      .array(
        z.strictObject({
          port: whole(1, 65_535),
          source: source(),
          fallback: source().optional(),
          // Of the source, if it is a stream: what nobody can know before it is opened.
          channels: whole(1, 2).default(2),
          sampleRate: whole(8000, 96_000).optional(),
        }),
      )
      .min(1),
    {
      names: ({ port }) => [[String(port), 'port']],
      message: (port) => `Another station already has the port ${port}.`,
      hint: 'Give one of the two another port; players ask for a station by it.',
      isError: true,
    },
  ),
  nowPlaying: title(),
  picture: picture({ alt: 'pictureAlt' }).optional(),
  pictureAlt: text().optional(),
  decorative: z.boolean().default(false),
  schedule: z
    .array(z.strictObject({ time: title(), hours: hours().optional(), title: title(), about: text() }))
    .default([]),
});

export type SiteFile = z.infer<typeof siteSchema>;
export type NavigationFile = z.infer<typeof navigationSchema>;
export type RadioFile = z.infer<typeof radioSchema>;
