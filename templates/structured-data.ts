import type { Event, Page, Post, Site } from './types.ts';

/** A schema.org node. */
type Thing = { readonly '@type': string | readonly string[]; readonly [key: string]: unknown };

/**
 * The page's JSON-LD: the paper and its site everywhere (`common`, made once by `siteData`), the way home, and what this page is
 * about. Every `<` is escaped, so that it can stand in a script element.
 */
export function structuredData(page: Page, site: Site, common: SiteData): string {
  const things = [
    ...(page.breadcrumbs.length > 1 ? [breadcrumbs(page, site)] : []),
    ...pageThings(page, site),
  ];
  // The home page says all there is to say of the paper; the others name it, under the same id.
  const paper = page.kind === 'home' ? common.whole : common.brief;
  return `{"@context":"https://schema.org","@graph":[${[paper, ...things.map(toJson)].join(',')}]}`;
}

/** What the JSON-LD of every page begins with. */
interface SiteData {
  readonly whole: string;
  readonly brief: string;
}

/** The paper and its site, whole and brief. */
export function siteData(site: Site): SiteData {
  const rest = toJson(website(site));
  return {
    whole: `${toJson({ ...organization(site), ...organizationDetails(site) })},${rest}`,
    brief: `${toJson(organization(site))},${rest}`,
  };
}

function toJson(thing: Thing): string {
  const json = JSON.stringify(thing);
  return json.includes('<') ? json.replaceAll('<', '\\u003c') : json;
}

const organizationId = (site: Site) => `${site.baseUrl}/#organization`;
const websiteId = (site: Site) => `${site.baseUrl}/#website`;

const organization = (site: Site): Thing => ({
  '@type': 'NewsMediaOrganization',
  '@id': organizationId(site),
  name: site.name,
  url: site.baseUrl,
  logo: `${site.baseUrl}/logo.png`,
  foundingDate: String(site.established),
});

const organizationDetails = ({ contact, ...site }: Site) => ({
  alternateName: site.shortName,
  slogan: site.tagline,
  description: site.description,
  memberOf: { '@type': 'Organization', name: `A network of ${site.network.publications} publications` },
  areaServed: site.region,
  email: contact.email,
  telephone: contact.phone,
  address: {
    '@type': 'PostalAddress',
    streetAddress: contact.street,
    addressLocality: contact.city,
    addressRegion: contact.state,
    postalCode: contact.postalCode,
    addressCountry: contact.country,
  },
  ...(site.profiles?.length && { sameAs: site.profiles }),
});

function website(site: Site): Thing {
  return {
    '@type': 'WebSite',
    '@id': websiteId(site),
    name: site.name,
    url: site.baseUrl,
    inLanguage: site.language,
    publisher: { '@id': organizationId(site) },
  };
}

function breadcrumbs(page: Page, site: Site): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: page.breadcrumbs.map(({ title, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: title,
      item: site.baseUrl + path,
    })),
  };
}

/** What a page of type `type` says of itself. */
function webPage(type: string, page: Page, site: Site, more: Record<string, unknown> = {}): Thing {
  return {
    '@type': type,
    url: site.baseUrl + page.path,
    name: page.headline,
    description: page.description,
    isPartOf: { '@id': websiteId(site) },
    ...more,
  };
}

/** An article, by its address; its own page says more of it. */
const postReference = (post: Post, site: Site) => ({ '@type': 'NewsArticle', url: site.baseUrl + post.path });

/** An event, if programs can be told when it is. */
const datedEvent = ({ title, dates, where, about, url }: Event): Thing[] =>
  dates
    ? [
        {
          '@type': 'Event',
          name: title,
          startDate: dates.starts,
          endDate: dates.ends,
          location: { '@type': 'Place', name: where, address: where },
          description: about,
          url,
        },
      ]
    : [];

function pageThings(page: Page, site: Site): Thing[] {
  switch (page.kind) {
    case 'category':
    case 'archives':
    case 'partners':
      return [webPage('CollectionPage', page, site)];
    case 'events':
      return [
        webPage('CollectionPage', page, site),
        ...('events' in page.wall ? page.wall.events.flatMap(datedEvent) : []),
      ];
    case 'blog':
      return [webPage('Blog', page, site, { blogPost: page.posts.map((post) => postReference(post, site)) })];
    case 'post': {
      const { post } = page;
      return [
        {
          ...postReference(post, site),
          headline: post.title,
          datePublished: post.published.iso,
          dateModified: (post.updated ?? post.published).iso,
          author: { '@type': 'Person', name: post.author },
          mainEntityOfPage: site.baseUrl + post.path,
          description: post.excerpt,
          articleSection: post.category.name,
          keywords: post.tags,
          image: [site.baseUrl + page.shareImage.src],
          inLanguage: site.language,
          publisher: { '@id': organizationId(site) },
        },
      ];
    }
    case 'faq':
      return [
        webPage('FAQPage', page, site, {
          mainEntity: page.categories.flatMap(({ items }) =>
            items.map(({ q, a }) => ({
              '@type': 'Question',
              name: q,
              acceptedAnswer: { '@type': 'Answer', text: a },
            })),
          ),
        }),
      ];
    case 'contact':
      return [
        webPage('ContactPage', page, site, {
          about: {
            '@id': organizationId(site),
            '@type': 'NewsMediaOrganization',
            name: site.name,
            contactPoint: page.departments.map(({ name, email, phone }) => ({
              '@type': 'ContactPoint',
              contactType: name,
              email,
              telephone: phone,
            })),
          },
        }),
      ];
    case 'about':
      return [webPage('AboutPage', page, site, { about: { '@id': organizationId(site) } })];
    case 'subscribe':
      return [
        webPage('WebPage', page, site),
        ...page.plans.map((plan) => ({
          '@type': 'Product',
          name: `${site.name} ${plan.name}`,
          description: plan.features.join('; '),
          image: site.baseUrl + page.shareImage.src,
          brand: { '@id': organizationId(site) },
          offers: {
            '@type': 'Offer',
            price: plan.price,
            priceCurrency: 'USD',
            availability: 'https://schema.org/InStock',
            url: site.baseUrl + page.path,
          },
        })),
      ];
    case 'books':
      return [
        webPage('CollectionPage', page, site, {
          mainEntity: {
            '@type': 'ItemList',
            numberOfItems: page.books.length,
            itemListElement: page.books.map((book, i) => ({
              '@type': 'ListItem',
              position: i + 1,
              item: {
                '@type': 'Book',
                name: book.title,
                author: { '@type': 'Person', name: book.author },
                url: book.url,
                ...(book.isbn && { isbn: book.isbn }),
              },
            })),
          },
        }),
      ];
    case 'radio':
      return [
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
      ];
    case 'home':
    case 'text':
    case 'rss':
    case 'not-found':
    case 'embed-form':
    case 'embed-document':
    case 'embed-wall':
      return [webPage('WebPage', page, site)];
  }
}
