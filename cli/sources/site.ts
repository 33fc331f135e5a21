import * as z from 'zod';
import {
  address,
  degrees,
  email,
  hours,
  issueAt,
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
export const menu = () =>
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

const titledMenu = () => z.strictObject({ title: title(), items: menu() });
const titledOutwardMenu = () => z.strictObject({ title: title(), items: outwardMenu() });

const feedKinds = ['png', 'gif', 'jpg', 'jpeg'];
const feedImageNeeds = { kinds: feedKinds, size: [32, 32], isStrict: true } as const;
const shareImageNeeds = { kinds: [...feedKinds, 'webp'], size: [1200, 630] } as const;

/** A name of the tz database. */
const timeZone = () =>
  z.string().superRefine((zone, context) => {
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
  });

const contactFields = z.strictObject({
  email: email().optional(),
  phone: phone().optional(),
  street: title().optional(),
  city: title().optional(),
  state: title().optional(),
  postalCode: title().optional(),
  country: title().optional(),
  hours: text().optional(),
  mapUrl: url().optional(),
});

/** A place on the map has both degrees. */
const geo = z
  .strictObject({
    region: region().optional(),
    placename: title().optional(),
    latitude: degrees(90).optional(),
    longitude: degrees(180).optional(),
  })
  .superRefine(({ latitude, longitude }, context) => {
    if ((latitude === undefined) === (longitude === undefined)) return;
    const [there, missing] = latitude === undefined ? ['longitude', 'latitude'] : ['latitude', 'longitude'];
    issueAt(context, [there], {
      rule: 'missing-key',
      message: `There is a \`${there}\`, but no \`${missing}\`.`,
      hint: `Add \`${missing}\`, or remove this line.`,
    });
  });

/** `site.yaml`: what holds for the whole paper. Only a name and an address are needed. */
export const siteSchema = z.strictObject({
  name: title(),
  shortName: title().optional(),
  titleSuffix: titleOrNothing().optional(),
  tagline: title().optional(),
  description: text().optional(),
  baseUrl: origin(),
  language: language().default('en-us'),
  timeZone: timeZone().optional(),
  region: title().optional(),
  established: whole(1500, 2100).optional(),
  network: z
    .strictObject({ publications: whole(1, 1_000_000).optional(), claim: title().optional() })
    .optional(),
  publisher: title().optional(),
  contact: contactFields.optional(),
  geo: geo.optional(),
  icon: picture({ unchanged: true, needs: {} }).optional(),
  shareImage: z
    .strictObject({ src: picture({ unchanged: true, needs: shareImageNeeds }), alt: text() })
    .optional(),
  shareImages: z.enum(['all', 'pages', 'none']).default('all'),
  profiles: z.array(url()).optional(),
  support: z
    .strictObject({
      title: title().optional(),
      text: text().optional(),
      donateLabel: title().optional(),
      donateUrl: url(),
      laterLabel: title().optional(),
    })
    .optional(),
  feed: z
    .strictObject({
      title: title().optional(),
      description: text().optional(),
      image: picture({ unchanged: true, needs: feedImageNeeds }).optional(),
      webMaster: contact.optional(),
      managingEditor: contact.optional(),
    })
    .optional(),
  postsPerPage: whole(1, 100).default(10),
  categories: distinct(z.array(z.strictObject({ name: title(), path: pageAddress().optional() })), {
    names: ({ name }) => [[name, 'name']],
    message: (name) => `Two categories have the name \`${name}\`.`,
    hint: 'Remove one of them.',
    isError: true,
  }).default([]),
  knownMissing: z.array(address()).default([]),
});

/** The zone in which days begin: UTC for a paper that does not name its own, because builds are the same on all machines. */
export const timeZoneOf = ({ timeZone = 'UTC' }: SiteFile): string => timeZone;

/** `navigation.yaml`: the menus and the footer's links. */
export const navigationSchema = z.strictObject({
  header: menu().default([]),
  categories: titledMenu().optional(),
  more: titledMenu().optional(),
  footer: z
    .strictObject({
      quickLinks: titledMenu().optional(),
      about: titledMenu().optional(),
      partners: titledOutwardMenu().optional(),
      social: titledOutwardMenu().optional(),
    })
    .optional(),
});

/** `radio.yaml`: the station as the player page shows it; the first of `stations` if it names no `port`. */
export const radioSchema = z.strictObject({
  name: title().optional(),
  description: text().optional(),
  origin: origin().optional(),
  port: stationPort().optional(),
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
  nowPlaying: title().optional(),
  picture: picture({ alt: 'pictureAlt' }).optional(),
  pictureAlt: text().optional(),
  decorative: z.boolean().default(false),
  schedule: z
    .array(
      z.strictObject({ time: title(), hours: hours().optional(), title: title(), about: text().optional() }),
    )
    .default([]),
});

export type SiteFile = z.infer<typeof siteSchema>;
export type NavigationFile = z.infer<typeof navigationSchema>;
export type RadioFile = z.infer<typeof radioSchema>;
