import type { PageHead, Picture, Post, Site } from '../../templates/types.ts';
import type { Words } from '../../templates/words/words.ts';

export type Thing = { readonly '@type': string | readonly string[]; readonly [key: string]: unknown };

export const organizationId = (site: Site): string => `${site.baseUrl}/#organization`;
const websiteId = (site: Site) => `${site.baseUrl}/#website`;

/** Writes the JSON-LD of the pages of one site: the paper on each, and what the page adds. */
export function createStructuredData(site: Site, words: Words) {
  const rest = toJson(website(site));
  // The home page describes the paper in full; other pages refer to it by id.
  const whole = `${toJson({ ...organization(site), ...organizationDetails(site, words) })},${rest}`;
  const brief = `${toJson(organization(site))},${rest}`;
  return (page: PageHead, things: readonly Thing[]) => {
    const hasBreadcrumbs = page.breadcrumbs.length > 1 && !page.hasNoAddress;
    const all = hasBreadcrumbs ? [breadcrumbs(page, site), ...things] : things;
    return `{"@context":"https://schema.org","@graph":[${[page.path === '/' ? whole : brief, ...all.map(toJson)].join(',')}]}`;
  };
}

/** JSON that can be the content of a script element. */
function toJson(thing: Thing): string {
  const json = JSON.stringify(thing);
  return json.includes('<') ? json.replaceAll('<', '\\u003c') : json;
}

/** A node of this type; `undefined` if all its properties are. */
export const thing = (type: string, known: Readonly<Record<string, unknown>>): Thing | undefined =>
  Object.values(known).some((value) => value !== undefined) ? { '@type': type, ...known } : undefined;

const organization = (site: Site): Thing => ({
  '@type': 'NewsMediaOrganization',
  '@id': organizationId(site),
  name: site.name,
  url: site.baseUrl,
  logo: `${site.baseUrl}/logo.png`,
  foundingDate: site.established === undefined ? undefined : String(site.established),
});

const organizationDetails = ({ contact, network, ...site }: Site, words: Words) => ({
  alternateName: site.shortName === site.name ? undefined : site.shortName,
  slogan: site.tagline,
  description: site.description,
  memberOf: thing('Organization', {
    name: network?.publications && words.network(String(network.publications)),
  }),
  areaServed: site.region,
  email: contact?.email,
  telephone: contact?.phone,
  address: thing('PostalAddress', {
    streetAddress: contact?.street,
    addressLocality: contact?.city,
    addressRegion: contact?.state,
    postalCode: contact?.postalCode,
    addressCountry: contact?.country,
  }),
  ...(site.profiles?.length && { sameAs: site.profiles }),
});

const website = (site: Site): Thing => ({
  '@type': 'WebSite',
  '@id': websiteId(site),
  name: site.name,
  url: site.baseUrl,
  inLanguage: site.language,
  publisher: { '@id': organizationId(site) },
});

const breadcrumbs = (page: PageHead, site: Site): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: page.breadcrumbs.map(({ title, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: title,
    item: site.baseUrl + path,
  })),
});

/** A page itself, as schema.org's type `type`. */
export const webPage = (type: string, page: PageHead, site: Site, more: object = {}): Thing => ({
  '@type': type,
  url: page.hasNoAddress ? undefined : site.baseUrl + page.path,
  name: page.headline,
  description: page.description,
  isPartOf: { '@id': websiteId(site) },
  ...more,
});

export const articleType = ({ sponsored }: Post): string =>
  sponsored ? 'AdvertiserContentArticle' : 'NewsArticle';

/** The addresses of pictures and their crops, each once, without decorative ones, in a format that all search engines read. */
export function imagesOf(pictures: readonly (Picture | undefined)[], site: Site): string[] {
  const paths = pictures.flatMap((picture) => {
    if (!picture?.alt) return [];
    const { src, sources = [], crops = [] } = picture;
    const common = sources.findLast(({ type }) => type !== 'image/avif')?.srcset;
    return [/\.(?:avif|svg)$/.test(src) ? (common?.split(', ').at(-1) ?? src) : src, ...crops];
  });
  return [...new Set(paths)].map((path) => site.baseUrl + path.replace(/ \d+w$/, ''));
}
