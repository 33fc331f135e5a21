import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead } from '../types.ts';

export interface RssPageProps extends PageHead {
  readonly feedText: string;
  readonly feedUrl: string;
}

export function RssPage({ page }: { readonly page: RssPageProps }) {
  return (
    <>
      <PageHeader page={page} />
      <p className="feed-address text-links">
        <a href="/rss.xml" data-address>
          {page.feedUrl}
        </a>{' '}
        <button className="button" type="button" data-copy={page.feedUrl} data-scripted>
          Copy address
        </button>
      </p>
      <section className="screen-only">
        <h2 id="Feed-text">The feed as text</h2>
        <div className="feed-text">
          <iframe
            src={page.feedText}
            title="The feed as text"
            loading="lazy"
            height={576}
            sandbox=""
            referrerPolicy="no-referrer"
          />
          <p className="fine text-links">
            <a href={page.feedText}>Open the text on its own page</a>
          </p>
        </div>
      </section>
    </>
  );
}
