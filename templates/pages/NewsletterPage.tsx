import { NewsletterForm } from '../parts/Forms.tsx';
import { LinkLine } from '../parts/Links.tsx';
import { Needs } from '../parts/Needs.tsx';
import { PageHeader, Section } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import { River, type Row } from '../parts/Story.tsx';
import type { MarkdownText, Newsletter, PageHead, PageProps } from '../types.ts';

export interface NewsletterPageProps extends PageHead {
  readonly body: MarkdownText | undefined;
  readonly newsletter: Newsletter | undefined;
  /** The last newsletter: its day, if it comes on certain ones, and its address as a mail. */
  readonly last: { readonly day?: string; readonly path: string; readonly stories: Row } | undefined;
}

export const NewsletterPage = ({ page, words }: PageProps<NewsletterPageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    {page.body && <Prose text={page.body} />}
    {page.newsletter && <NewsletterForm newsletter={page.newsletter} words={words} />}
    {page.last && (
      <Section id="Last" title={words.newsletter.last(page.last.day)}>
        <Needs parts={['river']} />
        <River stories={page.last.stories} heading="h3" words={words} />
        <LinkLine className="text-links" href={page.last.path} text={words.newsletter.asMail} />
      </Section>
    )}
  </>
);
