import { Prose } from '../parts/Prose.tsx';
import type { Html, PageHead } from '../types.ts';

export interface EmbedDocumentPageProps extends PageHead {
  readonly body: Html;
}

/** A document, to be shown in a frame. */
export const EmbedDocumentPage = ({ page }: { readonly page: EmbedDocumentPageProps }) => (
  <article>
    <h1>{page.headline}</h1>
    <Prose html={page.body} />
  </article>
);
