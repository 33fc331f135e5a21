import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLayout, PageMeta, type SiteParts, speculationRules } from '../../templates/Document.tsx';
import { MovedPage, type MovedTo } from '../../templates/MovedPage.tsx';
import { Newsletter, type NewsletterMail } from '../../templates/Newsletter.tsx';
import { ArticleText, type ArticleTextProps } from '../../templates/parts/ArticleText.tsx';
import { EmbedFacade, type EmbedFacadeProps } from '../../templates/parts/EmbedFrame.tsx';
import { addNeeds, NeedsOfPage, type PageNeeds } from '../../templates/parts/Needs.tsx';
import { MarkdownRenderer } from '../../templates/parts/Prose.tsx';
import { CardRenderer } from '../../templates/parts/Story.tsx';
import type { Html, MarkdownText, PageHead, Post } from '../../templates/types.ts';
import { cached } from '../lib/cached.ts';
import { pageKindOf } from '../pages/kinds.ts';
import { closedPolicy, contentSecurityPolicy, hashSource } from '../pages/security-policy.ts';
import { createStructuredData, webPage } from '../pages/structured-data.ts';

/** Renders a page of a site, its Markdown by `htmlOf`; adds to `needs`, which has what its texts need. Throws what a component throws. */
export type RenderPage = (page: PageHead, htmlOf: (text: MarkdownText) => Html, needs: PageNeeds) => string;

export function createRenderer(parts: SiteParts): RenderPage {
  const { site } = parts;
  const layout = createLayout(parts, render);
  const { words } = layout;
  const structuredDataOf = createStructuredData(site, words);
  const rulesHash = hashSource(speculationRules);
  const formsOf = cached((_: Post) => new Map<string, Html>());
  function cardOf(post: Post, form: string, card: () => ReactNode): Html {
    const forms = formsOf(post);
    const html = forms.get(form) ?? render(card());
    forms.set(form, html);
    return html;
  }
  return (page, htmlOf, needs) => {
    const kind = pageKindOf(page.kind);
    if (!kind) throw new Error(`There is no kind of page \`${page.kind}\``);
    const things = kind.structuredData?.(page, site, htmlOf) ?? [webPage('WebPage', page, site)];
    const data = structuredDataOf(page, things);
    const main = render(
      <MarkdownRenderer value={htmlOf}>
        <CardRenderer value={cardOf}>
          <kind.component page={page} site={site} words={words} />
        </CardRenderer>
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
