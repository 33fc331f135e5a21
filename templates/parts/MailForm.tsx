import type { Form, FormBlock } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Prose } from './Prose.tsx';

/** The form of a service in its frame, or the site's own form. */
export const FormOrFrame = ({ block }: { readonly block: FormBlock }) =>
  'form' in block ? (
    <MailForm form={block.form} />
  ) : (
    <EmbedFrame embed={block.embed} height={block.height} kind="form" />
  );

/** A form that shows its category and starts an e-mail. */
export function MailForm({ form: { category, email, body, message } }: { readonly form: Form }) {
  return (
    <div className="mail-form">
      <form method="post" encType="text/plain">
        <p>
          <label htmlFor="Form-name">Name</label>
          <input id="Form-name" name="Name" autoComplete="name" required />
        </p>
        <p>
          <label htmlFor="Form-email">Email</label>
          <input id="Form-email" name="Email" type="email" autoComplete="email" required />
        </p>
        {message && (
          <p>
            <label htmlFor="Form-message">Message</label>
            <textarea id="Form-message" name="Message" rows={8} />
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
