import { Campaigns } from '../parts/Ads.tsx';
import { FeedBlocks } from '../parts/FeedBlock.tsx';
import { onPhones } from '../parts/Image.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Pagination, type Paging } from '../parts/Pagination.tsx';
import { Prose } from '../parts/Prose.tsx';
import { River, type SetStory, Story } from '../parts/Story.tsx';
import type { Campaign, FeedBlock as Feed, MarkdownText, PageHead, PageProps } from '../types.ts';

export interface CategoryPageProps extends PageHead {
  /** The stories at the top of the first page, and those below each other. */
  readonly lead?: SetStory | undefined;
  readonly beside?: readonly SetStory[];
  readonly river: readonly SetStory[];
  readonly paging: Paging;
  readonly campaigns: readonly Campaign[];
  readonly feeds: readonly Feed[];
  readonly body?: MarkdownText;
}

export function CategoryPage({ page, words }: PageProps<CategoryPageProps>) {
  const { lead, beside = [], river, feeds, body, paging } = page;
  const hasStories = lead !== undefined || river.length > 0;
  const boards = <FeedBlocks feeds={feeds} words={words} />;
  return (
    <>
      <PageHeader page={page} words={words} />
      {lead && (
        <section
          className={`section-front section-front--${Math.min(1, beside.length)}`}
          aria-label={words.posts.newsroom}
        >
          <Story story={lead} eager sizes={`(min-width: 64em) 49rem, ${onPhones}`} words={words} />
          {beside.length > 0 && <River className="front-page__side" stories={beside} words={words} />}
        </section>
      )}
      <Campaigns of={page.campaigns} words={words} />
      {hasStories ? (
        <div className={feeds.length === 1 ? 'river-and-board' : undefined}>
          <div>
            {river.length > 0 && <River stories={river} words={words} />}
            <Pagination paging={paging} words={words} />
          </div>
          {boards}
        </div>
      ) : (
        boards
      )}
      {!hasStories && feeds.length === 0 && body === undefined && <p>{words.posts.none}</p>}
      {body && <Prose text={body} />}
    </>
  );
}
