import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead } from '../types.ts';

const sections = [
  { title: 'Local News', path: '/local-news' },
  { title: 'Business', path: '/business' },
  { title: 'Sports', path: '/sports' },
  { title: 'Politics', path: '/politics' },
];

export function NotFoundPage({ page }: { readonly page: PageHead }) {
  return (
    <div className="not-found" data-not-found>
      <PageHeader page={page} />
      <p>
        <a className="button button--strong" href="/">
          Return to Homepage
        </a>
      </p>
      <nav className="box-links" aria-label="Sections to try">
        <h2 className="section-title">Or try a section</h2>
        <ul className="row">
          {sections.map(({ title, path }) => (
            <li key={path}>
              <a href={path}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
