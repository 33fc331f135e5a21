import { MailForm } from '../parts/MailForm.tsx';
import type { Form, PageHead, PageProps } from '../types.ts';

export interface EmbedFormPageProps extends PageHead {
  readonly form: Form;
}

export const EmbedFormPage = ({ page, words }: PageProps<EmbedFormPageProps>) => (
  <>
    <h1 className="visually-hidden">{page.headline}</h1>
    <MailForm form={page.form} words={words} />
  </>
);
