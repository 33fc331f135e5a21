import { AdBanner } from '../parts/AdBanner.tsx';
import { FeedBlocks } from '../parts/FeedBlock.tsx';
import { Image, onPhones } from '../parts/Image.tsx';
import { NewsletterForm } from '../parts/NewsletterForm.tsx';
import { Byline, CategoryBadge, Story } from '../parts/PostCard.tsx';
import { Prose } from '../parts/Prose.tsx';
import { VideoFacade } from '../parts/VideoFacade.tsx';
import type {
  AdPlacement,
  Embed,
  FeedBlock,
  MarkdownText,
  Newsletter,
  PageHead,
  PageProps,
  Picture,
  Post,
  TemplateId,
} from '../types.ts';
import type { Words } from '../words/words.ts';

/** The stories beside the lead, and how many of them have an excerpt. */
const storiesBeside = 4;
const storiesWithExcerpt = 2;

/** One part of the front page. */
export type HomeBlock =
  | { readonly block: 'lead'; readonly lead: Post; readonly stories: readonly Post[] }
  | ({ readonly block: 'stories' } & Stories)
  | { readonly block: 'board'; readonly feeds: readonly FeedBlock[] }
  | ({ readonly block: 'video' } & Video)
  | { readonly block: 'ads'; readonly ad: AdPlacement }
  | { readonly block: 'newsletter'; readonly newsletter: Newsletter }
  | ({ readonly block: 'text' } & Text);

interface Stories {
  readonly title: string;
  /** The address of their section. */
  readonly path: string | undefined;
  readonly stories: readonly Post[];
}

interface Video {
  readonly heading: string;
  readonly embed: Embed;
  readonly poster: Picture | undefined;
}

interface Text {
  readonly title: string | undefined;
  readonly body: MarkdownText;
}

export interface HomePageProps extends PageHead {
  readonly blocks: readonly HomeBlock[];
}

/** The front page: its blocks in the order of the content. */
export function HomePage({ page: { headline, tagline, blocks }, words }: PageProps<HomePageProps>) {
  const counts = new Map<string, number>();
  const name = <h1 className="visually-hidden">{headline}</h1>;
  return (
    <>
      {tagline ? (
        <header className="front-page__header">
          {name}
          <p>{tagline}</p>
        </header>
      ) : (
        name
      )}
      {blocks.map((block) => {
        const number = (counts.get(block.block) ?? 0) + 1;
        counts.set(block.block, number);
        return <Block key={`${block.block}-${number}`} block={block} number={number} words={words} />;
      })}
    </>
  );
}

interface BlockProps {
  readonly block: HomeBlock;
  /** Which of its kind it is on the page, from 1. */
  readonly number: number;
  readonly words: Words;
}

function Block({ block, number, words }: BlockProps) {
  switch (block.block) {
    case 'lead':
      return <Lead lead={block.lead} stories={block.stories} number={number} words={words} />;
    case 'stories':
      return <StoriesBlock block={block} id={`Stories-${number}` as const} words={words} />;
    case 'board':
      return <FeedBlocks feeds={block.feeds} id={`Board-${number}` as const} words={words} />;
    case 'video':
      return <VideoBlock block={block} id={`Video-${number}` as const} words={words} />;
    case 'ads':
      return <AdBanner ad={block.ad} words={words} />;
    case 'newsletter':
      return <NewsletterForm newsletter={block.newsletter} number={number} words={words} />;
    case 'text':
      return <TextBlock block={block} id={`Text-${number}` as const} />;
  }
}

interface LeadProps {
  readonly lead: Post;
  readonly stories: readonly Post[];
  readonly number: number;
  readonly words: Words;
}

function Lead({ lead, stories, number, words }: LeadProps) {
  const [beside, below] = [stories.slice(0, storiesBeside), stories.slice(storiesBeside)];
  const isFirst = number === 1;
  return (
    <section className="front-page" aria-label={words.front.topStories(number)}>
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
            eager={isFirst}
            sizes={`(min-width: 75em) 38rem, (min-width: 48em) 63vw, ${onPhones}`}
          />
          <p className="lead__excerpt">{lead.excerpt}</p>
          <Byline post={lead} words={words} />
        </div>
      </article>
      {beside.length > 0 && (
        <div className="front-page__more">
          {beside.map((post, i) => (
            <Story key={post.path} post={post} words={words} withExcerpt={i < storiesWithExcerpt} />
          ))}
        </div>
      )}
      {below.length > 0 && (
        <div className="front-page__below">
          {below.map((post) => (
            <Story key={post.path} post={post} words={words} />
          ))}
        </div>
      )}
    </section>
  );
}

/** A block of the page with the id of its heading. */
interface WithId<Block> {
  readonly block: Block;
  readonly id: TemplateId;
}

/** The same, for a block that says more than its content does. */
interface WithWords<Block> extends WithId<Block> {
  readonly words: Words;
}

const StoriesBlock = ({ block: { title, path, stories }, id, words }: WithWords<Stories>) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{path ? <a href={path}>{title}</a> : title}</h2>
    <div className="grid stories">
      {stories.map((post) => (
        <Story key={post.path} post={post} words={words} heading="h3" />
      ))}
    </div>
  </section>
);

const VideoBlock = ({ block: { heading, embed, poster }, id, words }: WithWords<Video>) => (
  <section className="video screen-only" aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    <VideoFacade embed={embed} words={words} {...(poster && { picture: poster })} />
  </section>
);

const TextBlock = ({ block: { title, body }, id }: WithId<Text>) =>
  title ? (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Prose text={body} />
    </section>
  ) : (
    <Prose text={body} />
  );
