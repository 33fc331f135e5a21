import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageOf } from '../types.ts';

/** The feed as text, and its address. */
export function RssPage({ page }: { readonly page: PageOf<'rss'> }) {
  return (
    <>
      <PageHeader page={page} />
      <p className="feed-address">
        <a href="/rss.xml" data-address>
          {page.feedUrl}
        </a>{' '}
        <button className="button" type="button" data-copy={page.feedUrl} data-scripted>
          Copy address
        </button>
      </p>
      <section aria-labelledby="feed-text">
        <h2 id="feed-text">The feed as text</h2>
        {/* biome-ignore-start lint/a11y: what scrolls must be reachable by keyboard, and then it needs a name */}
        <pre className="feed-text" tabIndex={0} role="region" aria-labelledby="feed-text">
          <code>{page.xml}</code>
        </pre>
        {/* biome-ignore-end lint/a11y: as above */}
      </section>
    </>
  );
}
