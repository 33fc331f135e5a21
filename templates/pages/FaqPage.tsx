import { LinkList } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { MarkdownText, PageHead, PageProps } from '../types.ts';

export interface FaqPageProps extends PageHead {
  readonly categories: readonly {
    readonly id: string;
    readonly title?: string;
    readonly items: readonly { readonly q: string; readonly a: MarkdownText }[];
  }[];
}

/** Questions by category, which may have no title. All share one `name`, so that at most one is open. */
export function FaqPage({ page, words }: PageProps<FaqPageProps>) {
  const links = page.categories.flatMap(({ id, title }) => (title ? { title, path: `#${id}` } : []));
  return (
    <>
      <PageHeader page={page} words={words} />
      {links.length > 0 && (
        <nav className="faq-categories box-links" aria-label={words.faq.categories}>
          <LinkList links={links} />
        </nav>
      )}
      {page.categories.map(({ id, title, items }) => (
        <section key={id} className="faq-category" aria-labelledby={title && id}>
          {title && <h2 id={id}>{title}</h2>}
          {items.map(({ q, a }) => (
            <details key={q} name="faq">
              <summary>{q}</summary>
              <Prose text={a} />
            </details>
          ))}
        </section>
      ))}
    </>
  );
}
