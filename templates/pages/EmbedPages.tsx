import { MailForm } from '../parts/Forms.tsx';
import { OptionalLink } from '../parts/Links.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { CalendarEntry, Form, MarkdownText, PageHead, PageProps, WithWords } from '../types.ts';

// Pages that frames of other pages and of other sites show.

export const EmbedDocumentPage = ({ page }: PageProps<PageHead & { readonly body: MarkdownText }>) => (
  <article>
    <h1>{page.headline}</h1>
    <Prose text={page.body} />
  </article>
);

export const EmbedFormPage = ({ page, words }: PageProps<PageHead & { readonly form: Form }>) => (
  <>
    <h1 className="visually-hidden">{page.headline}</h1>
    <MailForm form={page.form} words={words} />
  </>
);

export const EmbedWallPage = ({
  page,
  words,
}: PageProps<PageHead & { readonly events: readonly CalendarEntry[] }>) => (
  <>
    <h1>{page.headline}</h1>
    <EventList events={page.events} words={words} />
  </>
);

/** The list may be in a frame, and most other sites refuse to be shown in one: links open a new tab. */
const newTab = { target: '_blank', rel: 'noopener' };

export function EventList({ events, words }: WithWords & { readonly events: readonly CalendarEntry[] }) {
  if (events.length === 0) return <p>{words.events.none}</p>;
  return (
    <ul className="grid entries wall">
      {events.map(({ title, when, starts, text, where, about, url }) => (
        <li key={`${title} ${starts}`}>
          <h2>
            <OptionalLink href={url} {...newTab}>
              {title}
            </OptionalLink>
          </h2>
          {text && (
            <time className="wall__when" dateTime={starts}>
              {text}
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
