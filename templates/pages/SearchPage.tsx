import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageProps } from '../types.ts';
import { Archive, type ArchivesPageProps } from './ArchivesPage.tsx';

export interface SearchPageProps extends ArchivesPageProps {
  /** The addresses of the files with all posts, newest first; none on pages that only list posts. */
  readonly shards: readonly string[];
}

/** A field that finds posts, and below it the archive, which is hidden while something is in it. */
export function SearchPage({ page, site, words }: PageProps<SearchPageProps>) {
  return (
    <>
      <PageHeader page={page} words={words} />
      {page.shards.length > 0 && (
        <>
          <search className="search screen-only" data-search={page.shards.join(' ')} data-scripted>
            <label htmlFor="Query">{words.search.field}</label>
            <input id="Query" type="search" name="q" autoComplete="off" enterKeyHint="search" />
            <p className="fine" role="status" data-count />
            <p className="fine" data-progress />
            <button className="button" type="button" hidden data-again>
              {words.search.again}
            </button>
          </search>
          <ol className="post-list search-results" aria-label={words.search.results} hidden data-results />
        </>
      )}
      <Archive page={page} site={site} words={words} />
    </>
  );
}
