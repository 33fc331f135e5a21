import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type Paging } from '../parts/Pagination.tsx';
import { PostCard } from '../parts/PostCard.tsx';
import type { PageHead, Post } from '../types.ts';

export interface BlogPageProps extends PageHead {
  readonly posts: readonly Post[];
  readonly paging: Paging;
  /** The address of the page about the feed, or of the feed itself if there is no such page; missing if there is no feed. */
  readonly feedPage?: string;
  readonly newsletterPage?: string;
}

/** One page of the posts, newest first. */
export function BlogPage({ page }: { readonly page: BlogPageProps }) {
  return (
    <>
      <PageHeader page={page}>
        {page.feedPage && (
          <p>
            <a className="button" href="/rss.xml" target="_blank" rel="noopener">
              Subscribe to RSS Feed
            </a>
          </p>
        )}
      </PageHeader>
      {page.posts.length === 0 && <p>Nothing has been published yet.</p>}
      <div className="grid post-grid post-grid--led">
        {page.posts.map((post) => (
          <PostCard key={post.path} post={post} />
        ))}
      </div>
      <Pagination paging={page.paging} />
      {(page.newsletterPage || page.feedPage) && (
        <p className="row centered">
          {page.newsletterPage && (
            <a className="button" href={page.newsletterPage}>
              Subscribe to Newsletter
            </a>
          )}{' '}
          {page.feedPage && (
            <a className="button" href={page.feedPage}>
              RSS Feed
            </a>
          )}
        </p>
      )}
    </>
  );
}
