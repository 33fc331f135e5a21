import * as z from 'zod';
import {
  address,
  degrees,
  email,
  hours,
  language,
  link,
  origin,
  phone,
  picturePath,
  region,
  source,
  text,
  title,
  titleOrNothing,
  url,
  whole,
} from './fields.ts';

const contact = z.strictObject({ name: title(), email: email() });

const ownOrForeign = z.strictObject({ title: title(), path: link() });

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
  icon: picturePath(),
  shareImage: z.strictObject({ src: picturePath(), alt: text() }),
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
    image: picturePath(),
    webMaster: contact,
    managingEditor: contact,
  }),
  postsPerPage: whole(1, 100).default(10),
  categories: z.array(z.strictObject({ name: title(), path: address().optional() })).min(1),
  knownMissing: z.array(address()).default([]),
});

/** `navigation.yaml`: the menus and the footer's links. */
export const navigationSchema = z.strictObject({
  header: z.array(ownOrForeign).min(1),
  categories: z.strictObject({ title: title(), items: z.array(ownOrForeign).min(1) }),
  more: z.strictObject({ title: title(), items: z.array(ownOrForeign).min(1) }),
  footer: z.strictObject({
    quickLinks: z.strictObject({ title: title(), items: z.array(ownOrForeign).min(1) }),
    about: z.strictObject({ title: title(), items: z.array(ownOrForeign).min(1) }),
    partners: z.strictObject({
      title: title(),
      items: z.array(z.strictObject({ title: title(), url: url() })),
    }),
    social: z.strictObject({
      title: title(),
      items: z.array(z.strictObject({ title: title(), url: url() })),
    }),
  }),
});

/** `radio.yaml`: the station as the player page shows it. */
export const radioSchema = z.strictObject({
  name: title(),
  description: text(),
  origin: origin().optional(),
  port: whole(1, 65_535),
  stations: z
    .array(z.strictObject({ port: whole(1, 65_535), source: source(), fallback: source().optional() }))
    .min(1),
  nowPlaying: title(),
  picture: picturePath().optional(),
  pictureAlt: text().optional(),
  decorative: z.boolean().default(false),
  schedule: z
    .array(z.strictObject({ time: title(), hours: hours().optional(), title: title(), about: text() }))
    .default([]),
});

export type SiteFile = z.infer<typeof siteSchema>;
export type NavigationFile = z.infer<typeof navigationSchema>;
export type RadioFile = z.infer<typeof radioSchema>;
