import { LinkLine } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { Corrections, PageHead, PageProps, Post } from '../types.ts';

export interface CorrectionsPageProps extends PageHead {
  /** Newest first. */
  readonly entries: readonly (Corrections['entries'][number] & Pick<Post, 'path' | 'title'>)[];
}

export const CorrectionsPage = ({ page, words }: PageProps<CorrectionsPageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    {page.entries.length === 0 ? (
      <p>{words.corrections.none}</p>
    ) : (
      <dl className="details-list">
        {page.entries.map(({ date, text, path, title }) => (
          <div key={path + date.iso + text}>
            <dt>
              <time dateTime={date.iso}>{date.text}</time>
            </dt>
            <dd>
              <p>{text}</p>
              <LinkLine className="text-links" href={path} text={title} />
            </dd>
          </div>
        ))}
      </dl>
    )}
  </>
);
