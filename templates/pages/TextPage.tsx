import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { Html, PageHead } from '../types.ts';

export interface TextPageProps extends PageHead {
  readonly body: Html;
}

/** A page of text, such as the terms. */
export function TextPage({ page }: { readonly page: TextPageProps }) {
  return (
    <>
      <PageHeader page={page}>
        {page.updated && (
          <p className="fine">
            Last updated <time dateTime={page.updated.iso}>{page.updated.text}</time>
          </p>
        )}
      </PageHeader>
      <Prose html={page.body} />
    </>
  );
}
