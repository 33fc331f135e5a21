import type { Assets, Page, Site } from './types.ts';

/** What stands around a drawn page. */
export interface DocumentParts {
  readonly page: Page;
  readonly site: Site;
  readonly assets: Assets;
  /** The page's own part, drawn. */
  readonly main: string;
  /** The header and footer around it, drawn. */
  readonly header: string;
  readonly footer: string;
  readonly contentSecurityPolicy: string;
  /** JSON-LD with every `<` escaped. */
  readonly structuredData: string;
}

/**
 * The whole HTML document around a drawn page. It is put together as text: React would draw the same head five times slower, and of its
 * merits only the escaping matters here, which `element` does.
 */
export function document(parts: DocumentParts): string {
  const [language = 'en', country = 'us'] = parts.site.language.split('-');
  return `<!DOCTYPE html>\n<html lang="${language}-${country.toUpperCase()}"><head>${head(parts)}</head>${body(parts)}</html>\n`;
}

function body({ page, main, header, footer }: DocumentParts): string {
  if (page.kind.startsWith('embed-')) return `<body class="framed"><main>${main}</main></body>`;
  return (
    `<body data-page="${page.kind}"><a class="skip-link" href="#main">Skip to the news</a>` +
    `<header class="masthead">${header}</header><main id="main" tabindex="-1">${main}</main><footer class="footer">${footer}</footer></body>`
  );
}

function head({ page, site, assets, contentSecurityPolicy, structuredData }: DocumentParts): string {
  const title = page.kind === 'home' ? page.title : `${page.title} | ${site.name}`;
  const canonical = site.baseUrl + page.path;
  const own = page.kind === 'post' && !page.post.picture.src.endsWith('.svg') ? page.post.picture : undefined;
  const image = own ?? { ...site.shareImage, width: 1200, height: 630 };
  const [language = 'en', country = 'us'] = site.language.split('-');
  const { latitude, longitude } = site.geo;
  return [
    '<meta charset="utf-8">',
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy }),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    named('description', page.description),
    named('keywords', page.keywords.join(', ')),
    element('link', { rel: 'canonical', href: canonical }),
    page.noindex ? named('robots', 'noindex') : '',
    property('og:type', page.kind === 'post' ? 'article' : 'website'),
    property('og:title', page.title),
    property('og:description', page.description),
    property('og:url', canonical),
    property('og:site_name', site.name),
    property('og:locale', `${language}_${country.toUpperCase()}`),
    property('og:image', site.baseUrl + image.src),
    property('og:image:width', String(image.width)),
    property('og:image:height', String(image.height)),
    property('og:image:alt', image.alt),
    ...(page.kind === 'post' ? articleProperties(page.post) : []),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', page.title),
    named('twitter:description', page.description),
    named('twitter:image', site.baseUrl + image.src),
    named('twitter:image:alt', image.alt),
    named('geo.region', site.geo.region),
    named('geo.placename', site.geo.placename),
    named('geo.position', `${latitude};${longitude}`),
    named('ICBM', `${latitude}, ${longitude}`),
    element('link', {
      rel: 'alternate',
      type: 'application/rss+xml',
      title: site.feedTitle,
      href: '/rss.xml',
    }),
    element('link', {
      rel: 'alternate',
      type: 'application/feed+json',
      title: site.feedTitle,
      href: '/feed.json',
    }),
    element('link', { rel: 'icon', href: site.icon }),
    element('link', { rel: 'stylesheet', href: assets.stylesheet }),
    ...assets.scripts.map((src) => `${element('script', { type: 'module', src })}</script>`),
    `<script type="application/ld+json">${structuredData}</script>`,
  ].join('');
}

const articleProperties = (post: Extract<Page, { kind: 'post' }>['post']): string[] => [
  property('article:published_time', post.published.iso),
  property('article:section', post.category.name),
  ...post.tags.map((tag) => property('article:tag', tag)),
];

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`;

const element = (name: string, attributes: Readonly<Record<string, string>>) =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
    .join('')}>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in HTML, in text and in double-quoted attributes. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
