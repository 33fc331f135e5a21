import type { FeedBlock as Feed, Frame, TemplateId } from '../types.ts';
import { Board, Source } from './Board.tsx';
import { EmbedFrame } from './EmbedFrame.tsx';

interface FeedBlockProps {
  readonly feed: Feed;
  /** Unique in the page. */
  readonly id: TemplateId;
}

/** A feed of another source: a board of its headlines, with the source's own board folded below it, or that board alone. */
function FeedBlock({ feed, id }: FeedBlockProps) {
  const { board, frame, path } = feed;
  const title = feed.title ?? (board ? 'Headlines' : feed.feedTitle);
  return (
    <div className="feed">
      <section className="feed-block" aria-labelledby={id} data-feed-block>
        <header className="section-title feed-block__header">
          <h2 id={id}>{path ? <a href={path}>{title}</a> : title}</h2>
          {(board || feed.title) && <Source source={board?.source ?? { name: feed.feedTitle }} />}
        </header>
        {board ? <Board board={board} id={`${id}-board` as const} /> : frame && <FeedFrame frame={frame} />}
        <Toggle of={title} />
      </section>
      {board && frame && (
        <details className="own-board screen-only">
          <summary className="fine">The source’s own board</summary>
          <div className="feed-block" data-feed-block>
            <FeedFrame frame={frame} />
            <Toggle of={`${feed.feedTitle}, own board`} />
          </div>
        </details>
      )}
    </div>
  );
}

interface FeedBlocksProps {
  readonly feeds: readonly Feed[];
  /** What their ids begin with. */
  readonly id?: TemplateId;
}

/** Feeds of other sources: one as wide as its column, several beside each other; those that have nothing to show yet are left out. */
export function FeedBlocks({ feeds, id = 'Feed' }: FeedBlocksProps) {
  const blocks = feeds
    .filter(({ board, frame }) => board || frame)
    .map((feed, i) => {
      const feedId: TemplateId = `${id}-${i + 1}` as TemplateId;
      return <FeedBlock key={feedId} feed={feed} id={feedId} />;
    });
  return blocks.length > 1 ? <div className="category-feeds">{blocks}</div> : blocks;
}

const FeedFrame = ({ frame: { embed, height } }: { readonly frame: Frame }) => (
  <EmbedFrame embed={embed} height={height} kind="feed" />
);

/** Without scripts a `details` element whose state changes the height of the block; a script replaces it by a button with `aria-expanded`. */
const Toggle = ({ of }: { readonly of: string }) => (
  <details className="feed-block__toggle">
    <summary className="button chevron">
      <span className="feed-block__more">See All Articles</span>
      <span className="feed-block__less">Show Less</span>
      <span className="visually-hidden"> of {of}</span>
    </summary>
  </details>
);
