import { Image } from '../parts/Image.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead, Picture } from '../types.ts';

interface Button {
  readonly label: string;
  readonly url: string;
}

export interface BooksPageProps extends PageHead {
  readonly banner: {
    readonly title: string;
    readonly text: string;
    readonly apply: Button;
    readonly learn: Button;
  };
  readonly all: Button;
  readonly books: readonly {
    readonly title: string;
    readonly author: string;
    readonly isbn?: string;
    readonly url: string;
    readonly cover: Picture;
  }[];
}

export function BooksPage({ page }: { readonly page: BooksPageProps }) {
  const { banner } = page;
  return (
    <>
      <p className="back-link text-links">
        <a href="/">Back to Home</a>
      </p>
      <aside className="promo" aria-labelledby="Promo">
        <p>
          <small>Advertisement</small>
        </p>
        <p className="promo__title" id="Promo">
          {banner.title}
        </p>
        <p>{banner.text}</p>
        <p className="row centered">
          <a className="button button--strong" href={banner.apply.url} rel="sponsored">
            {banner.apply.label}
          </a>{' '}
          <a className="button" href={banner.learn.url} rel="sponsored">
            {banner.learn.label}
          </a>
        </p>
      </aside>
      <PageHeader page={page}>
        <p>
          <a className="button" href={page.all.url}>
            {page.all.label}
          </a>
        </p>
      </PageHeader>
      <ul className="books" data-covers>
        {page.books.map((book) => (
          <li key={book.url}>
            <a className="book" href={book.url}>
              <Image picture={book.cover} />
              <span className="book__title">{book.title}</span>
              <span className="fine">{book.author}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
