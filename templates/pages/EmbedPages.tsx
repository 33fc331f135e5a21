import { Prose } from '../parts/Prose.tsx';
import type { PageOf } from '../types.ts';

// The stand-ins that frames of a fresh site show: what an account with a service would put there.

/** A form that shows its category and writes an e-mail. */
export function EmbedFormPage({ page }: { readonly page: PageOf<'embed-form'> }) {
  return (
    <>
      <h1 className="visually-hidden">{page.headline}</h1>
      <form method="post" encType="text/plain">
        <p>
          <label htmlFor="form-name">Name</label>
          <input id="form-name" name="Name" autoComplete="name" required />
        </p>
        <p>
          <label htmlFor="form-email">Email</label>
          <input id="form-email" name="Email" type="email" autoComplete="email" required />
        </p>
        {page.message && (
          <p>
            <label htmlFor="form-message">Message</label>
            <textarea id="form-message" name="Message" rows={15} />
          </p>
        )}
        <p>
          <button
            className="button button--strong"
            type="submit"
            formAction={`mailto:${page.email}?subject=${encodeURIComponent(page.category)}`}
          >
            Write the email
          </button>
        </p>
      </form>
      <div className="framed__note">
        <p>
          Category: <strong>{page.category}</strong>
        </p>
        <Prose html={page.body} />
      </div>
    </>
  );
}

/** A document to read in its frame. */
export function EmbedDocumentPage({ page }: { readonly page: PageOf<'embed-document'> }) {
  return (
    <article>
      <h1>{page.headline}</h1>
      <Prose html={page.body} />
    </article>
  );
}

/** A wall of events. */
export function EmbedWallPage({ page }: { readonly page: PageOf<'embed-wall'> }) {
  return (
    <>
      <h1>{page.headline}</h1>
      <ul className="wall">
        {page.events.map((event) => (
          <li key={event.title}>
            <h2>{event.url ? <a href={event.url}>{event.title}</a> : event.title}</h2>
            <p className="wall__when">{event.when}</p>
            <p className="framed__note">{event.where}</p>
            <p>{event.about}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
