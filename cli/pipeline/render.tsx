import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { document } from '../../templates/document.ts';
import { AboutPage } from '../../templates/pages/AboutPage.tsx';
import { ArchivesPage } from '../../templates/pages/ArchivesPage.tsx';
import { BlogPage } from '../../templates/pages/BlogPage.tsx';
import { BooksPage } from '../../templates/pages/BooksPage.tsx';
import { CategoryPage } from '../../templates/pages/CategoryPage.tsx';
import { ContactPage } from '../../templates/pages/ContactPage.tsx';
import { EmbedDocumentPage, EmbedFormPage, EmbedWallPage } from '../../templates/pages/EmbedPages.tsx';
import { EventsPage } from '../../templates/pages/EventsPage.tsx';
import { FaqPage } from '../../templates/pages/FaqPage.tsx';
import { HomePage } from '../../templates/pages/HomePage.tsx';
import { NotFoundPage } from '../../templates/pages/NotFoundPage.tsx';
import { PartnersPage } from '../../templates/pages/PartnersPage.tsx';
import { PostPage } from '../../templates/pages/PostPage.tsx';
import { RadioPage } from '../../templates/pages/RadioPage.tsx';
import { RssPage } from '../../templates/pages/RssPage.tsx';
import { SubscribePage } from '../../templates/pages/SubscribePage.tsx';
import { TextPage } from '../../templates/pages/TextPage.tsx';
import { Footer } from '../../templates/parts/Footer.tsx';
import { Masthead } from '../../templates/parts/Masthead.tsx';
import { siteData, structuredData } from '../../templates/structured-data.ts';
import type { Assets, Embed, Navigation, Page, Site } from '../../templates/types.ts';

/** What every page of an edition is drawn with. */
export interface Press {
  readonly site: Site;
  readonly navigation: Navigation;
  readonly assets: Assets;
}

/**
 * A function that draws pages as HTML documents. Header and footer are drawn once for all pages on which they are alike.
 *
 * It throws what a template throws.
 */
export function createRenderer({ site, navigation, assets }: Press): (page: Page) => string {
  const menuPaths = new Set(
    [...navigation.header, ...navigation.categories.items, ...navigation.more.items].map(({ path }) => path),
  );
  const headers = new Map<string | undefined, string>();
  const footer = renderToStaticMarkup(<Footer site={site} navigation={navigation} />);

  function headerFor(path: string): string {
    const current = menuPaths.has(path) ? path : undefined;
    const drawn =
      headers.get(current) ??
      renderToStaticMarkup(<Masthead site={site} navigation={navigation} current={current} />);
    headers.set(current, drawn);
    return drawn;
  }

  const common = siteData(site);
  return (page) => {
    const data = structuredData(page, site, common);
    return document({
      page,
      site,
      assets,
      main: renderToStaticMarkup(draw(page, site)),
      header: headerFor(page.path),
      footer,
      contentSecurityPolicy: contentSecurityPolicy(page, data),
      structuredData: data,
    });
  };
}

function draw(page: Page, site: Site): ReactNode {
  switch (page.kind) {
    case 'home':
      return <HomePage page={page} />;
    case 'category':
      return <CategoryPage page={page} />;
    case 'events':
      return <EventsPage page={page} />;
    case 'archives':
      return <ArchivesPage page={page} />;
    case 'contact':
      return <ContactPage page={page} site={site} />;
    case 'about':
      return <AboutPage page={page} />;
    case 'subscribe':
      return <SubscribePage page={page} />;
    case 'text':
      return <TextPage page={page} />;
    case 'partners':
      return <PartnersPage page={page} />;
    case 'faq':
      return <FaqPage page={page} />;
    case 'blog':
      return <BlogPage page={page} />;
    case 'post':
      return <PostPage page={page} />;
    case 'rss':
      return <RssPage page={page} />;
    case 'radio':
      return <RadioPage page={page} />;
    case 'books':
      return <BooksPage page={page} />;
    case 'not-found':
      return <NotFoundPage page={page} />;
    case 'embed-form':
      return <EmbedFormPage page={page} />;
    case 'embed-document':
      return <EmbedDocumentPage page={page} />;
    case 'embed-wall':
      return <EmbedWallPage page={page} />;
  }
}

/** The frames a page really has. */
function embedsOf(page: Page): Embed[] {
  switch (page.kind) {
    case 'home': {
      const feeds = [page.featured, page.latest, ...page.categoryFeeds, page.updates].map(
        ({ embed }) => embed,
      );
      const ads = page.ads.flatMap(({ desktop, mobile }) => [desktop.embed, mobile.embed]);
      return [...feeds, page.video, page.newsletter.frame.embed, ...ads];
    }
    case 'category':
      return page.feeds.map(({ embed }) => embed);
    case 'events':
      return [page.wall.embed];
    case 'contact':
      return [page.form.embed];
    case 'subscribe':
      return [page.newsletter.frame.embed];
    case 'partners':
      return page.documents.map(({ frame }) => frame.embed);
    default:
      return [];
  }
}

/** What a page may load: its own files, and the frames it has. */
function contentSecurityPolicy(page: Page, data: string): string {
  const frames = [
    ...new Set(embedsOf(page).flatMap((embed) => (embed.connected ? embed.origins : []))),
  ].sort();
  const radio = page.kind === 'radio' && page.streamOrigin ? ` ${page.streamOrigin}` : '';
  return [
    "default-src 'none'",
    // Structured data is no script and is not blocked, but checkers ask for its hash.
    `script-src 'self' 'sha256-${createHash('sha256').update(data).digest('base64')}'`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${radio}`,
    ...(page.kind === 'radio' ? [`media-src 'self'${radio}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    page.kind === 'embed-form' ? 'form-action mailto:' : "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}
