import { ButtonLink } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type PostListPage } from '../parts/Pagination.tsx';
import { PostGrid } from '../parts/PostCard.tsx';
import type { PageHead, PageProps } from '../types.ts';
import { localeOf } from '../words/words.ts';

/** All tags with the numbers of their stories, or the stories of one. */
export interface TagsPageProps extends PageHead {
  readonly tags?: readonly { readonly name: string; readonly path: string; readonly stories: number }[];
  readonly tag?: PostListPage;
}

export function TagsPage({ page, site, words }: PageProps<TagsPageProps>) {
  const { tags = [], tag, feed } = page;
  if (tag)
    return (
      <>
        <PageHeader page={page} words={words} />
        <PostGrid posts={tag.posts} words={words} />
        <Pagination paging={tag.paging} words={words} />
        {feed && (
          <p>
            <ButtonLink href={feed.path}>{words.posts.feed}</ButtonLink>
          </p>
        )}
      </>
    );
  const locale = localeOf(site.language);
  return (
    <>
      <PageHeader page={page} words={words} />
      {tags.length === 0 && <p>{words.posts.none}</p>}
      <ul className="all-tags text-links">
        {tags.map(({ name, path, stories }) => (
          <li key={path}>
            <a href={path}>{name}</a>{' '}
            <span className="fine">{words.archives.stories(stories, stories.toLocaleString(locale))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
