import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLayout, Document, speculationRules } from '../../templates/Document.tsx';
import { MovedPage } from '../../templates/MovedPage.tsx';
import type { Assets, Html, Navigation, PageHead, Site, SiteLook } from '../../templates/types.ts';
import { wordsIn } from '../../templates/words/words.ts';
import { createLinkReader, type PageLinks } from '../checks/links-in.ts';
import { pageKindOf } from '../page-kinds/kinds.ts';
import { closedPolicy, contentSecurityPolicy, hashSource } from '../page-kinds/policy.ts';
import { createStructuredData, webPage } from '../page-kinds/structured-data.ts';

/** What every page of a site is rendered with. */
export interface SiteParts {
  readonly site: Site;
  readonly navigation: Navigation;
  readonly assets: Assets;
  readonly look: SiteLook;
}

/** A page as a file of the site holds it, with its links and ids. */
export interface RenderedPage {
  readonly html: string;
  readonly links: PageLinks;
}

/** Renders the pages of a site. Throws what a component throws. */
export function createRenderer(parts: SiteParts): (page: PageHead) => RenderedPage {
  const { site } = parts;
  const words = wordsIn(site.language);
  const layout = createLayout({ ...parts, words }, render);
  const structuredDataOf = createStructuredData(site, words);
  const rulesHash = hashSource(speculationRules);
  const linksOf = createLinkReader();
  return (page) => {
    const kind = pageKindOf(page.kind);
    if (!kind) throw new Error(`There is no kind of page \`${page.kind}\``);
    const things = kind.structuredData?.(page, site) ?? [webPage('WebPage', page, site)];
    const data = structuredDataOf(page, things, kind.isAboutPaper ?? false);
    const html = render(
      <Document
        page={page}
        layout={layout}
        // Structured data is no script and is not blocked, but checkers ask for its hash.
        contentSecurityPolicy={contentSecurityPolicy(
          [hashSource(data), rulesHash],
          kind.policy?.(page) ?? {},
        )}
        structuredData={data}
      >
        <kind.component page={page} site={site} words={words} />
      </Document>,
    );
    const links = linksOf(html, [layout.headerOf(page.path), layout.footer]);
    return { html: `<!DOCTYPE html>\n${html}\n`, links };
  };
}

/** Renders the pages at former addresses. */
export const createMovedRenderer =
  (language: string) =>
  (page: Pick<Parameters<typeof MovedPage>[0], 'href' | 'canonical' | 'title'>): string =>
    `<!DOCTYPE html>\n${render(
      <MovedPage
        {...page}
        language={language}
        words={wordsIn(language)}
        contentSecurityPolicy={closedPolicy}
      />,
    )}\n`;

const render = (node: ReactNode) => renderToStaticMarkup(node) as Html;
