import type { ReactNode } from 'react';
import type { PageHead, WithWords } from '../types.ts';

interface PageHeaderProps extends WithWords {
  readonly page: PageHead;
  readonly children?: ReactNode;
}

export const PageHeader = ({ page, words, children }: PageHeaderProps) => (
  <header className="page-header">
    <Breadcrumbs page={page} words={words} />
    <h1>{page.headline}</h1>
    {page.tagline && <p>{page.tagline}</p>}
    {children}
  </header>
);

/** The pages above this one; nothing if the home page is the only one. */
export function Breadcrumbs({ page, words }: WithWords & { readonly page: PageHead }) {
  if (page.breadcrumbs.length < 3) return null;
  return (
    <nav className="breadcrumbs text-links" aria-label={words.page.breadcrumb}>
      <ol>
        {page.breadcrumbs.map(({ title, path }) => (
          <li key={path}>
            {path === page.path ? <span aria-current="page">{title}</span> : <a href={path}>{title}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface SectionProps {
  /** Of its heading, unique on the page. */
  readonly id: string;
  readonly title: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of a page with its heading, by which screen readers announce it. */
export const Section = ({ id, title, className, children }: SectionProps) => (
  <section className={className} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);
