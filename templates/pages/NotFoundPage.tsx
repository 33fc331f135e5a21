import { ButtonLine, LinkList } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { Navigation, PageHead, PageProps } from '../types.ts';

export const NotFoundPage = ({ page, words }: PageProps<PageHead & Pick<Navigation, 'sections'>>) => (
  <div className="not-found">
    <PageHeader page={page} words={words} />
    <ButtonLine strong href="/" text={words.notFound.home} />
    {page.sections.length > 0 && (
      <nav className="box-links" aria-label={words.notFound.sections}>
        <h2 className="section-title">{words.notFound.trySection}</h2>
        <LinkList className="row" links={page.sections} />
      </nav>
    )}
  </div>
);
