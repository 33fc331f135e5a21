import type {
  Calendar,
  CalendarDay,
  CalendarEntry,
  CalendarEvent,
  RegularEvent,
  Site,
  WithWords,
} from '../types.ts';
import { Image } from './Image.tsx';
import { OptionalLink } from './Links.tsx';

/** The id of a day of the calendar, which links from elsewhere have. */
export const dayId = (iso: string) => `Day-${iso}` as const;

/** The calendar of the paper: its days, and beside them what comes again and how to follow it. */
export function Agenda({
  calendar,
  site,
  words,
}: WithWords & { readonly calendar: Calendar; readonly site: Site }) {
  const { days, ongoing, others, regular, later, season } = calendar;
  const { events } = words;
  const isEmpty = days.length + ongoing.length + others.length === 0;
  const hasFile = days.length + ongoing.length + later.length > 0;
  return (
    <div className="agenda" data-agenda={site.timeZone}>
      <div className="agenda__days">
        {days.length > 0 && (
          <div className="row" data-filters data-scripted>
            {Object.entries(events.filters).map(([name, text]) => (
              <button
                key={name}
                type="button"
                className="button"
                data-filter={name}
                aria-pressed={name === 'all'}
              >
                {text}
              </button>
            ))}
          </div>
        )}
        <p data-none hidden={!isEmpty}>
          {isEmpty ? events.none : events.noneOfThese}
        </p>
        {ongoing.length > 0 && (
          <Group id="Ongoing" heading={events.now}>
            {ongoing.map((entry) => (
              <Entry key={`${entry.event.file} ${entry.starts}`} entry={entry} words={words} />
            ))}
          </Group>
        )}
        {days.map((day) => (
          <Group key={day.iso} id={dayId(day.iso)} heading={<Day day={day} />} day={day.iso}>
            {day.entries.map((entry) => (
              <Entry key={`${entry.event.file} ${entry.starts}`} entry={entry} words={words} />
            ))}
          </Group>
        ))}
        {others.length > 0 && (
          <Group id="Others" heading={events.others}>
            {others.map((event) => (
              <EventItem key={`${event.title} ${event.when}`} event={event} words={words} />
            ))}
          </Group>
        )}
      </div>
      {(hasFile || regular.length > 0) && (
        <aside className="agenda__side" aria-label={events.regular}>
          <Regular id="Regular" title={events.regular} events={regular} wordsFor={events.next} />
          <Regular
            id="Later"
            title={(season === undefined ? undefined : events.back[season]) ?? events.later}
            events={later}
            wordsFor={events.from}
          />
          {hasFile && (
            <section className="panel screen-only" aria-labelledby="Own">
              <h2 id="Own">{events.own}</h2>
              <p>{events.ownText}</p>
              <p className="row">
                <a
                  className="button button--strong"
                  href={`${site.baseUrl.replace(/^https?/, 'webcal')}/events.ics`}
                >
                  {events.follow}
                </a>
                <a className="button" href="/events.ics">
                  {events.download}
                </a>
              </p>
            </section>
          )}
        </aside>
      )}
    </div>
  );
}

interface GroupProps {
  readonly id: Capitalize<string>;
  readonly heading: React.ReactNode;
  readonly day?: string;
  readonly children: React.ReactNode;
}

const Group = ({ id, heading, day, children }: GroupProps) => (
  <section className="agenda__group" aria-labelledby={id} data-day={day}>
    <h2 id={id}>{heading}</h2>
    <ul>{children}</ul>
  </section>
);

/** The day in the order of its language; its number is shown large. */
const Day = ({ day: { iso, parts, away } }: { readonly day: CalendarDay }) => (
  <time dateTime={iso}>
    {parts.map(({ type, value }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a date are always the same
      <span key={i} className={type === 'literal' ? 'visually-hidden' : `agenda__${type}`}>
        {value}
      </span>
    ))}
    <span className="visually-hidden">, </span>
    <span className="agenda__away" data-away>
      {away}
    </span>
  </time>
);

const Entry = ({ entry, words }: WithWords & { readonly entry: CalendarEntry }) => (
  <EventItem event={entry.event} last={entry.last} words={words}>
    <p className="agenda__time">
      <time dateTime={entry.starts}>{entry.time}</time>
      {entry.until && (
        <>
          {' '}
          <span>{entry.until}</span>
        </>
      )}
    </p>
  </EventItem>
);

interface EventItemProps extends WithWords {
  readonly event: CalendarEvent;
  readonly last?: string;
  readonly children?: React.ReactNode;
}

function EventItem({ event, last, children, words: { events: words } }: EventItemProps) {
  const { title, when, where, address, about, url, price, tickets, organizer, picture, file, repeats } =
    event;
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address ?? '')}`;
  return (
    <li className="agenda__event" data-last={last} data-free={price?.amount === 0 || undefined}>
      {children}
      <div>
        <h3 className={event.isCancelled ? 'agenda__cancelled' : undefined}>
          <OptionalLink href={url}>{title}</OptionalLink>
        </h3>
        {event.isCancelled && <p className="badge">{words.cancelled}</p>}
        {when && <p className="fine">{when}</p>}
        {(where || address) && <p className="fine">{[where, address].filter(Boolean).join(', ')}</p>}
        {about && <p>{about}</p>}
        {organizer && <p className="fine">{words.by(organizer)}</p>}
        <p className="agenda__facts text-links">
          {price && <b>{price.text}</b>}
          {tickets && !event.isCancelled && <a href={tickets}>{words.tickets}</a>}
          {file && !event.isCancelled && (
            <a className="screen-only" href={file} aria-label={`${words.addToCalendar}: ${title}`}>
              {words.addToCalendar}
            </a>
          )}
          {address && (
            <a className="screen-only" href={map} aria-label={`${words.map}: ${address}`}>
              {words.map}
            </a>
          )}
          {repeats && <span>{repeats.text}</span>}
        </p>
      </div>
      {picture && <Image picture={picture} small sizes="9rem" />}
    </li>
  );
}

interface RegularProps {
  readonly id: Capitalize<string>;
  readonly title: string;
  readonly events: readonly RegularEvent[];
  /** What is said of the next day. */
  readonly wordsFor: (day: string) => string;
}

const Regular = ({ id, title, events, wordsFor }: RegularProps) =>
  events.length === 0 ? null : (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <ul>
        {events.map(({ event, hours, next }) => (
          <li key={`${event.file}`}>
            <h3>{event.title}</h3>
            <p className="fine">
              {event.repeats?.text}, {hours} · <time dateTime={next.iso}>{wordsFor(next.text)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
