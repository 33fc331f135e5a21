import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { Image } from '../parts/Image.tsx';
import { ButtonLink, OptionalLink } from '../parts/Links.tsx';
import { Needs } from '../parts/Needs.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type {
  Calendar,
  CalendarEntry,
  CalendarGroup,
  EventsBlock,
  PageHead,
  PageProps,
  RegularEvent,
  Site,
  WithWords,
} from '../types.ts';
import { EventList } from './EmbedPages.tsx';

export function EventsPage({ page, site, words }: PageProps<PageHead & { readonly wall: EventsBlock }>) {
  const { wall } = page;
  return (
    <>
      <PageHeader page={page} words={words} />
      {'calendar' in wall ? (
        <Agenda calendar={wall.calendar} site={site} words={words} />
      ) : 'events' in wall ? (
        <EventList events={wall.events} words={words} />
      ) : (
        <EmbedFrame {...wall} kind="wall" words={words} />
      )}
    </>
  );
}

/** The id of a day of the calendar, which links from elsewhere have. */
export const dayId = (iso: string) => `Day-${iso}` as const;

function Agenda({ calendar, site, words }: WithWords & { readonly calendar: Calendar; readonly site: Site }) {
  const { groups, regular, later } = calendar;
  const { events } = words;
  const hasFile = [...groups.flatMap(({ entries }) => entries), ...later].some(({ file }) => file);
  return (
    <div className="agenda" data-agenda={site.timeZone}>
      <Needs parts={['agenda']} />
      <div className="agenda__days">
        <p data-none hidden={groups.length > 0}>
          {events.none}
        </p>
        {groups.map((group, i) => (
          <Group key={group.day?.iso ?? group.title} group={group} number={i + 1} words={words} />
        ))}
      </div>
      {hasFile && (
        <div className="agenda__side">
          <Regular id="Regular" title={events.regular} events={regular} wordsFor={events.next} />
          <Regular id="Later" title={events.later} events={later} wordsFor={events.from} />
          <section className="panel screen-only" aria-labelledby="Own">
            <h2 id="Own">{events.own}</h2>
            <p>{events.ownText}</p>
            <p className="row">
              <ButtonLink strong href={`${site.baseUrl.replace(/^https?/, 'webcal')}/events.ics`}>
                {events.follow}
              </ButtonLink>
              <ButtonLink href="/events.ics">{events.download}</ButtonLink>
            </p>
          </section>
        </div>
      )}
    </div>
  );
}

interface GroupProps extends WithWords {
  readonly group: CalendarGroup;
  readonly number: number;
}

function Group({ group: { day, title, entries }, number, words }: GroupProps) {
  const id = day ? dayId(day.iso) : (`Events-${number}` as const);
  return (
    <section className="agenda__group" aria-labelledby={id} data-day={day?.iso}>
      <h2 id={id}>{day ? <Day {...day} /> : title}</h2>
      <ul>
        {entries.map((entry) => (
          <Entry key={`${entry.title} ${entry.file} ${entry.starts}`} entry={entry} words={words} />
        ))}
      </ul>
    </section>
  );
}

/** The day in the order of its language; its number is shown large. */
const Day = ({ iso, parts, away }: NonNullable<CalendarGroup['day']>) => (
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

function Entry({ entry, words: { events: words } }: WithWords & { readonly entry: CalendarEntry }) {
  const { title, when, where, address, about, price, tickets, organizer, picture, cancelled } = entry;
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address ?? '')}`;
  return (
    <li className="agenda__event" data-last={entry.last}>
      {entry.time && (
        <p className="agenda__time">
          <time dateTime={entry.starts}>{entry.time}</time> <span>{entry.until}</span>
        </p>
      )}
      <div>
        <h3 className={cancelled ? 'agenda__cancelled' : undefined}>
          <OptionalLink href={entry.url}>{title}</OptionalLink>
        </h3>
        {cancelled && <p className="badge">{words.cancelled}</p>}
        {when && <p className="fine">{when}</p>}
        {(where || address) && <p className="fine">{[where, address].filter(Boolean).join(', ')}</p>}
        {about && <p>{about}</p>}
        {organizer && <p className="fine">{words.by(organizer)}</p>}
        <p className="agenda__facts text-links">
          {price && <b>{price.text}</b>}
          {tickets && !cancelled && <a href={tickets}>{words.tickets}</a>}
          {entry.file && !cancelled && (
            <a className="screen-only" href={entry.file} aria-label={`${words.addToCalendar}: ${title}`}>
              {words.addToCalendar}
            </a>
          )}
          {address && (
            <a className="screen-only" href={map} aria-label={`${words.map}: ${address}`}>
              {words.map}
            </a>
          )}
          {entry.repeats && <span>{entry.repeats}</span>}
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
  readonly wordsFor: (day: string) => string;
}

const Regular = ({ id, title, events, wordsFor }: RegularProps) =>
  events.length === 0 ? null : (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <ul>
        {events.map(({ title, file, repeats, hours, next }) => (
          <li key={file}>
            <h3>{title}</h3>
            <p className="fine">
              {repeats}, {hours} · <time dateTime={next.iso}>{wordsFor(next.text)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
