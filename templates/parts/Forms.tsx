import type { Form, FormBlock, Newsletter, Signup, TemplateId, WithWords } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Button } from './Links.tsx';
import { Needs } from './Needs.tsx';
import { Once } from './Once.tsx';
import { Prose } from './Prose.tsx';

interface OwnForm extends WithWords {
  /** The start of the ids of its fields, unique on the page. */
  readonly id?: TemplateId | undefined;
}

/** The form of a service in its frame, a form that leads to it, or the site's own. */
export function FormOrFrame({ block, id, words }: OwnForm & { readonly block: FormBlock }) {
  if ('form' in block) return <MailForm form={block.form} id={id} words={words} />;
  if ('signup' in block) return <SignupForm {...block} id={id} words={words} />;
  return <EmbedFrame {...block} kind="form" words={words} />;
}

/** A form for an address that a service takes, which answers with a page of its own. */
const SignupForm = ({ signup, id = 'Form', words }: OwnForm & { readonly signup: Signup }) => (
  <form className="signup" method="post" action={signup.action}>
    <Needs parts={['signup']} forms={signup.origins} />
    <label htmlFor={`${id}-email`}>{words.form.email}</label>
    <p>
      <input id={`${id}-email`} name={signup.field} type="email" autoComplete="email" required />
      <Button strong type="submit" text={words.newsletter.signUp} />
    </p>
    {signup.hidden.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {signup.trap && <input hidden name={signup.trap} tabIndex={-1} autoComplete="off" />}
    <p className="fine">{signup.privacy}</p>
  </form>
);

/** A form that shows its category and starts an e-mail. */
export const MailForm = ({
  form: { category, email, body, message },
  id = 'Form',
  words: { form: words },
}: OwnForm & { readonly form: Form }) => (
  <div className="mail-form">
    <Needs forms={['mailto:']} />
    <form method="post" encType="text/plain">
      <p>
        <label htmlFor={`${id}-name`}>{words.name}</label>
        <input id={`${id}-name`} name={words.name} autoComplete="name" required />
      </p>
      <p>
        <label htmlFor={`${id}-email`}>{words.email}</label>
        <input id={`${id}-email`} name={words.email} type="email" autoComplete="email" required />
      </p>
      {message && (
        <p>
          <label htmlFor={`${id}-message`}>{words.message}</label>
          <textarea id={`${id}-message`} name={words.message} rows={8} />
        </p>
      )}
      <p>
        <Button
          strong
          type="submit"
          text={words.send}
          formAction={`mailto:${email}?subject=${encodeURIComponent(category)}`}
        />
      </p>
    </form>
    <div className="fine">
      <p>
        {words.category} <strong>{category}</strong>
      </p>
      {body && <Prose text={body} />}
    </div>
  </div>
);

interface NewsletterFormProps extends WithWords {
  readonly newsletter: Newsletter;
  /** Which of the page's sign-ups it is, from 1. */
  readonly number?: number;
}

/** The sign-up for a newsletter. Links lead to the first one of a page as `#Newsletter`. */
export const NewsletterForm = ({ number = 1, ...form }: NewsletterFormProps) => (
  <section className="newsletter panel screen-only" {...namesOf(number)}>
    <NewsletterFields number={number} {...form} />
  </section>
);

/** The sign-up of the site, which is the same under each article. */
export const NewsletterAfter = ({ newsletter, words }: NewsletterFormProps) => (
  <Once
    as="section"
    of={newsletter}
    className="panel screen-only"
    {...namesOf(1)}
    show={() => <NewsletterFields newsletter={newsletter} number={1} words={words} />}
  />
);

const suffixOf = (number: number) => (number === 1 ? '' : (`-${number}` as const));

const namesOf = (number: number) => {
  const id = `Newsletter${suffixOf(number)}` as const;
  return { id, 'aria-labelledby': `${id}-title` };
};

const NewsletterFields = ({
  newsletter,
  number,
  words,
}: NewsletterFormProps & { readonly number: number }) => (
  <>
    <h2 id={`Newsletter${suffixOf(number)}-title`}>{newsletter.title}</h2>
    {newsletter.text && <p>{newsletter.text}</p>}
    <FormOrFrame block={newsletter.block} id={`Form${suffixOf(number)}` as const} words={words} />
  </>
);
