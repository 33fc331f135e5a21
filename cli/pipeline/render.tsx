import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLayout, Document, speculationRules } from '../../templates/Document.tsx';
import { MovedPage } from '../../templates/MovedPage.tsx';
import type { Assets, Html, Navigation, PageHead, Site, SiteLook } from '../../templates/types.ts';
import { wordsIn } from '../../templates/words/words.ts';
import { createLinkReader, type OwnLinks, type SharedLinks } from '../checks/links-in.ts';
import { pageKindOf } from '../page-kinds/kinds.ts';
import { closedPolicy, contentSecurityPolicy, hashSource } from '../page-kinds/policy.ts';
import { createStructuredData, webPage } from '../page-kinds/structured-data.ts';
import type { Pictures } from '../sources/markdown.ts';
import { fillSlots, type PageText, type SlotFindings } from './slots.ts';

/** What every page of a site is rendered with. */
export interface SiteParts {
  readonly site: Site;
  readonly navigation: Navigation;
  readonly assets: Assets;
  readonly look: SiteLook;
}

/** A page as a file of the site holds it, and what is known of it from then on. */
export interface RenderedPage {
  readonly html: string;
  readonly links: OwnLinks;
  /** What is wrong with its texts. */
  readonly findings: readonly SlotFindings[];
  /** The pictures that its texts ask for, by their path in `content/`, whether they are there or not. */
  readonly pictures: readonly string[];
}

export interface Renderer {
  /** Renders a page. Throws what a component throws. */
  readonly render: (page: PageText) => RenderedPage;
  /** The links of the parts that the pages so far share. */
  readonly shared: () => SharedLinks;
}

/** Renders the pages of a site, whose texts may show `pictures`. */
export function createRenderer(parts: SiteParts, pictures: Pictures): Renderer {
  const { site } = parts;
  const words = wordsIn(site.language);
  const layout = createLayout({ ...parts, words }, render);
  const structuredDataOf = createStructuredData(site, words);
  const rulesHash = hashSource(speculationRules);
  const links = createLinkReader();

  function htmlOf(page: PageHead): string {
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
    return `<!DOCTYPE html>\n${html}\n`;
  }

  return {
    render(text) {
      const asked = new Set<string>();
      const watched: Pictures = {
        has: (path) => pictures.has(asked.add(path) && path),
        get: (path) => pictures.get(asked.add(path) && path),
      };
      const { props, findings } = fillSlots(text, watched);
      const html = htmlOf(props);
      return {
        html,
        links: links.read(html, [layout.headerOf(props.path), layout.footer]),
        findings,
        pictures: [...asked],
      };
    },
    shared: links.shared,
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
