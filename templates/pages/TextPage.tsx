import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { MarkdownText, PageHead, PageProps } from '../types.ts';

export const TextPage = ({ page, words }: PageProps<PageHead & { readonly body: MarkdownText }>) => (
  <>
    <PageHeader page={page} words={words}>
      {page.updated && (
        <p className="fine">
          {words.page.updated} <time dateTime={page.updated.iso}>{page.updated.text}</time>
        </p>
      )}
    </PageHeader>
    <Prose text={page.body} />
  </>
);
