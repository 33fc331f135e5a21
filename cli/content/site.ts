import * as z from 'zod';
import { localeOf, wordsIn } from '../../templates/words/words.ts';
import { cached } from '../lib/cached.ts';
import { startOfDay } from '../lib/in-zone.ts';
import { nearest } from '../problems/nearest.ts';
import { deskSchema } from './desk.ts';
import { newsletterSchema } from './newsletter.ts';
import { noticeKinds } from './notice.ts';
import { secureUrlIssue } from './schema/address-issues.ts';
import * as f from './schema/fields.ts';
import { distinct } from './schema/references.ts';

const contact = z.strictObject({
  name: f.title().describe('Who it is.'),
  email: f.email().describe('Where mail to them goes.'),
});

const entry = z.strictObject({ title: f.title().describe('The words of the entry.') });
const linkedTwice = (address: string) => `Two entries of this menu link to \`${address}\`.`;

/** A menu with links to the paper or elsewhere. */
export const menu = () =>
  distinct(z.array(entry.extend({ path: f.link().describe('Where it leads.') })), {
    names: ({ path }) => [[path, 'path']],
    message: linkedTwice,
  });

const outwardMenu = () =>
  distinct(z.array(entry.extend({ url: f.url().describe('Where it leads.') })), {
    names: ({ url }) => [[url, 'url']],
    message: linkedTwice,
  });

const titled = <Items extends z.ZodType>(list: string, items: Items) =>
  z.strictObject({
    title: f.title().describe(`The heading of the ${list}.`),
    items: items.describe('Its entries, in order.'),
  });

const host = z
  .enum(['nginx', 'caddy', 'apache', 'netlify', 'cloudflare-pages'])
  .meta({ 'x-form': 'GitHub Pages, Vercel and S3 read no settings and are not named here.' });

const feedKinds = ['png', 'gif', 'jpg', 'jpeg'];
const feedImageNeeds = { kinds: feedKinds, size: [32, 32], isStrict: true } as const;
const shareImageNeeds = { kinds: [...feedKinds, 'webp'], size: [1200, 630] } as const;

const timeZone = () =>
  f.fieldOf(
    'a time zone',
    isTimeZone,
    'Use a name from the tz database, such as `America/Chicago`.',
    zoneMeant,
  );

export const isTimeZone = cached((zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
});

/** The zone of a city, or the nearest name. */
function zoneMeant(zone: string): string | undefined {
  const all = Intl.supportedValuesOf('timeZone');
  const city = zone.trim().replaceAll(' ', '_').toLowerCase();
  return all.find((name) => name.toLowerCase().endsWith(`/${city}`)) ?? nearest(zone, all);
}

/** A service that counts readers: how it knows the paper, and at which host. */
const counter = <Name extends string, Host extends z.ZodType>(
  provider: Name,
  [what, id, hint]: readonly [what: string, id: RegExp, hint: string],
  host: Host,
) =>
  z.strictObject({
    provider: z.literal(provider).describe('The service.'),
    id: f.fieldOf(what, (value) => id.test(value), hint).describe('What the service calls the paper.'),
    host: host.describe('The host of the service, if it is one of your own.'),
  });

const analytics = () =>
  z.discriminatedUnion('provider', [
    counter(
      'plausible',
      ['a domain', /^[\w.-]+$/, 'Write it as in `ridgeherald.com`.'],
      f.origin().optional(),
    ),
    counter(
      'goatcounter',
      ['a code', /^[a-z0-9-]+$/, 'Write what stands before `.goatcounter.com`.'],
      f.origin().optional(),
    ),
    counter('matomo', ['the number of a site', /^\d+$/, 'Write it as in `"1"`.'], f.origin()),
  ]);

export const analyticsHost = ({ provider, id, host }: z.infer<ReturnType<typeof analytics>>): string =>
  host ?? (provider === 'goatcounter' ? `https://${id}.goatcounter.com` : 'https://plausible.io');

const contactFields = z.strictObject({
  email: f.email().optional().describe('The address of the newsroom.'),
  phone: f.phone().optional().describe('The number of the newsroom.'),
  street: f.title().optional().describe('Street and number.'),
  city: f.title().optional().describe('The city.'),
  state: f.title().optional().describe('The state or province.'),
  postalCode: f.title().optional().describe('The postal code; in quotes if it is only digits.'),
  country: f.title().optional().describe('The country, as two letters such as `US`.'),
  hours: f.text().optional().describe('When the office is open, in words.'),
  mapUrl: f.url().optional().describe('A map of the place.'),
});

/** A place on the map has both degrees. */
const geo = z
  .strictObject({
    region: f.region().optional().describe('The state or country of the place.'),
    placename: f.title().optional().describe('The place in words.'),
    latitude: f.degrees(90).optional().describe('Degrees north of the equator.'),
    longitude: f.degrees(180).optional().describe('Degrees east of Greenwich; west is negative.'),
  })
  .superRefine(({ latitude, longitude }, context) => {
    if ((latitude === undefined) === (longitude === undefined)) return;
    const [there, missing] = latitude === undefined ? ['longitude', 'latitude'] : ['latitude', 'longitude'];
    f.issueAt(context, [there], {
      rule: 'missing-key',
      message: `There is a \`${there}\`, but no \`${missing}\`.`,
      hint: `Add \`${missing}\`, or remove this line.`,
    });
  });

/** `site.yaml`: what holds for the whole paper. Only a name and an address are needed. */
export const siteSchema = z.strictObject({
  name: f.title().describe('The name of the paper.'),
  shortName: f.title().optional().describe('A shorter name, for small places.'),
  titleSuffix: f
    .titleOrNothing()
    .optional()
    .describe(
      'What follows the title of a page in the browser’s tab; the name of the paper if it is left out.',
    ),
  tagline: f.title().optional().describe('A line under the name.'),
  description: f.text().optional().describe('One or two sentences about the paper, for search engines.'),
  baseUrl: f.origin().describe('The address of the paper.'),
  language: f.language().default('en-us').describe('The language of the paper.'),
  currency: f.currency().default('USD').describe('The currency of prices, such as `USD` or `MXN`.'),
  timeZone: timeZone()
    .optional()
    .describe('The zone in which the days of the paper begin, such as `America/Chicago`.'),
  region: f.title().optional().describe('Where the paper is read, in words.'),
  established: f.whole(1500, 2100).optional().describe('The year of the first issue.'),
  network: z
    .strictObject({
      publications: f.whole(1, 1_000_000).optional().describe('How many papers the group has.'),
      claim: f.title().optional().describe('What the group says of itself.'),
    })
    .optional()
    .describe('The group of papers it belongs to.'),
  publisher: f.title().optional().describe('Who publishes the paper.'),
  contact: contactFields.optional().describe('How readers reach the paper.'),
  geo: geo.optional().describe('Where the paper is on a map.'),
  icon: f
    .picture({ unchanged: true, needs: {} })
    .optional()
    .describe('The sign of the paper in tabs and on home screens.'),
  shareImage: z
    .strictObject({
      src: f.picture({ unchanged: true, needs: shareImageNeeds }).describe('The picture, 1200 by 630.'),
      alt: f.text().describe('What the picture shows.'),
    })
    .optional()
    .describe('The picture that social networks show beside links to the paper.'),
  shareImages: z
    .enum(['all', 'pages', 'none'])
    .optional()
    .describe('For which pages pictures for social networks are drawn: by default, all but imported posts.'),
  covers: z
    .enum(['cards'])
    .optional()
    .describe(
      '`cards` shows the drawn cover of its category on the card of each story without a picture, not on `/blog` alone.',
    ),
  profiles: z.array(f.url()).optional().describe('The pages of the paper elsewhere.'),
  support: z
    .strictObject({
      title: f.title().optional().describe('Its heading.'),
      text: f.text().optional().describe('Why readers should give.'),
      donateLabel: f.title().optional().describe('The words on the button that leads on.'),
      donateUrl: f.url().describe('Where readers can give.'),
      laterLabel: f.title().optional().describe('The words on the button that closes it.'),
      ask: z
        .strictObject({
          text: f.text().describe('Why, in a sentence or three.'),
          label: f.title().optional().describe('The words on its button.'),
          path: f.link().optional().describe('Where that leads; `donateUrl` if it is left out.'),
        })
        .optional()
        .describe('The same, in short, after each article.'),
    })
    .optional()
    .describe('The invitation to support the paper.'),
  feed: z
    .strictObject({
      title: f.title().optional().describe('Its name.'),
      description: f.text().optional().describe('What it has.'),
      image: f
        .picture({ unchanged: true, needs: feedImageNeeds })
        .optional()
        .describe('A picture of 32 by 32 pixels.'),
      webMaster: contact.optional().describe('Who answers for its technology.'),
      managingEditor: contact.optional().describe('Who answers for its content.'),
      items: f.whole(1, 100).optional().describe('How many stories it has; 10 if it is left out.'),
      content: z
        .enum(['full', 'excerpt'])
        .optional()
        .describe('Whether it has the whole texts or the excerpts; `full` if it is left out.'),
      host: f
        .fieldOf(
          'a host',
          (value) => /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(value),
          'Write it without `https://`, as in `paper.example`.',
        )
        .optional()
        .describe('The host in the ids of stories: the former one, once the paper has moved to another.'),
      hub: f
        .url()
        .optional()
        .describe('The address of a WebSub hub, which tells readers’ programs of new stories.'),
    })
    .optional()
    .describe('The feed of the paper, `/rss.xml`.'),
  hosts: distinct(z.array(host), {
    names: (name) => [[name]],
    message: (name) => `\`${name}\` is in this list twice.`,
  })
    .optional()
    .describe('What serves the paper; the build writes the settings of each.'),
  newsSitemap: z
    .boolean()
    .optional()
    .describe('`true` makes `/news-sitemap.xml`, the stories of the last 48 hours, for news search engines.'),
  corrections: z
    .strictObject({
      place: z.enum(['top', 'bottom']).describe('Above the text of the article, or below it.'),
    })
    .optional()
    .describe('Where corrections of a story are shown; below its text if it is left out.'),
  newsletter: newsletterSchema
    .optional()
    .describe(
      'The newest posts as an e-mail for a mailer, `/newsletter.html` and `/newsletter.txt`; with a page of its own, `/newsletter/latest.html`.',
    ),
  analytics: analytics()
    .optional()
    .describe('A service that counts readers, without cookies; none if it is left out.'),
  pixel: f
    .url(secureUrlIssue)
    .optional()
    .describe('The address of an image on every page by which another service counts readers.'),
  cms: deskSchema
    .optional()
    .describe('The desk at `/admin`, where editors write in the browser; `galley cms` sets it up.'),
  postsPerPage: f.whole(1, 100).default(10).describe('How many posts a page of a list has.'),
  categories: distinct(
    z.array(
      z.strictObject({
        name: f.title().describe('The name that posts use.'),
        path: f.pageAddress().optional().describe('The page of the category.'),
      }),
    ),
    {
      names: ({ name }) => [[name, 'name']],
      message: (name) => `Two categories have the name \`${name}\`.`,
      hint: 'Remove one of them.',
      isError: true,
    },
  )
    .default([])
    .describe('The categories that posts can have.'),
  notices: noticeKinds()
    .optional()
    .describe('The kinds of notices that the paper prints, in the order of their tabs.'),
  knownMissing: z
    .array(f.address())
    .default([])
    .describe('Addresses that pages link to although they do not exist yet.'),
  importedBefore: f.date().optional().describe('The old mistakes of posts from before it are only counted.'),
});

/** The words of the paper's pages, the tag that `Intl` writes its dates and numbers by, and the zone of its days. */
export const languageOf = (site: SiteFile) => ({
  words: wordsIn(site.language),
  locale: localeOf(site.language),
  timeZone: timeZoneOf(site),
});

/** The zone in which days begin: UTC for a paper that does not name its own, because builds are the same on all machines. */
export const timeZoneOf = ({ timeZone = 'UTC' }: SiteFile): string => timeZone;

/** The moment before which posts were imported, in milliseconds; before all others if none was. */
export const importedUntil = (site: SiteFile): number =>
  site.importedBefore === undefined
    ? Number.NEGATIVE_INFINITY
    : Date.parse(startOfDay(site.importedBefore, timeZoneOf(site)));

/** `navigation.yaml`: the menus and the footer's links. */
export const navigationSchema = z.strictObject({
  header: menu().default([]).describe('The menu at the top of each page.'),
  sections: menu()
    .default([])
    .describe(
      'The paper’s own sections, in a line under the menus; they are the first in the menu of phones.',
    ),
  buttons: menu()
    .max(3)
    .default([])
    .describe('Links beside the name of the paper; the last is the strong one, such as Subscribe.'),
  categories: titled('menu', menu()).optional().describe('The menu of the sections.'),
  more: titled('menu', menu()).optional().describe('The menu of everything else.'),
  footer: z
    .strictObject({
      quickLinks: titled('menu', menu()).optional().describe('The first list.'),
      about: titled('menu', menu()).optional().describe('The list about the paper.'),
      partners: titled('list', outwardMenu()).optional().describe('The list of other sites.'),
      social: titled('list', outwardMenu()).optional().describe('The list of the paper’s pages elsewhere.'),
    })
    .optional()
    .describe('The lists at the end of each page.'),
});

/** `radio.yaml`: the station as the player page shows it; the first of `stations` if it names no `port`. */
export const radioSchema = z.strictObject({
  name: f.title().optional().describe('The name of the station.'),
  description: f.text().optional().describe('What it plays.'),
  origin: f.origin().optional().describe('The host of the relay, if it is not that of the paper.'),
  port: f.stationPort().optional().describe('The station that the player plays, by its port.'),
  stations: distinct(
    z
      .array(
        z.strictObject({
          port: f.whole(1, 65_535).describe('The number that players name.'),
          source: f.source().describe('Where the sound comes from.'),
          fallback: f.source().optional().describe('What is played while the source is gone.'),
        }),
      )
      .min(1),
    {
      names: ({ port }) => [[String(port), 'port']],
      message: (port) => `Another station already has the port ${port}.`,
      hint: 'Give one of the two another port; players ask for a station by it.',
      isError: true,
    },
  ).describe('The stations that players may ask for.'),
  nowPlaying: f.title().optional().describe('What is shown until the station says what is on.'),
  picture: f.picture({ alt: 'pictureAlt' }).optional().describe('A picture of the studio.'),
  pictureAlt: f.text().optional().describe('What the picture shows.'),
  decorative: z.boolean().default(false).describe('`true` if the picture shows nothing that matters.'),
  schedule: z
    .array(
      z.strictObject({
        time: f.title().describe('When it is on, in words.'),
        hours: f.hours().optional().describe('When it is on, for marking the current program.'),
        title: f.title().describe('The name of the program.'),
        about: f.text().optional().describe('What it is about.'),
      }),
    )
    .default([])
    .describe('The programs of the day.'),
});

/** `alert.yaml`: a warning on every page, while it holds. */
export const alertSchema = z
  .strictObject({
    text: f.title().describe('What readers must know, in one sentence.'),
    label: f.title().optional().describe('A word or two before it, such as `Flood warning`.'),
    path: f.link().optional().describe('Where there is more of it.'),
    level: z
      .enum(['notice', 'warning', 'emergency'])
      .default('notice')
      .describe('How urgent it is: screen readers read the last two at once.'),
    from: f.dayOrMoment().optional().describe('From when on it is shown; at once if it is left out.'),
    until: f.dayOrMoment().optional().describe('The last day, or the moment, after which it is gone.'),
  })
  .superRefine(f.inOrder(['until', 'from']));

/** `redirects.yaml`: former addresses that no page names among its `aliases`, and where their readers are sent. It may be left out. */
export const redirectsSchema = z.array(
  z.strictObject({
    from: f.formerAddress().describe('The former address.'),
    to: f.redirectTarget().describe('Where its readers are sent.'),
  }),
);

export type SiteFile = z.infer<typeof siteSchema>;
export type RadioFile = z.infer<typeof radioSchema>;
