import { Image } from '../parts/Image.tsx';
import { ButtonLine, ButtonLink, LinkLine } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead, PageProps, Picture, WithWords } from '../types.ts';

interface Button {
  readonly label: string;
  readonly url: string;
}

export interface BooksPageProps extends PageHead {
  readonly banner?: {
    readonly title: string;
    readonly text?: string;
    readonly apply?: Button;
    readonly learn?: Button;
  };
  readonly all?: { readonly label?: string; readonly url: string };
  readonly books: readonly {
    readonly title: string;
    readonly author: string;
    readonly isbn?: string;
    readonly url?: string;
    readonly cover: Picture;
  }[];
}

export const BooksPage = ({ page, words }: PageProps<BooksPageProps>) => (
  <>
    <LinkLine className="back-link text-links" href="/" text={words.books.back} />
    {page.banner && <Promo banner={page.banner} words={words} />}
    <PageHeader page={page} words={words}>
      {page.all && <ButtonLine href={page.all.url} text={page.all.label ?? words.books.all} />}
    </PageHeader>
    <ul className="books" data-covers>
      {page.books.map((book) => (
        <li key={book.url ?? `${book.title} ${book.author}`}>
          <Book book={book} />
        </li>
      ))}
    </ul>
  </>
);

type Banner = NonNullable<BooksPageProps['banner']>;

const Promo = ({ banner: { title, text, apply, learn }, words }: WithWords & { readonly banner: Banner }) => (
  <aside className="promo" aria-labelledby="Promo">
    <p>
      <small>{words.page.advertisement}</small>
    </p>
    <p className="promo__title" id="Promo">
      {title}
    </p>
    {text && <p>{text}</p>}
    {(apply || learn) && (
      <p className="row centered">
        {apply && (
          <ButtonLink strong href={apply.url} rel="sponsored nofollow">
            {apply.label}
          </ButtonLink>
        )}{' '}
        {learn && (
          <ButtonLink href={learn.url} rel="sponsored nofollow">
            {learn.label}
          </ButtonLink>
        )}
      </p>
    )}
  </aside>
);

function Book({ book }: { readonly book: BooksPageProps['books'][number] }) {
  const Element = book.url === undefined ? 'div' : 'a';
  return (
    <Element className="book" href={book.url}>
      <Image picture={book.cover} />
      <span className="book__title">{book.title}</span>
      <span className="fine">{book.author}</span>
    </Element>
  );
}
