import type { Event } from '../types.ts';

interface EventListProps {
  readonly events: readonly Event[];
}

/** What is on: when, where, and what about. It may stand in a frame, and few sites let themselves be shown in one: links open outside. */
export function EventList({ events }: EventListProps) {
  if (events.length === 0) return <p>Nothing is on the calendar just now. Please look in again.</p>;
  return (
    <ul className="wall">
      {events.map(({ title, when, dates, where, about, url }) => (
        <li key={`${title} ${dates?.starts}`}>
          <h2>
            {url ? (
              <a href={url} target="_blank" rel="noopener">
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
