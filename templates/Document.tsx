import type { ReactNode } from 'react';
import { Footer } from './parts/Footer.tsx';
import { Masthead, Sections } from './parts/Masthead.tsx';
import { createNeeds, Needs, type PageNeeds } from './parts/Needs.tsx';
import type {
  Assets,
  Html,
  Navigation,
  PageHead,
  PartName,
  Post,
  Site,
  SiteLook,
  WithWords,
} from './types.ts';
import { localeOf, wordsIn } from './words/words.ts';

export interface SiteParts {
  readonly site: Site;
  readonly navigation: Navigation;
  readonly assets: Assets;
  readonly look: SiteLook;
}

/** The markup that pages share, and what it needs. */
interface Frame {
  readonly needs: PageNeeds;
  readonly fill: (own: Readonly<Record<Gap, string>>) => string;
}

/** What each page has of its own in a frame. */
type Gap = 'head' | 'kind' | 'masthead' | 'sections' | 'main';

const gap = (name: Gap) => `\0${name}\0` as Html;

/** What the pages of a site share. The masthead is rendered once, and again for each page that a menu links to. */
export function createLayout(parts: SiteParts, render: (node: ReactNode, needs?: PageNeeds) => Html) {
  const { site, navigation, look } = parts;
  const { header, menus, sections } = navigation;
  const words = wordsIn(site.language);
  const links = [...header, ...sections, ...menus.flatMap(({ items }) => items)];
  const inMenus = new Set([site.search, ...links.map(({ path }) => path)]);
  const heads = new Map<string, Html>();
  const headers = new Map<string | undefined, Record<'masthead' | 'sections', Html>>();
  const frames = new Map<string, Frame>();
  return {
    words,
    /** The frame of a page with these needs. It has the sign-up where the page has none. */
    frameOf({ isFramed, path, article }: PageHead, { parts: shown }: PageNeeds): Frame {
      const isSearch = path === site.search;
      const newsletter = shown.has('signup') ? undefined : site.newsletter;
      const key = [isFramed, isSearch, newsletter !== undefined, article?.status].join();
      const known = frames.get(key);
      if (known) return known;
      const needs = createNeeds();
      const own = { isFramed, isSearch, newsletter, status: article?.status };
      // No text of a paper may have this character.
      const pieces = render(<Document {...parts} words={words} {...own} />, needs).split('\0');
      const fill: Frame['fill'] = (own) =>
        pieces.reduce((html, piece, i) => html + (i % 2 === 0 ? piece : own[piece as Gap]), '');
      const frame = { needs, fill };
      frames.set(key, frame);
      return frame;
    },
    /** The elements in the head that all pages of a kind with these parts share. */
    headOf(page: PageHead, shown: ReadonlySet<PartName>): Html {
      const names = [...shown].sort();
      const key = [page.kind, ...names].join();
      const html = heads.get(key) ?? render(<KindHead {...parts} page={page} parts={names} />);
      heads.set(key, html);
      return html;
    },
    headerOf(path: string) {
      const current = inMenus.has(path) ? path : undefined;
      const shared = { site, words, navigation, current };
      const made = headers.get(current) ?? {
        masthead: render(<Masthead {...shared} nameplate={look.nameplate} />),
        sections: render(<Sections {...shared} />),
      };
      headers.set(current, made);
      return made;
    },
  };
}

interface DocumentProps extends SiteParts, WithWords, Pick<PageHead, 'isFramed'>, Pick<Post, 'status'> {
  readonly isSearch: boolean;
  readonly newsletter: Site['newsletter'];
}

/** A page with gaps for what is its own. */
function Document({ site, navigation, words, isFramed, isSearch, newsletter, status }: DocumentProps) {
  return (
    <html lang={localeOf(site.language)} dir={words.direction}>
      <head>{gap('head')}</head>
      {isFramed ? (
        <body className="framed">
          <main>{gap('main')}</main>
        </body>
      ) : (
        <body data-page={gap('kind')}>
          <a className="button skip-link" href="#Main">
            {words.page.skip}
          </a>
          <header className="masthead">{gap('masthead')}</header>
          {site.alert && <Alert {...site.alert} />}
          {navigation.sections.length > 0 && (
            <nav className="sections screen-only" aria-label={words.masthead.sections}>
              {gap('sections')}
            </nav>
          )}
          {site.isPreview && <PreviewBar words={words} status={status} />}
          <main id="Main" tabIndex={-1}>
            {gap('main')}
          </main>
          <footer className="footer">
            <Footer site={site} words={words} navigation={navigation} newsletter={newsletter} />
          </footer>
          {site.pixel && (
            <img
              className="visually-hidden"
              src={site.pixel}
              alt=""
              // Otherwise React would add a preload link at the start of the head, before the policy.
              fetchPriority="low"
              // The service learns of the page by it, but not what a reader searches for.
              referrerPolicy={isSearch ? 'strict-origin' : 'no-referrer-when-downgrade'}
            />
          )}
        </body>
      )}
    </html>
  );
}

const PreviewBar = ({ words, status }: WithWords & Pick<Post, 'status'>) => (
  <aside className="preview-bar" aria-label={words.preview.title}>
    <Needs parts={['preview']} />
    <p className="page-width">
      <strong>{words.preview.title}</strong> <span>{words.preview.text}</span>{' '}
      {status && <strong>{status}</strong>}
    </p>
  </aside>
);

/** Screen readers read a warning at once, and a notice when they have a moment. */
const Alert = ({ text, label, level, link, until }: NonNullable<Site['alert']>) => (
  <div
    className={`alert alert--${level}`}
    role={level === 'notice' ? 'status' : 'alert'}
    data-until={until?.iso}
  >
    <Needs parts={['alert']} />
    <p className="page-width">
      {label && <strong>{label}</strong>} <span>{text}</span> {link && <a href={link.path}>{link.title}</a>}{' '}
      {until && <time dateTime={until.iso}>{until.text}</time>}
    </p>
  </div>
);

interface PageMetaProps {
  readonly page: PageHead;
  readonly site: Site;
  readonly policy: string;
}

/** What a page says of itself in its head. */
export function PageMeta({ page, site, policy }: PageMetaProps) {
  const { title, shareImage } = page;
  // Without one, search results show any words of the page.
  const description = page.description ?? site.description ?? site.tagline ?? site.name;
  const address = page.hasNoAddress ? undefined : site.baseUrl + page.path;
  const image = site.baseUrl + shareImage.src;
  return (
    <>
      <meta charSet="utf-8" />
      {/* Before anything that loads: the policy does not apply to elements before it. */}
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title + (page.hasWholeTitle ? '' : titleSuffix(site))}</title>
      <meta name="description" content={description} />
      {page.keywords.length > 0 && <meta name="keywords" content={page.keywords.join(', ')} />}
      {address && <link rel="canonical" href={address} />}
      {(page.noindex || site.isPreview) && <meta name="robots" content="noindex" />}
      <meta property="og:type" content={page.article ? 'article' : 'website'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {address && <meta property="og:url" content={address} />}
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={String(shareImage.width)} />
      <meta property="og:image:height" content={String(shareImage.height)} />
      <meta property="og:image:alt" content={shareImage.alt} />
      {page.article && <ArticleMeta post={page.article} baseUrl={site.baseUrl} />}
      {page.feed && (
        <link rel="alternate" type="application/rss+xml" title={page.feed.title} href={page.feed.path} />
      )}
    </>
  );
}

/** The text after a title, with a space before it unless it starts with a space, a comma or a colon. */
const titleSuffix = ({ name, titleSuffix: suffix = `| ${name}` }: Site): string =>
  suffix === '' || /^[\s,:]/.test(suffix) ? suffix : ` ${suffix}`;

const ArticleMeta = ({ post, baseUrl }: { readonly post: Post; readonly baseUrl: string }) => (
  <>
    <meta property="article:published_time" content={post.published.iso} />
    <meta property="article:modified_time" content={(post.updated ?? post.published).iso} />
    <meta property="article:section" content={post.category.name} />
    {post.authors.map(({ name, path }) => (
      <meta key={name} property="article:author" content={path ? baseUrl + path : name} />
    ))}
    {post.tags.map(({ name }) => (
      <meta key={name} property="article:tag" content={name} />
    ))}
  </>
);

interface KindHeadProps extends SiteParts {
  readonly page: PageHead;
  readonly parts: readonly PartName[];
}

/** Metadata of the site, its feeds, icon and fonts, and the stylesheets and scripts of a kind of page. The paper's own stylesheet is the last. */
function KindHead({ page, parts, site, assets, look }: KindHeadProps) {
  const ofParts = parts.map((part) => assets.parts[part]);
  if (ofParts.includes(undefined)) throw new Error(`A part has no stylesheet: ${parts.join(', ')}`);
  const styles = [assets.stylesheets[page.kind], ...ofParts, assets.custom];
  const { analytics } = site;
  const names = ['site', page.kind, ...parts, analytics?.provider ?? ''];
  const modules = names.flatMap((name) => (assets.scripts[name] ? { name, src: assets.scripts[name] } : []));
  return (
    <>
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={localeOf(site.language).replace('-', '_')} />
      <meta name="twitter:card" content="summary_large_image" />
      {site.geo && <GeoMeta {...site.geo} />}
      {site.feedTitle && (
        <>
          <link rel="alternate" type="application/rss+xml" title={site.feedTitle} href="/rss.xml" />
          <link rel="alternate" type="application/feed+json" title={site.feedTitle} href="/feed.json" />
        </>
      )}
      {look.bars &&
        Object.entries(look.bars).map(([scheme, color]) => (
          <meta key={scheme} name="theme-color" media={`(prefers-color-scheme: ${scheme})`} content={color} />
        ))}
      <link rel="icon" href={site.icon} />
      {styles.map((href) => href && <link key={href} rel="stylesheet" href={href} />)}
      {assets.fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
      ))}
      {!page.isFramed && (
        <>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON */}
          <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
          {analytics && <meta name="analytics" content={`${analytics.host} ${analytics.id}`} />}
          {modules.map(({ name, src }) => (
            // The calendar hides what is over: that must not be painted first.
            <script key={src} type="module" src={src} blocking={name === 'agenda' ? 'render' : undefined} />
          ))}
        </>
      )}
    </>
  );
}

const GeoMeta = ({ region, placename, latitude, longitude }: NonNullable<Site['geo']>) => (
  <>
    {region && <meta name="geo.region" content={region} />}
    {placename && <meta name="geo.placename" content={placename} />}
    {latitude !== undefined && longitude !== undefined && (
      <>
        <meta name="geo.position" content={`${latitude};${longitude}`} />
        <meta name="ICBM" content={`${latitude}, ${longitude}`} />
      </>
    )}
  </>
);

/** Lets browsers prerender pages that a reader is about to open; feeds, files and the relay's addresses are not pages. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: ['/*.*', '/api/*'] } }] },
      eagerness: 'moderate',
    },
  ],
});
