import type { Assets, Page, Site } from './types.ts';

/** What stands around a drawn page. */
export interface DocumentParts {
  readonly page: Page;
  readonly site: Site;
  /** What the head of every page holds, made once by `siteHead`. */
  readonly siteHead: string;
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

/** A stretch of a page, whole tags only; `shared` where other pages have the very same. */
export interface Part {
  readonly text: string;
  readonly shared: boolean;
}

/**
 * The whole HTML document around a drawn page, in the parts it is joined from. It is put together as text: React would draw the same
 * head five times slower, and of its merits only the escaping matters here.
 */
export function document(parts: DocumentParts): readonly Part[] {
  const { page, main, header, footer, structuredData } = parts;
  const [language = 'en', country = 'us'] = parts.site.language.split('-');
  const own = (text: string): Part => ({ text, shared: false });
  const shared = (text: string): Part => ({ text, shared: true });
  const top = [
    own(`<!DOCTYPE html>\n<html lang="${language}-${country.toUpperCase()}"><head>${head(parts)}`),
    shared(parts.siteHead),
    shared(scripts(page, parts.assets)),
    shared('<script type="application/ld+json">'),
    own(structuredData),
    shared('</script></head>'),
  ];
  if (page.kind.startsWith('embed-')) {
    return [...top, shared('<body class="framed"><main>'), own(main), shared('</main></body></html>\n')];
  }
  return [
    ...top,
    own(
      `<body data-page="${page.kind}"><a class="skip-link" href="#Main">Skip to the news</a><header class="masthead">`,
    ),
    shared(header),
    shared('</header><main id="Main" tabindex="-1">'),
    own(main),
    shared('</main><footer class="footer">'),
    shared(footer),
    shared('</footer></body></html>\n'),
  ];
}

function head({ page, site, contentSecurityPolicy }: DocumentParts): string {
  const title = escapeHtml(page.title);
  const description = escapeHtml(page.description);
  // The page for unknown addresses has none of its own.
  const canonical = page.kind === 'not-found' ? undefined : escapeHtml(site.baseUrl + page.path);
  const { src, alt, width, height } = page.shareImage;
  const imageUrl = escapeHtml(site.baseUrl + src);
  const imageAlt = escapeHtml(alt);
  return (
    // First of all, so that nothing is loaded before they hold.
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${title}${wholeTitles.has(page.kind) ? '' : escapeHtml(suffixOf(site))}</title>` +
    `<meta name="description" content="${description}">` +
    `<meta name="keywords" content="${escapeHtml(page.keywords.join(', '))}">` +
    (canonical ? `<link rel="canonical" href="${canonical}">` : '') +
    (page.noindex ? '<meta name="robots" content="noindex">' : '') +
    `<meta property="og:type" content="${page.kind === 'post' ? 'article' : 'website'}">` +
    `<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">` +
    (canonical ? `<meta property="og:url" content="${canonical}">` : '') +
    `<meta property="og:image" content="${imageUrl}">` +
    `<meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}">` +
    `<meta property="og:image:alt" content="${imageAlt}">` +
    (page.kind === 'post' ? articleProperties(page.post) : '') +
    `<meta name="twitter:title" content="${title}"><meta name="twitter:description" content="${description}">` +
    `<meta name="twitter:image" content="${imageUrl}"><meta name="twitter:image:alt" content="${imageAlt}">` +
    // In a frame, what a link leads to would refuse to be shown. A form's answer is no page.
    (['embed-wall', 'embed-document'].includes(page.kind) ? '<base target="_blank">' : '')
  );
}

/** What follows a title, apart from it by a blank, a comma or a colon. */
function suffixOf({ name, titleSuffix = `| ${name}` }: Site): string {
  return titleSuffix === '' || /^[\s,:]/.test(titleSuffix) ? titleSuffix : ` ${titleSuffix}`;
}

/** Pages whose title says all: nothing follows it. */
const wholeTitles: ReadonlySet<Page['kind']> = new Set(['home', 'not-found', 'rss']);

const articleProperties = (post: Extract<Page, { kind: 'post' }>['post']): string =>
  `<meta property="article:published_time" content="${post.published.iso}">` +
  `<meta property="article:modified_time" content="${(post.updated ?? post.published).iso}">` +
  `<meta property="article:section" content="${escapeHtml(post.category.name)}">` +
  post.tags.map((tag) => `<meta property="article:tag" content="${escapeHtml(tag)}">`).join('');

/** Pages that live in a frame have none: its sandbox would refuse them. */
const scripts = ({ kind }: Page, assets: Assets): string =>
  kind.startsWith('embed-')
    ? ''
    : `<script type="speculationrules">${speculationRules}</script>` +
      [assets.scripts.site, assets.scripts[kind]]
        .map((src) => (src ? `<script type="module" src="${src}"></script>` : ''))
        .join('');

/** Pages a reader is about to open are drawn before the click; feeds, files and the relay's answers are no pages. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: ['/*.*', '/api/*'] } }] },
      eagerness: 'moderate',
    },
  ],
});

/** What the head of every page holds: where the paper is, its feeds, its icon, its stylesheet. */
export function siteHead(site: Site, assets: Assets): string {
  const [language = 'en', country = 'us'] = site.language.split('-');
  const { region, placename, latitude, longitude } = site.geo;
  const feedTitle = escapeHtml(site.feedTitle);
  return (
    `<meta property="og:site_name" content="${escapeHtml(site.name)}">` +
    `<meta property="og:locale" content="${language}_${country.toUpperCase()}">` +
    '<meta name="twitter:card" content="summary_large_image">' +
    `<meta name="geo.region" content="${escapeHtml(region)}"><meta name="geo.placename" content="${escapeHtml(placename)}">` +
    `<meta name="geo.position" content="${latitude};${longitude}"><meta name="ICBM" content="${latitude}, ${longitude}">` +
    `<link rel="alternate" type="application/rss+xml" title="${feedTitle}" href="/rss.xml">` +
    `<link rel="alternate" type="application/feed+json" title="${feedTitle}" href="/feed.json">` +
    `<link rel="icon" href="${escapeHtml(site.icon)}"><link rel="stylesheet" href="${assets.stylesheet}">` +
    assets.fonts
      .map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`)
      .join('')
  );
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in HTML, in text and in double-quoted attributes. */
const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (character) => entities[character] ?? character) : text;
