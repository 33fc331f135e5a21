import type { LiveStory, Post, WithWords } from '../types.ts';
import { Needs } from './Needs.tsx';
import { Names, Points, When } from './PostCard.tsx';
import { Prose } from './Prose.tsx';

interface LiveProps extends WithWords {
  readonly live: LiveStory;
}

/** Above the headline: when the newest entry was written, or that there will be none. */
export const LiveState = ({ live: { isOver, newest }, words }: LiveProps) =>
  isOver ? (
    <span className="fine live__over">{words.scripts.entries.over}</span>
  ) : (
    <span className="fine live__newest">
      {words.live.newest} <When time={newest} />
    </span>
  );

/** Beside the entries: what is known, and the moments that matter most. */
export const LiveSides = ({ live: { moments }, post, words }: LiveProps & { readonly post: Post }) => (
  <>
    {post.points && post.points.length > 0 && (
      <aside className="live__known" aria-labelledby="Known">
        <h2 id="Known">{words.live.known}</h2>
        <Points of={post} />
      </aside>
    )}
    {moments.length > 1 && (
      <nav className="live__moments" aria-labelledby="Moments">
        <h2 id="Moments">{words.live.moments}</h2>
        <ol>
          {moments.map(({ id, time, title }) => (
            <li key={id}>
              <time dateTime={time.iso}>{time.text}</time> <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
    )}
  </>
);

/** The entries; the script of live stories asks for new ones as long as they are `data-live`. */
export const LiveEntries = ({ live, rel, words }: LiveProps & { readonly rel?: string | undefined }) => (
  <div className="entries" data-entries={live.isOver ? 'over' : 'live'}>
    <Needs parts={live.isOver ? ['entries'] : ['entries', 'live']} />
    {live.entries.map(({ id, time, isPinned, authors, body }) => (
      <article key={id} className="entry" id={id}>
        <p className="fine entry__head">
          <time dateTime={time.iso}>{time.text}</time>{' '}
          {isPinned && <strong className="tag">{words.live.pinned}</strong>}{' '}
          <a href={`#${id}`}>
            {words.live.link}
            <span className="visually-hidden">: {time.text}</span>
          </a>
        </p>
        <Prose text={body} rel={rel} />
        {authors.length > 0 && (
          <p className="fine">
            — <Names people={authors} words={words} />
          </p>
        )}
      </article>
    ))}
  </div>
);
