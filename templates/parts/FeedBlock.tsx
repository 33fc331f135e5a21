import type { FeedBlock as Feed } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';

interface FeedBlockProps {
  readonly feed: Feed;
  /** Distinguishes the blocks of one page. */
  readonly id: string;
}

/**
 * A board of headlines from elsewhere. Collapsed and expanded are a `details` element's two states, so that the stylesheet can
 * change the frame's height without a script; a script puts a button with `aria-expanded` in its place.
 */
export function FeedBlock({ feed, id }: FeedBlockProps) {
  const title = feed.title ?? feed.feedTitle;
  return (
    <section className="feed-block" aria-labelledby={id} data-feed-block>
      <header className="feed-block__header">
        <h2 id={id}>{feed.path ? <a href={feed.path}>{title}</a> : title}</h2>
        {feed.title && <p className="feed-block__source">From {feed.feedTitle}</p>}
      </header>
      <EmbedFrame embed={feed.embed} height={feed.height} kind="feed" />
      <details className="feed-block__toggle">
        <summary className="button feed-block__button">
          <span className="feed-block__more">See All Articles</span>
          <span className="feed-block__less">Show Less</span>
          <span className="visually-hidden"> of {title}</span>
        </summary>
      </details>
    </section>
  );
}
