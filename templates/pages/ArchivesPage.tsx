import { PageHeader, Section } from '../parts/PageHeader.tsx';
import { PostList } from '../parts/PostCard.tsx';
import type { PageHead, PageProps, Post } from '../types.ts';
import { figure, localeOf } from '../words/words.ts';

export interface ArchivesPageProps extends PageHead {
  /** Missing if there are no posts. */
  readonly year?: string;
  /** The months of the year with their posts, newest first. */
  readonly months: readonly { readonly id: string; readonly name: string; readonly posts: readonly Post[] }[];
  readonly years: readonly {
    readonly year: string;
    readonly path: string;
    readonly months: readonly { readonly id: string; readonly name: string; readonly count: number }[];
    readonly count: number;
  }[];
}

export const ArchivesPage = ({ page, site, words }: PageProps<ArchivesPageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    {page.years.length === 0 ? <p>{words.posts.none}</p> : <Years page={page} site={site} words={words} />}
    {page.months.map(({ id, name, posts }) => (
      <Section
        key={id}
        id={id}
        title={words.archives.month(name, page.year ?? '')}
        className="heading-beside"
      >
        <PostList posts={posts} />
      </Section>
    ))}
  </>
);

const Years = ({ page, site, words }: PageProps<ArchivesPageProps>) => {
  const locale = localeOf(site.language);
  const countOf = (stories: number) => (
    <span className="fine">{words.archives.stories(stories, figure(stories, locale))}</span>
  );
  return (
    <nav className="grid archive-years" aria-label={words.archives.years}>
      {page.years.map((year) => (
        <section key={year.year}>
          <h2>
            <a href={year.path} aria-current={year.path === page.path ? 'page' : undefined}>
              {year.year}
            </a>{' '}
            {countOf(year.count)}
          </h2>
          <ul className="text-links">
            {year.months.map((month) => (
              <li key={month.id}>
                <a href={`${year.path}#${month.id}`}>{month.name}</a> {countOf(month.count)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
};
