import type { Event } from '../types.ts';

interface EventListProps {
  readonly events: readonly Event[];
}

/** It may stand in a frame, and few sites let themselves be shown in one: links open outside. */
const outside = { target: '_blank', rel: 'noopener' };

/** What is on: when, where, and what about. */
export function EventList({ events }: EventListProps) {
  if (events.length === 0) return <p>Nothing is on the calendar just now. Please look in again.</p>;
  return (
    <ul className="wall">
      {events.map(({ title, when, dates, where, about, url }) => (
        <li key={`${title} ${dates?.starts}`}>
          <h2>
            {url ? (
              <a href={url} {...outside}>
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
          <p className="fine">{where}</p>
          <p>{about}</p>
          {url && (
            <p className="post-card__more">
              <a href={url} {...outside}>
                More at {new URL(url).host.replace(/^www\./, '')}
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
