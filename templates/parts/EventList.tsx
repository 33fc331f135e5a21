import type { Event } from '../types.ts';

interface EventListProps {
  readonly events: readonly Event[];
  /** Whether it may stand in a frame, in which few sites let themselves be shown: links then open outside of it. */
  readonly framed?: boolean;
}

/** What is on: when, where, and what about. */
export function EventList({ events, framed = false }: EventListProps) {
  if (events.length === 0) return <p>Nothing is on the calendar just now. Please look in again.</p>;
  const outside = framed ? { target: '_blank', rel: 'noopener' } : {};
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
          <p className="wall__when">
            {dates && <time dateTime={dates.starts}>{dates.text}</time>}
            {dates && when && <br />}
            {when}
          </p>
          <p className="framed__note">{where}</p>
          <p>{about}</p>
        </li>
      ))}
    </ul>
  );
}
