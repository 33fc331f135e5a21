import { ButtonLine } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { PostList } from '../parts/PostCard.tsx';
import type { NavItem, PageHead, PageProps, Post } from '../types.ts';

export interface SearchPageProps extends PageHead {
  /** The addresses of the files with all posts, newest first. */
  readonly files: readonly string[];
  /** The newest posts, and the archives with all of them, which are hidden while something is in the field. */
  readonly posts: readonly Post[];
  readonly archives: NavItem | undefined;
}

export const SearchPage = ({ page, words }: PageProps<SearchPageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    <search className="search screen-only" data-search={page.files.join(' ')} data-scripted>
      <label htmlFor="Query">{words.search.field}</label>
      <input id="Query" type="search" name="q" autoComplete="off" enterKeyHint="search" />
      <p className="fine" role="status" data-count />
      <p className="fine" data-progress />
    </search>
    <ol className="post-list search-results" aria-label={words.search.results} hidden data-results />
    {page.posts.length === 0 ? <p>{words.posts.none}</p> : <PostList posts={page.posts} />}
    {page.archives && <ButtonLine href={page.archives.path} text={page.archives.title} />}
  </>
);
