import type { WithWords } from '../types.ts';

/** The number of a page in a list, and the pages that it links to. */
export interface Paging {
  readonly number: number;
  /** The first, the last, this one and the ones near it, in order. */
  readonly pages: readonly { readonly number: number; readonly path: string }[];
}

/** Links to the other pages of a list of posts; nothing if there is one page. */
export function Pagination({ paging, words: { list: words } }: WithWords & { readonly paging: Paging }) {
  const { number: current, pages } = paging;
  if (pages.length < 2) return null;
  const newer = pages.find(({ number }) => number === current - 1);
  const older = pages.find(({ number }) => number === current + 1);
  return (
    <nav className="pagination box-links row centered" aria-label={words.pages}>
      {newer && (
        <a href={newer.path} rel="prev">
          {words.newer}
        </a>
      )}
      <ol className="row centered">
        {pages.map(({ number, path }) => (
          <li key={number}>
            <a
              href={path}
              aria-label={words.page(number)}
              aria-current={number === current ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
      {older && (
        <a href={older.path} rel="next">
          {words.older}
        </a>
      )}
    </nav>
  );
}
