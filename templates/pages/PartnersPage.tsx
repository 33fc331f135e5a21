import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageOf } from '../types.ts';

/** The documents the paper shares with its partners. */
export function PartnersPage({ page }: { readonly page: PageOf<'partners'> }) {
  return (
    <>
      <PageHeader page={page} />
      {page.documents.map((document, i) => (
        <section key={document.title} className="partner-document" aria-labelledby={`document-${i + 1}`}>
          <h2 id={`document-${i + 1}`}>{document.title}</h2>
          <p>{document.about}</p>
          <EmbedFrame embed={document.frame.embed} height={document.frame.height} kind="document" />
        </section>
      ))}
    </>
  );
}
