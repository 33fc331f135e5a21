import { ButtonLink, LinkItems } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { NavItem, PageHead, PageProps } from '../types.ts';

export interface NotFoundPageProps extends PageHead {
  readonly sections: readonly NavItem[];
  /** Among these a script looks for the page that was meant. */
  readonly suggestions: readonly NavItem[];
}

export function NotFoundPage({ page, words }: PageProps<NotFoundPageProps>) {
  const { suggestions } = page;
  return (
    <div className="not-found">
      <PageHeader page={page} words={words} />
      {suggestions.length > 0 && (
        <nav
          className="box-links"
          aria-labelledby="Nearest"
          data-addresses={suggestions.map(({ path }) => path).join(' ')}
          data-titles={suggestions.map(({ title }) => title).join('\n')}
          hidden
        >
          <h2 className="section-title" id="Nearest">
            {words.notFound.didYouMean}
          </h2>
        </nav>
      )}
      <p>
        <ButtonLink strong href="/">
          {words.notFound.home}
        </ButtonLink>
      </p>
      {page.sections.length > 0 && (
        <nav className="box-links" aria-label={words.notFound.sections}>
          <h2 className="section-title">{words.notFound.trySection}</h2>
          <ul className="row">
            <LinkItems links={page.sections} />
          </ul>
        </nav>
      )}
    </div>
  );
}
