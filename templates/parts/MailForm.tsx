import type { Form, FormBlock, TemplateId } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Prose } from './Prose.tsx';

/** The form of a service in its frame, or the site's own form. */
export const FormOrFrame = ({ block, id }: { readonly block: FormBlock; readonly id?: TemplateId }) =>
  'form' in block ? (
    <MailForm form={block.form} id={id} />
  ) : (
    <EmbedFrame embed={block.embed} height={block.height} kind="form" />
  );

interface MailFormProps {
  readonly form: Form;
  /** What the ids of its fields begin with, unique in the page. */
  readonly id?: TemplateId | undefined;
}

/** A form that shows its category and starts an e-mail. */
export function MailForm({ form: { category, email, body, message }, id = 'Form' }: MailFormProps) {
  return (
    <div className="mail-form">
      <form method="post" encType="text/plain">
        <p>
          <label htmlFor={`${id}-name`}>Name</label>
          <input id={`${id}-name`} name="Name" autoComplete="name" required />
        </p>
        <p>
          <label htmlFor={`${id}-email`}>Email</label>
          <input id={`${id}-email`} name="Email" type="email" autoComplete="email" required />
        </p>
        {message && (
          <p>
            <label htmlFor={`${id}-message`}>Message</label>
            <textarea id={`${id}-message`} name="Message" rows={8} />
          </p>
        )}
        <p>
          <button
            className="button button--strong"
            type="submit"
            formAction={`mailto:${email}?subject=${encodeURIComponent(category)}`}
          >
            Write the email
          </button>
        </p>
      </form>
      <div className="fine">
        <p>
          Category: <strong>{category}</strong>
        </p>
        {body && <Prose html={body} />}
      </div>
    </div>
  );
}
