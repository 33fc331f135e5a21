import { Prose } from '../parts/Prose.tsx';
import type { MarkdownText, PageHead } from '../types.ts';

export interface EmbedDocumentPageProps extends PageHead {
  readonly body: MarkdownText;
}

export const EmbedDocumentPage = ({ page }: { readonly page: EmbedDocumentPageProps }) => (
  <article>
    <h1>{page.headline}</h1>
    <Prose text={page.body} />
  </article>
);
