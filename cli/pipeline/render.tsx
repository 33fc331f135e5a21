import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLayout, PageMeta, type SiteParts, speculationRules } from '../../templates/Document.tsx';
import { MovedPage, type MovedTo } from '../../templates/MovedPage.tsx';
import { Newsletter, type NewsletterMail } from '../../templates/Newsletter.tsx';
import { ArticleText, type ArticleTextProps } from '../../templates/parts/ArticleText.tsx';
import { EmbedFacade, type EmbedFacadeProps } from '../../templates/parts/EmbedFrame.tsx';
import { addNeeds, createNeeds, isEmpty, NeedsOfPage, type PageNeeds } from '../../templates/parts/Needs.tsx';
import { OnceRenderer } from '../../templates/parts/Once.tsx';
import { MarkdownRenderer } from '../../templates/parts/Prose.tsx';
import type { Html, MarkdownText, PageHead } from '../../templates/types.ts';
import { pageKindOf } from '../pages/kinds.ts';
import { closedPolicy, contentSecurityPolicy, hashSource } from '../pages/security-policy.ts';
import { createStructuredData, webPage } from '../pages/structured-data.ts';

/** Renders a page of a site, its Markdown by `htmlOf`; adds to `needs`, which has what its texts need. Throws what a component throws. */
export type RenderPage = (page: PageHead, htmlOf: (text: MarkdownText) => Html, needs: PageNeeds) => string;

interface Shared {
  readonly html: Html;
  readonly needs: PageNeeds | undefined;
}

export function createRenderer(parts: SiteParts): RenderPage {
  const { site } = parts;
  const layout = createLayout(parts, renderShared);
  const { words } = layout;
  const structuredDataOf = createStructuredData(site, words);
  const rulesHash = hashSource(speculationRules);
  const shared = new WeakMap<object, Map<string, Shared>>();
  /** The HTML of something in a form, and what it needs. */
  function sharedOf(of: object, form: string, show: () => ReactNode): Shared {
    const forms = shared.get(of) ?? new Map<string, Shared>();
    shared.set(of, forms);
    const known = forms.get(form);
    if (known) return known;
    const needs = createNeeds();
    const html = renderShared(show(), needs);
    const made = { html, needs: isEmpty(needs) ? undefined : needs };
    forms.set(form, made);
    return made;
  }
  return (page, htmlOf, needs) => {
    const kind = pageKindOf(page.kind);
    if (!kind) throw new Error(`There is no kind of page \`${page.kind}\``);
    const things = kind.structuredData?.(page, site, htmlOf) ?? [webPage('WebPage', page, site)];
    const data = structuredDataOf(page, things);
    function once(...what: Parameters<typeof sharedOf>): Html {
      const { html, needs: added } = sharedOf(...what);
      if (added) addNeeds(needs, added);
      return html;
    }
    const main = render(
      <MarkdownRenderer value={htmlOf}>
        <OnceRenderer value={once}>
          <kind.component page={page} site={site} words={words} />
        </OnceRenderer>
      </MarkdownRenderer>,
      needs,
    );
    // The stylesheet of several campaigns is also that of one.
    if (needs.parts.has('campaigns')) needs.parts.delete('campaign');
    const frame = layout.frameOf(page, needs);
    addNeeds(needs, frame.needs);
    // Structured data is no script and is not blocked, but checkers ask for its hash.
    const hashes = [hashSource(data), rulesHash];
    const policy = contentSecurityPolicy(hashes, needs, page.isFramed ? {} : site);
    const meta = render(<PageMeta page={page} site={site} policy={policy} />);
    const base = page.linksLeaveFrame ? '<base target="_blank"/>' : '';
    const head = `${meta}${layout.headOf(page, needs.parts)}<script type="application/ld+json">${data}</script>${base}`;
    return `<!DOCTYPE html>\n${frame.fill({ head, kind: page.kind, ...layout.headerOf(page.path), main })}\n`;
  };
}

/** Renders the facade of a frame in a text. */
export const renderFacade = (facade: EmbedFacadeProps): Html => render(<EmbedFacade {...facade} />);

/** Renders the text of an article for feeds, its Markdown by `htmlOf`. */
export const renderArticle = (article: ArticleTextProps, htmlOf: (text: MarkdownText) => Html): Html =>
  render(
    <MarkdownRenderer value={htmlOf}>
      <ArticleText {...article} />
    </MarkdownRenderer>,
  );

/** Renders the newsletter; its mail programs know no stylesheets, so its own styles are inline. */
export const renderNewsletter = (mail: NewsletterMail): string =>
  `<!DOCTYPE html>\n${render(
    <Newsletter
      mail={mail}
      contentSecurityPolicy={`${closedPolicy}; img-src ${mail.site.baseUrl}; style-src 'unsafe-inline'`}
    />,
  )}\n`;

/** Renders the pages at former addresses. */
export const createMovedRenderer =
  (language: string) =>
  (to: MovedTo): string =>
    `<!DOCTYPE html>\n${render(
      <MovedPage to={to} language={language} contentSecurityPolicy={closedPolicy} />,
    )}\n`;

const render = (node: ReactNode, needs?: PageNeeds) =>
  renderToStaticMarkup(needs ? <NeedsOfPage value={needs}>{node}</NeedsOfPage> : node) as Html;

/**
 * Renders what several pages show. V8 keeps what React has joined as a tree of its pieces until something, such as `trim`, looks at it as a
 * whole: without that, each page would copy it piece by piece.
 */
const renderShared = (node: ReactNode, needs?: PageNeeds) => render(node, needs).trim() as Html;
