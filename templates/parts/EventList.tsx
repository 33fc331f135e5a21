import type { Event, WithWords } from '../types.ts';
import { OptionalLink } from './Links.tsx';

/** The list may be in a frame, and most other sites refuse to be shown in one: links open a new tab. */
const newTab = { target: '_blank', rel: 'noopener' };

export function EventList({ events, words }: WithWords & { readonly events: readonly Event[] }) {
  if (events.length === 0) return <p>{words.events.none}</p>;
  return (
    <ul className="grid entries wall">
      {events.map(({ title, when, dates, where, about, url }) => (
        <li key={`${title} ${dates?.starts}`}>
          <h2>
            <OptionalLink href={url} {...newTab}>
              {title}
            </OptionalLink>
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
