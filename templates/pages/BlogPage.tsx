import { ButtonLine, ButtonLink } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type Paging } from '../parts/Pagination.tsx';
import { PostCard } from '../parts/PostCard.tsx';
import type { PageHead, PageProps, Post } from '../types.ts';

export interface BlogPageProps extends PageHead {
  readonly posts: readonly Post[];
  readonly paging: Paging;
  /** The address of the page about the feed, or of the feed itself if there is no such page; missing if there is no feed. */
  readonly feedPage?: string;
  readonly newsletterPage?: string;
}

export const BlogPage = ({ page, site, words }: PageProps<BlogPageProps>) => (
  <>
    <PageHeader page={page} words={words}>
      {page.feedPage && (
        <ButtonLine href="/rss.xml" target="_blank" rel="noopener" text={words.posts.subscribeToFeed} />
      )}
    </PageHeader>
    {page.posts.length === 0 && <p>{words.posts.none}</p>}
    <div className="grid post-grid post-grid--led">
      {page.posts.map((post, i) => (
        <PostCard key={post.path} post={post} site={site} words={words} first={i === 0} />
      ))}
    </div>
    <Pagination paging={page.paging} words={words} />
    {(page.newsletterPage || page.feedPage) && (
      <p className="row centered">
        {page.newsletterPage && (
          <ButtonLink href={page.newsletterPage}>{words.posts.subscribeToNewsletter}</ButtonLink>
        )}{' '}
        {page.feedPage && <ButtonLink href={page.feedPage}>{words.posts.feed}</ButtonLink>}
      </p>
    )}
  </>
);
