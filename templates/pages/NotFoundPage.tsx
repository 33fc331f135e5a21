import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead } from '../types.ts';

const waysOn = [
  { title: 'Local News', path: '/local-news' },
  { title: 'Business', path: '/business' },
  { title: 'Sports', path: '/sports' },
  { title: 'Politics', path: '/politics' },
];

/** Where every unknown address ends, and the ways on from there. */
export function NotFoundPage({ page }: { readonly page: PageHead }) {
  return (
    <div className="not-found" data-not-found>
      <PageHeader page={page} />
      <p>
        <a className="button button--strong" href="/">
          Return to Homepage
        </a>
      </p>
      <nav aria-label="Sections to try">
        <h2>Or try a section</h2>
        <ul className="row">
          {waysOn.map(({ title, path }) => (
            <li key={path}>
              <a href={path}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
