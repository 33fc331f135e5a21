import { inRows } from '../rows.ts';
import type { FeedBlock as Feed, Board as Headlines, TemplateId, WithWords } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { OptionalLink } from './Links.tsx';

interface FeedBlockProps extends WithWords {
  readonly feed: Feed;
  /** Unique on the page. */
  readonly id: TemplateId;
  readonly heading: 'h2' | 'h3';
}

/** The feed of another site: a board of its headlines, with the provider's board closed below it, or only the latter. */
function FeedBlock({ feed, id, heading: Heading, words }: FeedBlockProps) {
  const { board, frame, path } = feed;
  const title = feed.title ?? (board ? words.boards.headlines : feed.feedTitle);
  const source: Headlines['source'] | undefined =
    board?.source ?? (feed.title ? { name: feed.feedTitle } : undefined);
  const ownBoard = frame && <EmbedFrame {...frame} kind="feed" words={words} />;
  return (
    <div className="feed">
      <section className="feed-block" aria-labelledby={id} data-feed-block>
        <header className="board-title feed-block__header">
          <Heading id={id}>
            <OptionalLink href={path}>{title}</OptionalLink>
          </Heading>
          {source && (
            <p className="fine feed-block__source">
              {words.boards.from}{' '}
              <OptionalLink href={source.url} rel={linkTypes}>
                {source.name}
              </OptionalLink>
            </p>
          )}
        </header>
        {board ? <Board board={board} id={`${id}-board` as const} words={words} /> : ownBoard}
        <Toggle of={title} words={words} />
      </section>
      {board && ownBoard && (
        <details className="own-board screen-only">
          <summary className="fine">{words.boards.boardOf(feed.feedTitle)}</summary>
          <div className="feed-block" data-feed-block>
            {ownBoard}
            <Toggle of={words.boards.boardOf(feed.feedTitle)} words={words} />
          </div>
        </details>
      )}
    </div>
  );
}

interface FeedBlocksProps extends WithWords {
  readonly feeds: readonly Feed[];
  /** The start of their ids. */
  readonly id?: TemplateId;
  readonly heading?: 'h2' | 'h3' | undefined;
}

const maxInRow = 4;

/** Feeds of other sites: one in the width of its column, several side by side; feeds with nothing to show yet are left out. */
export function FeedBlocks({ feeds, id = 'Feed', heading = 'h2', words }: FeedBlocksProps) {
  const blocks = feeds
    .filter(({ board, frame }) => board || frame)
    .map((feed, i) => {
      const feedId: TemplateId = `${id}-${i + 1}` as TemplateId;
      return <FeedBlock key={feedId} feed={feed} id={feedId} heading={heading} words={words} />;
    });
  if (blocks.length < 2) return blocks;
  return inRows(blocks, maxInRow).map((row) => (
    <div key={row[0]?.key} className={`category-feeds category-feeds--${row.length}`}>
      {row}
    </div>
  ));
}

/** A `details` element whose state changes the height of the block. */
const Toggle = ({ of, words }: WithWords & { readonly of: string }) => (
  <details className="feed-block__toggle">
    <summary className="button chevron">
      <span className="feed-block__more">{words.boards.more}</span>
      <span className="feed-block__less">{words.boards.less}</span>
      <span className="visually-hidden"> {words.boards.of(of)}</span>
    </summary>
  </details>
);

const linkTypes = 'external noopener';

function Board({ board, id, words }: WithWords & { readonly board: Headlines; readonly id: TemplateId }) {
  const { source, read, headlines } = board;
  return (
    <>
      <div className={classesOf(headlines.length)} id={id}>
        <ol>
          {headlines.map(({ title, link, published }) => (
            <li key={link ?? title}>
              {link ? (
                <a href={link} rel={linkTypes} dir="auto">
                  {title}
                </a>
              ) : (
                <b dir="auto">{title}</b>
              )}
              {published && <time dateTime={published.iso}>{published.text}</time>}
            </li>
          ))}
        </ol>
      </div>
      {read && (
        <p className="fine board__foot">
          {source.name}
          {words.boards.headlinesOf} <time dateTime={read.iso}>{read.text}</time>
        </p>
      )}
    </>
  );
}

/** The rows that a collapsed board shows in one column and in two; feed-block.css hides the rest. */
const rows = { narrow: 4, wide: 6 };

const classesOf = (count: number): string =>
  ['board', count <= rows.narrow && 'board--fits-narrow', count <= rows.wide && 'board--fits-wide']
    .filter(Boolean)
    .join(' ');
