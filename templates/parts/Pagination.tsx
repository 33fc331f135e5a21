import type { Words } from '../words/words.ts';

/** The pages of a list, and which of them this is. */
export interface Paging {
  readonly number: number;
  readonly pages: readonly { readonly number: number; readonly path: string }[];
}

/** On each side of the current one. */
const maxNeighbors = 2;

interface PaginationProps {
  readonly paging: Paging;
  readonly words: Words;
}

/** Links to the other pages of a list of posts; nothing if there is one page. */
export function Pagination({ paging: { number: current, pages }, words: { list: words } }: PaginationProps) {
  const last = pages.length;
  if (last < 2) return null;
  const shown = pages.filter(
    ({ number }) => number === 1 || number === last || Math.abs(number - current) <= maxNeighbors,
  );
  const newer = pages[current - 2];
  const older = pages[current];
  return (
    <nav className="pagination box-links row centered" aria-label={words.pages}>
      {newer && (
        <a href={newer.path} rel="prev">
          {words.newer}
        </a>
      )}
      <ol className="row centered">
        {shown.map(({ number, path }) => (
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
