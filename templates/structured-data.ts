import type { Page, Post, Site } from './types.ts';

/** A schema.org node. */
type Thing = { readonly '@type': string | readonly string[]; readonly [key: string]: unknown };

/**
 * The page's JSON-LD: the paper and its site everywhere (`common`, made once by `siteData`), the way home, and what this page is
 * about. Every `<` is escaped, so that it can stand in a script element.
 */
export function structuredData(page: Page, site: Site, common: string): string {
  const things = [
    ...(page.breadcrumbs.length > 1 ? [breadcrumbs(page, site)] : []),
    ...pageThings(page, site),
  ];
  return `{"@context":"https://schema.org","@graph":[${[common, ...things.map(toJson)].join(',')}]}`;
}

/** What the JSON-LD of every page begins with. */
export const siteData = (site: Site): string => `${toJson(organization(site))},${toJson(website(site))}`;

function toJson(thing: Thing): string {
  const json = JSON.stringify(thing);
  return json.includes('<') ? json.replaceAll('<', '\\u003c') : json;
}

const organizationId = (site: Site) => `${site.baseUrl}/#organization`;
const websiteId = (site: Site) => `${site.baseUrl}/#website`;

function organization(site: Site): Thing {
  const { contact } = site;
  return {
    '@type': 'NewsMediaOrganization',
    '@id': organizationId(site),
    name: site.name,
    alternateName: site.shortName,
    slogan: site.tagline,
    url: site.baseUrl,
    memberOf: { '@type': 'Organization', name: `A network of ${site.network.publications} publications` },
    logo: site.baseUrl + site.icon,
    foundingDate: String(site.established),
    description: site.description,
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
    sameAs: site.social,
  };
}

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
    '@id': `${site.baseUrl}${page.path}#page`,
    url: site.baseUrl + page.path,
    name: page.headline,
    description: page.description,
    inLanguage: site.language,
    isPartOf: { '@id': websiteId(site) },
    ...more,
  };
}

const postReference = (post: Post, site: Site) => ({
  '@type': 'NewsArticle',
  headline: post.title,
  url: site.baseUrl + post.path,
  datePublished: post.published.iso,
});

function pageThings(page: Page, site: Site): Thing[] {
  switch (page.kind) {
    case 'category':
    case 'archives':
    case 'events':
    case 'partners':
      return [webPage('CollectionPage', page, site)];
    case 'blog':
      return [webPage('Blog', page, site, { blogPost: page.posts.map((post) => postReference(post, site)) })];
    case 'post': {
      const { post } = page;
      return [
        {
          ...postReference(post, site),
          author: { '@type': 'Person', name: post.author },
          '@id': `${site.baseUrl}${post.path}#article`,
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
