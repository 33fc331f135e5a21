import { FeedBlock } from '../parts/FeedBlock.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { PostCard } from '../parts/PostCard.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { FeedBlock as Feed, Html, PageHead, Post } from '../types.ts';

export interface CategoryPageProps extends PageHead {
  readonly feeds: readonly Feed[];
  readonly body?: Html;
  readonly posts: readonly Post[];
  /** The address of the archives, if the category has older posts. */
  readonly archive?: string;
}

/** A category: its newest posts, feeds of other sources, and a text. */
export function CategoryPage({ page }: { readonly page: CategoryPageProps }) {
  return (
    <>
      <PageHeader page={page} />
      {page.posts.length > 0 && (
        <section aria-labelledby="Newsroom">
          <h2 id="Newsroom">From Our Newsroom</h2>
          <div className="grid post-grid">
            {page.posts.map((post, i) => (
              <PostCard key={post.path} post={post} heading="h3" first={i === 0} />
            ))}
          </div>
          {page.archive && (
            <p className="more text-links">
              <a href={page.archive}>Older stories are in the archives</a>
            </p>
          )}
        </section>
      )}
      <div className={page.feeds.length > 1 ? 'category-feeds' : undefined}>
        {page.feeds.map((feed, i) => (
          <FeedBlock key={feed.title ?? feed.feedTitle} feed={feed} id={`Feed-${i + 1}` as const} />
        ))}
      </div>
      {page.body && <Prose html={page.body} />}
    </>
  );
}
