import { Image } from '../parts/Image.tsx';
import { ButtonLink } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead, PageProps, Picture } from '../types.ts';

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
  /** All books of the shop. */
  readonly all?: { readonly label?: string; readonly url: string };
  readonly books: readonly {
    readonly title: string;
    readonly author: string;
    readonly isbn?: string;
    readonly url?: string;
    readonly cover: Picture;
  }[];
}

export function BooksPage({ page, words }: PageProps<BooksPageProps>) {
  return (
    <>
      <p className="back-link text-links">
        <a href="/">{words.books.back}</a>
      </p>
      {page.banner && <Promo banner={page.banner} label={words.page.advertisement} />}
      <PageHeader page={page} words={words}>
        {page.all && (
          <p>
            <ButtonLink href={page.all.url}>{page.all.label ?? words.books.all}</ButtonLink>
          </p>
        )}
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
}

interface PromoProps {
  readonly banner: NonNullable<BooksPageProps['banner']>;
  readonly label: string;
}

const Promo = ({ banner: { title, text, apply, learn }, label }: PromoProps) => (
  <aside className="promo" aria-labelledby="Promo">
    <p>
      <small>{label}</small>
    </p>
    <p className="promo__title" id="Promo">
      {title}
    </p>
    {text && <p>{text}</p>}
    {(apply || learn) && (
      <p className="row centered">
        {apply && <PromoButton button={apply} strong />} {learn && <PromoButton button={learn} />}
      </p>
    )}
  </aside>
);

const PromoButton = ({
  button: { label, url },
  strong,
}: {
  readonly button: Button;
  readonly strong?: boolean;
}) => (
  <ButtonLink strong={strong} href={url} rel="sponsored">
    {label}
  </ButtonLink>
);

/** A book: a link if it is sold somewhere. */
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
