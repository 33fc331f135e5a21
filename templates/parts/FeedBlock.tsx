import type { FeedBlock as Feed, Frame, TemplateId } from '../types.ts';
import type { Words } from '../words/words.ts';
import { Board, Source } from './Board.tsx';
import { EmbedFrame } from './EmbedFrame.tsx';

interface FeedBlockProps {
  readonly feed: Feed;
  /** Unique in the page. */
  readonly id: TemplateId;
  readonly words: Words;
}

/** A feed of another source: a board of its headlines, with the source's own board folded below it, or that board alone. */
function FeedBlock({ feed, id, words }: FeedBlockProps) {
  const { board, frame, path } = feed;
  const title = feed.title ?? (board ? words.boards.headlines : feed.feedTitle);
  return (
    <div className="feed">
      <section className="feed-block" aria-labelledby={id} data-feed-block>
        <header className="section-title feed-block__header">
          <h2 id={id}>{path ? <a href={path}>{title}</a> : title}</h2>
          {(board || feed.title) && (
            <Source source={board?.source ?? { name: feed.feedTitle }} words={words} />
          )}
        </header>
        {board ? (
          <Board board={board} id={`${id}-board` as const} words={words} />
        ) : (
          frame && <FeedFrame frame={frame} words={words} />
        )}
        <Toggle of={title} words={words} />
      </section>
      {board && frame && (
        <details className="own-board screen-only">
          <summary className="fine">{words.boards.ownBoard}</summary>
          <div className="feed-block" data-feed-block>
            <FeedFrame frame={frame} words={words} />
            <Toggle of={words.boards.ownBoardOf(feed.feedTitle)} words={words} />
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
  readonly words: Words;
}

/** Feeds of other sources: one as wide as its column, several beside each other; those that have nothing to show yet are left out. */
export function FeedBlocks({ feeds, id = 'Feed', words }: FeedBlocksProps) {
  const blocks = feeds
    .filter(({ board, frame }) => board || frame)
    .map((feed, i) => {
      const feedId: TemplateId = `${id}-${i + 1}` as TemplateId;
      return <FeedBlock key={feedId} feed={feed} id={feedId} words={words} />;
    });
  return blocks.length > 1 ? <div className="category-feeds">{blocks}</div> : blocks;
}

interface FeedFrameProps {
  readonly frame: Frame;
  readonly words: Words;
}

const FeedFrame = ({ frame: { embed, height }, words }: FeedFrameProps) => (
  <EmbedFrame embed={embed} height={height} kind="feed" words={words} />
);

/** Without scripts a `details` element whose state changes the height of the block; a script replaces it by a button with `aria-expanded`. */
const Toggle = ({ of, words }: { readonly of: string; readonly words: Words }) => (
  <details className="feed-block__toggle">
    <summary className="button chevron">
      <span className="feed-block__more">{words.boards.more}</span>
      <span className="feed-block__less">{words.boards.less}</span>
      <span className="visually-hidden"> {words.boards.of(of)}</span>
    </summary>
  </details>
);
