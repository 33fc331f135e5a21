import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLayout, Document, speculationRules } from '../../templates/Document.tsx';
import { MovedPage } from '../../templates/MovedPage.tsx';
import type { Assets, Html, Navigation, PageHead, Site, SiteLook } from '../../templates/types.ts';
import { wordsIn } from '../../templates/words/words.ts';
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

/** A page as a file of the site holds it. */
export interface RenderedPage {
  readonly html: string;
  /** The parts of it that it may share with other pages. */
  readonly parts: readonly string[];
}

/** Renders the pages of a site. Throws what a component throws. */
export type RenderPage = (page: PageHead) => RenderedPage;

export function createRenderer(parts: SiteParts): RenderPage {
  const { site } = parts;
  const words = wordsIn(site.language);
  const layout = createLayout({ ...parts, words }, render);
  const structuredDataOf = createStructuredData(site, words);
  const rulesHash = hashSource(speculationRules);
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
    return { html: `<!DOCTYPE html>\n${html}\n`, parts: [layout.headerOf(page.path), layout.footer] };
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
