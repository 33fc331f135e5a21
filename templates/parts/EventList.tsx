import type { Event } from '../types.ts';
import type { Words } from '../words/words.ts';

/** The list may be in a frame, which most other sites refuse to be shown in: links open a new tab. */
const newTab = { target: '_blank', rel: 'noopener' };

interface EventListProps {
  readonly events: readonly Event[];
  readonly words: Words;
}

export function EventList({ events, words }: EventListProps) {
  if (events.length === 0) return <p>{words.events.none}</p>;
  return (
    <ul className="grid entries wall">
      {events.map(({ title, when, dates, where, about, url }) => (
        <li key={`${title} ${dates?.starts}`}>
          <h2>
            {url ? (
              <a href={url} {...newTab}>
                {title}
              </a>
            ) : (
              title
            )}
          </h2>
          {dates && (
            <time className="wall__when" dateTime={dates.starts}>
              {dates.text}
            </time>
          )}
          {when && <p className="wall__when">{when}</p>}
          {where && <p className="fine">{where}</p>}
          {about && <p>{about}</p>}
          {url && (
            <p className="more text-links">
              <a href={url} {...newTab}>
                {words.events.moreAt(new URL(url).host.replace(/^www\./, ''))}
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
