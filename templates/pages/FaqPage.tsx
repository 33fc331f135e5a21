import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { FaqCategory, PageHead } from '../types.ts';

export interface FaqPageProps extends PageHead {
  readonly categories: readonly FaqCategory[];
}

/** Questions by category. They share one `name`, so the browser keeps at most one open on the whole page. */
export function FaqPage({ page }: { readonly page: FaqPageProps }) {
  return (
    <>
      <PageHeader page={page} />
      <nav className="faq-categories" aria-label="Question categories">
        <ul>
          {page.categories.map((category) => (
            <li key={category.id}>
              <a href={`#${category.id}`}>{category.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {page.categories.map((category) => (
        <section key={category.id} className="faq-category" aria-labelledby={category.id}>
          <h2 id={category.id}>{category.title}</h2>
          {category.items.map((item) => (
            <details key={item.q} name="faq">
              <summary>{item.q}</summary>
              <Prose html={item.a} />
            </details>
          ))}
        </section>
      ))}
    </>
  );
}
