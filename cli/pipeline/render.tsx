import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
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
import type { Assets, Navigation, Page, Site } from '../../templates/types.ts';
import { type Chrome, createWrap } from './wrap.ts';

export { createWrap };

/** What every page of an edition is drawn with. */
export interface Press {
  readonly site: Site;
  readonly navigation: Navigation;
  readonly assets: Assets;
}

/** A function that draws a page's own part, and what stands around every page, drawn once. Both throw what a template throws. */
export function createRenderer({ site, navigation, assets }: Press): {
  readonly draw: (page: Page) => string;
  readonly chrome: Chrome;
} {
  const header = (current?: string) =>
    renderToStaticMarkup(<Masthead site={site} navigation={navigation} current={current} />);
  const inMenus = [...navigation.header, ...navigation.categories.items, ...navigation.more.items];
  return {
    draw: (page) => renderToStaticMarkup(drawPage(page, site)),
    chrome: {
      site,
      assets,
      headers: new Map(inMenus.map(({ path }) => [path, header(path)])),
      otherHeader: header(),
      footer: renderToStaticMarkup(<Footer site={site} navigation={navigation} />),
    },
  };
}

function drawPage(page: Page, site: Site): ReactNode {
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
      return <SubscribePage page={page} site={site} />;
    case 'text':
      return <TextPage page={page} />;
    case 'partners':
      return <PartnersPage page={page} />;
    case 'faq':
      return <FaqPage page={page} />;
    case 'blog':
      return <BlogPage page={page} />;
    case 'post':
      return <PostPage page={page} site={site} />;
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
