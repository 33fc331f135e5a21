import { Prose } from '../parts/Prose.tsx';
import type { MarkdownText, PageHead } from '../types.ts';

export interface EmbedDocumentPageProps extends PageHead {
  readonly body: MarkdownText;
}

/** A document, to be shown in a frame. */
export const EmbedDocumentPage = ({ page }: { readonly page: EmbedDocumentPageProps }) => (
  <article>
    <h1>{page.headline}</h1>
    <Prose text={page.body} />
  </article>
);
