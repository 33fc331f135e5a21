import type { Newsletter } from '../types.ts';
import { FormOrFrame } from './MailForm.tsx';

export function NewsletterForm({ newsletter }: { readonly newsletter: Newsletter }) {
  return (
    <section className="newsletter panel screen-only" id="Newsletter" aria-labelledby="Newsletter-title">
      <h2 id="Newsletter-title">{newsletter.title}</h2>
      {newsletter.text && <p>{newsletter.text}</p>}
      <FormOrFrame block={newsletter.block} />
    </section>
  );
}
