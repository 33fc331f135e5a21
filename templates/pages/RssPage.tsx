import { Button, LinkLine } from '../parts/Links.tsx';
import { Needs } from '../parts/Needs.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead, PageProps } from '../types.ts';

export const RssPage = ({
  page,
  words,
}: PageProps<PageHead & Readonly<Record<'feedText' | 'feedUrl', string>>>) => (
  <>
    <PageHeader page={page} words={words} />
    <p className="feed-address text-links">
      <a href="/rss.xml">{page.feedUrl}</a>{' '}
      <Button text={words.feed.copy} data-copy={page.feedUrl} data-scripted />
    </p>
    <section className="screen-only">
      <h2 id="Feed-text">{words.feed.text}</h2>
      <div className="feed-text">
        <Needs frames={["'self'"]} />
        <iframe
          src={page.feedText}
          title={words.feed.text}
          loading="lazy"
          height={576}
          sandbox=""
          referrerPolicy="no-referrer"
        />
        <LinkLine className="fine text-links" href={page.feedText} text={words.embeds.open} />
      </div>
    </section>
  </>
);
