import type { Newsletter, WithWords } from '../types.ts';
import { FormOrFrame } from './MailForm.tsx';

interface NewsletterFormProps extends WithWords {
  readonly newsletter: Newsletter;
  /** Which of the page's sign-ups it is, from 1. */
  readonly number?: number;
  /** Whether it stands under an article. */
  readonly isAfter?: boolean;
}

/** The sign-up for a newsletter. Links lead to the first one of a page as `#Newsletter`. */
export function NewsletterForm({ newsletter, number = 1, isAfter, words }: NewsletterFormProps) {
  const suffix = number === 1 ? '' : `-${number}`;
  const id = `Newsletter${suffix}` as const;
  return (
    <section
      className={isAfter ? 'panel screen-only' : 'newsletter panel screen-only'}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>{newsletter.title}</h2>
      {newsletter.text && <p>{newsletter.text}</p>}
      <FormOrFrame block={newsletter.block} id={`Form${suffix}` as const} words={words} />
    </section>
  );
}
