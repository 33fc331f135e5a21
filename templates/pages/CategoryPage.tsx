import { FeedBlocks } from '../parts/FeedBlock.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type Paging } from '../parts/Pagination.tsx';
import { PostGrid } from '../parts/PostCard.tsx';
import { Prose } from '../parts/Prose.tsx';
import { Section } from '../parts/Section.tsx';
import type { FeedBlock as Feed, MarkdownText, PageHead, PageProps, Post } from '../types.ts';

export interface CategoryPageProps extends PageHead {
  readonly posts: readonly Post[];
  readonly paging: Paging;
  readonly feeds: readonly Feed[];
  readonly body?: MarkdownText;
}

/** A section: its posts, newest first, and on the first page feeds of other sites and a text. */
export function CategoryPage({ page, words }: PageProps<CategoryPageProps>) {
  const isEmpty = page.posts.length + page.feeds.length === 0 && page.body === undefined;
  return (
    <>
      <PageHeader page={page} words={words} />
      {page.posts.length > 0 && (
        <Section id="Newsroom" title={words.posts.newsroom}>
          <PostGrid posts={page.posts} words={words} heading="h3" />
        </Section>
      )}
      <Pagination paging={page.paging} words={words} />
      {isEmpty && <p>{words.posts.noneInSection}</p>}
      <FeedBlocks feeds={page.feeds} words={words} />
      {page.body && <Prose text={page.body} />}
    </>
  );
}
