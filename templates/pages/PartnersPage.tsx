import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { PageHeader, Section } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { Frame, MarkdownText, PageHead, PageProps } from '../types.ts';

export interface PartnersPageProps extends PageHead {
  readonly documents: readonly {
    readonly title: string;
    readonly about?: string;
    readonly block: Frame | { readonly document: MarkdownText };
  }[];
}

export const PartnersPage = ({ page, words }: PageProps<PartnersPageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    {page.documents.map(({ title, about, block }, i) => (
      <Section key={title} id={`Document-${i + 1}`} title={title} className="partner-document heading-beside">
        {about && <p>{about}</p>}
        {'document' in block ? (
          <Prose text={block.document} />
        ) : (
          <EmbedFrame {...block} kind="document" words={words} />
        )}
      </Section>
    ))}
  </>
);
