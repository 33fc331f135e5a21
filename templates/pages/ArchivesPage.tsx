import { PageHeader } from '../parts/PageHeader.tsx';
import { PostList } from '../parts/PostCard.tsx';
import type { ArchiveMonth, ArchiveYear, PageHead } from '../types.ts';

export interface ArchivesPageProps extends PageHead {
  readonly year?: string;
  readonly months: readonly ArchiveMonth[];
  readonly years: readonly ArchiveYear[];
}

/** Every year and month with its count, and all posts of one year. */
export function ArchivesPage({ page }: { readonly page: ArchivesPageProps }) {
  return (
    <>
      <PageHeader page={page} />
      {page.years.length === 0 && <p>Nothing has been published yet.</p>}
      <nav className="archive-years" aria-label="Years">
        {page.years.map((year) => (
          <section key={year.year}>
            <h2>
              <a href={year.path} aria-current={year.path === page.path ? 'page' : undefined}>
                {year.year}
              </a>{' '}
              <Count number={year.count} />
            </h2>
            <ul>
              {year.months.map((month) => (
                <li key={month.id}>
                  <a href={`${year.path}#${month.id}`}>{month.name}</a> <Count number={month.count} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      {page.months.map((month) => (
        <section key={month.id} className="archive-month" aria-labelledby={month.id}>
          <h2 id={month.id}>
            {month.name} {page.year}
          </h2>
          <PostList posts={month.posts} />
        </section>
      ))}
    </>
  );
}

const Count = ({ number }: { readonly number: number }) => (
  <span className="fine">
    {number} {number === 1 ? 'story' : 'stories'}
  </span>
);
