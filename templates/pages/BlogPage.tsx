import { PageHeader } from '../parts/PageHeader.tsx';
import { PostCard } from '../parts/PostCard.tsx';
import type { PageHead, Post } from '../types.ts';

export interface BlogPageProps extends PageHead {
  readonly posts: readonly Post[];
  readonly page: number;
  readonly pages: readonly { readonly number: number; readonly path: string }[];
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
      <Pagination page={page} />
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

/** On each side of the current one. */
const maxNeighbors = 2;

function Pagination({ page }: { readonly page: BlogPageProps }) {
  const last = page.pages.length;
  if (last < 2) return null;
  const shown = page.pages.filter(
    ({ number }) => number === 1 || number === last || Math.abs(number - page.page) <= maxNeighbors,
  );
  const newer = page.pages[page.page - 2];
  const older = page.pages[page.page];
  return (
    <nav className="pagination box-links row centered" aria-label="Pages of posts">
      {newer && (
        <a href={newer.path} rel="prev">
          Newer posts
        </a>
      )}
      <ol className="row centered">
        {shown.map(({ number, path }) => (
          <li key={number}>
            <a
              href={path}
              aria-label={`Page ${number}`}
              aria-current={number === page.page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
      {older && (
        <a href={older.path} rel="next">
          Older posts
        </a>
      )}
    </nav>
  );
}
