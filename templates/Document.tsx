import type { Assets, Page, Site } from './types.ts';

export interface DocumentProps {
  readonly page: Page;
  readonly site: Site;
  readonly assets: Assets;
  /** The page's own part, drawn. */
  readonly main: string;
  /** The header and footer around it, drawn; both empty on pages that live in a frame. */
  readonly header: string;
  readonly footer: string;
  readonly contentSecurityPolicy: string;
  /** JSON-LD, with every `<` escaped, because React does not escape `</script>` inside a script. */
  readonly structuredData: string;
}

const isFramed = (page: Page) => page.kind.startsWith('embed-');

/** The whole HTML document around a drawn page. */
export function Document({
  page,
  site,
  assets,
  main,
  header,
  footer,
  contentSecurityPolicy,
  structuredData,
}: DocumentProps) {
  const title = page.kind === 'home' ? page.title : `${page.title} | ${site.name}`;
  const canonical = site.baseUrl + page.path;
  const [language = 'en', country = 'us'] = site.language.split('-');
  const picture =
    page.kind === 'post' && !page.post.picture.src.endsWith('.svg') ? page.post.picture : undefined;
  const image = picture ?? { ...site.shareImage, width: 1200, height: 630 };
  return (
    <html lang={`${language}-${country.toUpperCase()}`}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={contentSecurityPolicy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={page.description} />
        <meta name="keywords" content={page.keywords.join(', ')} />
        <link rel="canonical" href={canonical} />
        {page.noindex && <meta name="robots" content="noindex" />}
        <meta property="og:type" content={page.kind === 'post' ? 'article' : 'website'} />
        <meta property="og:title" content={page.title} />
        <meta property="og:description" content={page.description} />
        <meta property="og:url" content={canonical} />
        <meta property="og:site_name" content={site.name} />
        <meta property="og:locale" content={`${language}_${country.toUpperCase()}`} />
        <meta property="og:image" content={site.baseUrl + image.src} />
        <meta property="og:image:width" content={String(image.width)} />
        <meta property="og:image:height" content={String(image.height)} />
        <meta property="og:image:alt" content={image.alt} />
        {page.kind === 'post' && (
          <>
            <meta property="article:published_time" content={page.post.published.iso} />
            <meta property="article:section" content={page.post.category.name} />
            {page.post.tags.map((tag) => (
              <meta key={tag} property="article:tag" content={tag} />
            ))}
          </>
        )}
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="twitter:title" content={page.title} />
        <meta name="twitter:description" content={page.description} />
        <meta name="twitter:image" content={site.baseUrl + image.src} />
        <meta name="twitter:image:alt" content={image.alt} />
        <meta name="geo.region" content={site.geo.region} />
        <meta name="geo.placename" content={site.geo.placename} />
        <meta name="geo.position" content={`${site.geo.latitude};${site.geo.longitude}`} />
        <meta name="ICBM" content={`${site.geo.latitude}, ${site.geo.longitude}`} />
        <link rel="alternate" type="application/rss+xml" title={site.feedTitle} href="/rss.xml" />
        <link rel="alternate" type="application/feed+json" title={site.feedTitle} href="/feed.json" />
        <link rel="icon" href={site.icon} />
        <link rel="stylesheet" href={assets.stylesheet} />
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by whoever made it */}
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
      </head>
      {isFramed(page) ? (
        <body className="framed">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React a moment before */}
          <main dangerouslySetInnerHTML={{ __html: main }} />
        </body>
      ) : (
        <body data-page={page.kind}>
          <a className="skip-link" href="#main">
            Skip to the news
          </a>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React a moment before */}
          <header className="masthead" dangerouslySetInnerHTML={{ __html: header }} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React a moment before */}
          <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: main }} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React a moment before */}
          <footer className="footer" dangerouslySetInnerHTML={{ __html: footer }} />
        </body>
      )}
    </html>
  );
}
