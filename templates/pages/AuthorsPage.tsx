import { Image } from '../parts/Image.tsx';
import { ButtonLink } from '../parts/Links.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type PostListPage } from '../parts/Pagination.tsx';
import { PostGrid } from '../parts/PostCard.tsx';
import { Section } from '../parts/Section.tsx';
import { TeamCards } from '../parts/TeamCards.tsx';
import type { PageHead, PageProps, TeamMember } from '../types.ts';
import { localeOf } from '../words/words.ts';

/** All members of the team with the numbers of their stories, or one of them with a list of stories. */
export interface AuthorsPageProps extends PageHead {
  readonly team?: readonly (TeamMember & { readonly stories: number })[];
  readonly author?: PostListPage & { readonly member: TeamMember };
}

export function AuthorsPage({ page, site, words }: PageProps<AuthorsPageProps>) {
  const { team = [], author, feed } = page;
  const locale = localeOf(site.language);
  if (!author) {
    const cards = team.map(({ stories, ...member }) => ({
      ...member,
      note: words.archives.stories(stories, stories.toLocaleString(locale)),
    }));
    return (
      <>
        <PageHeader page={page} words={words} />
        <TeamCards team={cards} heading="h2" />
      </>
    );
  }
  const { member, posts, paging } = author;
  return (
    <>
      <PageHeader page={page} words={words} />
      {paging.number === 1 && (
        <div className="author">
          <Image picture={member.picture} eager small sizes="7.5rem" />
          {member.bio && <p>{member.bio}</p>}
          {feed && <ButtonLink href={feed.path}>{words.posts.feed}</ButtonLink>}
        </div>
      )}
      {posts.length === 0 ? (
        <p>{words.posts.noneInSection}</p>
      ) : (
        <Section id="Stories" title={words.authors.storiesBy(member.name)}>
          <PostGrid posts={posts} words={words} heading="h3" />
        </Section>
      )}
      <Pagination paging={paging} words={words} />
    </>
  );
}
