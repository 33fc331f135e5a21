import type { Form, FormBlock, TemplateId, WithWords } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Prose } from './Prose.tsx';

interface FormOrFrameProps extends WithWords {
  readonly block: FormBlock;
  readonly id?: TemplateId;
}

/** The form of a service in its frame, or the site's own form. */
export const FormOrFrame = ({ block, id, words }: FormOrFrameProps) =>
  'form' in block ? (
    <MailForm form={block.form} id={id} words={words} />
  ) : (
    <EmbedFrame {...block} kind="form" words={words} />
  );

interface MailFormProps extends WithWords {
  readonly form: Form;
  /** The start of the ids of its fields, unique on the page. */
  readonly id?: TemplateId | undefined;
}

/** A form that shows its category and starts an e-mail. */
export function MailForm({
  form: { category, email, body, message },
  id = 'Form',
  words: { form: words },
}: MailFormProps) {
  return (
    <div className="mail-form">
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
          <button
            className="button button--strong"
            type="submit"
            formAction={`mailto:${email}?subject=${encodeURIComponent(category)}`}
          >
            {words.send}
          </button>
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
}
