import { AdBanner } from '../parts/AdBanner.tsx';
import { FeedBlock } from '../parts/FeedBlock.tsx';
import { Image, onPhones } from '../parts/Image.tsx';
import { NewsletterForm } from '../parts/NewsletterForm.tsx';
import { Byline, CategoryBadge, Story } from '../parts/PostCard.tsx';
import { VideoFacade } from '../parts/VideoFacade.tsx';
import type { AdPlacement, Embed, FeedBlock as Feed, Newsletter, PageHead, Picture, Post } from '../types.ts';

/** The stories beside the lead, and how many of them have an excerpt. */
const storiesBeside = 4;
const storiesWithExcerpt = 2;

export interface HomePageProps extends PageHead {
  readonly lead?: Post;
  readonly posts: readonly Post[];
  readonly featured?: Feed;
  readonly video?: Embed;
  readonly poster?: Picture;
  readonly latest?: Feed;
  readonly categoryFeeds: readonly Feed[];
  readonly updates?: Feed;
  readonly newsletter?: Newsletter;
  readonly ads: readonly AdPlacement[];
}

/** The front page: our own posts first, then feeds, the video and advertisements. */
export function HomePage({ page }: { readonly page: HomePageProps }) {
  const { lead, ads, posts } = page;
  const [beside, below] = [posts.slice(0, storiesBeside), posts.slice(storiesBeside)];
  return (
    <>
      <header className="front-page__header">
        <h1 className="visually-hidden">{page.headline}</h1>
        {page.tagline && <p>{page.tagline}</p>}
      </header>
      {lead && (
        <section className="front-page" aria-label="Top stories">
          <article className="lead">
            <header className="lead__head">
              <CategoryBadge post={lead} />
              <h2 className="lead__title">
                <a href={lead.path}>{lead.title}</a>
              </h2>
            </header>
            <div className="lead__story">
              <Image
                picture={lead.picture}
                eager
                sizes={`(min-width: 75em) 38rem, (min-width: 48em) 63vw, ${onPhones}`}
              />
              <p className="lead__excerpt">{lead.excerpt}</p>
              <Byline post={lead} />
            </div>
          </article>
          <div className="front-page__more">
            {beside.map((post, i) => (
              <Story key={post.path} post={post} withExcerpt={i < storiesWithExcerpt} />
            ))}
          </div>
          {below.length > 0 && (
            <div className="front-page__below">
              {below.map((post) => (
                <Story key={post.path} post={post} />
              ))}
            </div>
          )}
        </section>
      )}
      {page.featured && <FeedBlock feed={page.featured} id="Featured" />}
      {page.video && (
        <section className="video screen-only" aria-labelledby="Video-title">
          <h2 id="Video-title">Featured Video</h2>
          <VideoFacade embed={page.video} picture={page.poster} />
        </section>
      )}
      <AdBanner ad={ads[0]} />
      {page.latest && <FeedBlock feed={page.latest} id="Latest" />}
      <AdBanner ad={ads[1]} />
      {page.categoryFeeds.length > 0 && (
        <div className="category-feeds">
          {page.categoryFeeds.map((feed, i) => (
            <FeedBlock key={feed.feedTitle} feed={feed} id={`Category-${i + 1}` as const} />
          ))}
        </div>
      )}
      <AdBanner ad={ads[2]} />
      {page.updates && <FeedBlock feed={page.updates} id="Updates" />}
      {page.newsletter && <NewsletterForm newsletter={page.newsletter} />}
    </>
  );
}
