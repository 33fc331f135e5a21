import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { Frame, MarkdownText, PageHead, PageProps } from '../types.ts';

export interface PartnersPageProps extends PageHead {
  readonly documents: readonly {
    readonly title: string;
    readonly about?: string;
    readonly block: Frame | { readonly document: MarkdownText };
  }[];
}

export function PartnersPage({ page, words }: PageProps<PartnersPageProps>) {
  return (
    <>
      <PageHeader page={page} words={words} />
      {page.documents.map(({ title, about, block }, i) => (
        <section
          key={title}
          className="partner-document heading-beside"
          aria-labelledby={`Document-${i + 1}`}
        >
          <h2 id={`Document-${i + 1}`}>{title}</h2>
          {about && <p>{about}</p>}
          {'document' in block ? (
            <Prose text={block.document} />
          ) : (
            <EmbedFrame embed={block.embed} height={block.height} kind="document" words={words} />
          )}
        </section>
      ))}
    </>
  );
}
