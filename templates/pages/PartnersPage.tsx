import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { PageHead, PartnerDocument } from '../types.ts';

export interface PartnersPageProps extends PageHead {
  readonly documents: readonly PartnerDocument[];
}

/** The documents the paper shares with its partners. */
export function PartnersPage({ page }: { readonly page: PartnersPageProps }) {
  return (
    <>
      <PageHeader page={page} />
      {page.documents.map(({ title, about, block }, i) => (
        <section key={title} className="partner-document" aria-labelledby={`Document-${i + 1}`}>
          <h2 id={`Document-${i + 1}`}>{title}</h2>
          <p>{about}</p>
          {'document' in block ? (
            <Prose html={block.document} />
          ) : (
            <EmbedFrame embed={block.embed} height={block.height} kind="document" />
          )}
        </section>
      ))}
    </>
  );
}
