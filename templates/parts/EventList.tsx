import type { Event } from '../types.ts';

interface EventListProps {
  readonly events: readonly Event[];
}

/** What is on: when, where, and what about. */
export const EventList = ({ events }: EventListProps) => (
  <ul className="wall">
    {events.map((event) => (
      <li key={event.title}>
        <h2>{event.url ? <a href={event.url}>{event.title}</a> : event.title}</h2>
        <p className="wall__when">{event.when}</p>
        <p className="framed__note">{event.where}</p>
        <p>{event.about}</p>
      </li>
    ))}
  </ul>
);
