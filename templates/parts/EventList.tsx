import type { Event } from '../types.ts';

/** The list may be in a frame, which most other sites refuse to be shown in: links open a new tab. */
const newTab = { target: '_blank', rel: 'noopener' };

export function EventList({ events }: { readonly events: readonly Event[] }) {
  if (events.length === 0) return <p>Nothing is on the calendar just now. Please look in again.</p>;
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
                More at {new URL(url).host.replace(/^www\./, '')}
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
