import { Image } from '../parts/Image.tsx';
import { ButtonLine } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type Paging } from '../parts/Pagination.tsx';
import { River, type Row } from '../parts/Story.tsx';
import type { Named, PageHead, PageProps, TeamMember } from '../types.ts';
import { figure, localeOf } from '../words/words.ts';

/** The names of all tags, or all members of the team, with the numbers of their stories; or the stories of one. */
export interface ListsPageProps extends PageHead {
  readonly lists?: readonly (Named & { readonly stories: number; readonly member?: TeamMember })[];
  readonly list?: { readonly stories: Row; readonly paging: Paging; readonly member?: TeamMember };
}

export function ListsPage({ page, site, words }: PageProps<ListsPageProps>) {
  const { lists = [], list, feed } = page;
  const locale = localeOf(site.language);
  return (
    <>
      <PageHeader page={page} words={words} />
      {lists.length > 0 && (
        <ul className="names text-links">
          {lists.map(({ name, path, stories, member }) => (
            <li key={path}>
              <span>
                <a href={path}>{name}</a> {member?.role && <span className="fine">{member.role}</span>}
              </span>{' '}
              <span className="fine">{words.archives.stories(stories, figure(stories, locale))}</span>
            </li>
          ))}
        </ul>
      )}
      {list?.member && list.paging.number === 1 && (
        <div className="author">
          <Image picture={list.member.picture} eager small sizes="7.5rem" />
          {list.member.bio && <p>{list.member.bio}</p>}
        </div>
      )}
      {list && list.stories.length > 0 && <River stories={list.stories} words={words} />}
      {(list?.stories ?? lists).length === 0 && <p>{words.posts.none}</p>}
      {list && <Pagination paging={list.paging} words={words} />}
      {feed && <ButtonLine href={feed.path} text={words.posts.feed} />}
    </>
  );
}
