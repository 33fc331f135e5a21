import { PageHeader } from '../parts/PageHeader.tsx';
import { PostList } from '../parts/PostCard.tsx';
import type { PageHead, Post } from '../types.ts';

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

/** All years and months with their counts, and the posts of one year. */
export function ArchivesPage({ page }: { readonly page: ArchivesPageProps }) {
  return (
    <>
      <PageHeader page={page} />
      {page.years.length === 0 ? <p>Nothing has been published yet.</p> : <Years page={page} />}
      {page.months.map((month) => (
        <section key={month.id} className="heading-beside" aria-labelledby={month.id}>
          <h2 id={month.id}>
            {month.name} {page.year}
          </h2>
          <PostList posts={month.posts} />
        </section>
      ))}
    </>
  );
}

const Years = ({ page }: { readonly page: ArchivesPageProps }) => (
  <nav className="grid archive-years" aria-label="Years">
    {page.years.map((year) => (
      <section key={year.year}>
        <h2>
          <a href={year.path} aria-current={year.path === page.path ? 'page' : undefined}>
            {year.year}
          </a>{' '}
          <Count number={year.count} />
        </h2>
        <ul className="text-links">
          {year.months.map((month) => (
            <li key={month.id}>
              <a href={`${year.path}#${month.id}`}>{month.name}</a> <Count number={month.count} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
);

const Count = ({ number }: { readonly number: number }) => (
  <span className="fine">
    {number} {number === 1 ? 'story' : 'stories'}
  </span>
);
