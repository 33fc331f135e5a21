import { EventList } from '../parts/EventList.tsx';
import { MailForm } from '../parts/MailForm.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { PageOf } from '../types.ts';

// Stand-ins for what an account with a service would serve: pages without the paper's header, for frames on other sites. The paper's own
// pages print the same in place.

/** A form that writes an e-mail. */
export const EmbedFormPage = ({ page }: { readonly page: PageOf<'embed-form'> }) => (
  <>
    <h1 className="visually-hidden">{page.headline}</h1>
    <MailForm form={page.form} />
  </>
);

/** A document to read in its frame. */
export const EmbedDocumentPage = ({ page }: { readonly page: PageOf<'embed-document'> }) => (
  <article>
    <h1>{page.headline}</h1>
    <Prose html={page.body} />
  </article>
);

/** A wall of events. */
export const EmbedWallPage = ({ page }: { readonly page: PageOf<'embed-wall'> }) => (
  <>
    <h1>{page.headline}</h1>
    <EventList events={page.events} />
  </>
);
