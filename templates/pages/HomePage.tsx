import { AdBanner } from '../parts/AdBanner.tsx';
import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { FeedBlocks } from '../parts/FeedBlock.tsx';
import { Image, onPhones } from '../parts/Image.tsx';
import { OptionalLink } from '../parts/Links.tsx';
import { NewsletterForm } from '../parts/NewsletterForm.tsx';
import { Byline, Labels, PostList, Story } from '../parts/PostCard.tsx';
import { Prose } from '../parts/Prose.tsx';
import { Section } from '../parts/Section.tsx';
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
  WithWords,
} from '../types.ts';

/** The stories beside the lead, and how many of them have an excerpt. */
const storiesBeside = 4;
const storiesWithExcerpt = 2;

/** The `sizes` of the picture of a lead that is no banner. */
const leadSizes = `(min-width: 75em) 38rem, (min-width: 48em) 63vw, ${onPhones}`;

/** What is not of the usual size in a lead block. */
export interface Sizes {
  /** Whether the lead is a banner across the page. */
  readonly isBanner: boolean;
  /** How many of the first stories are large. */
  readonly large: number;
  /** How many of the last stories are headlines in a list, and how many before these have no picture. */
  readonly briefs: number;
  readonly small: number;
}

/** One part of the front page; the `path` of stories is the address of their section. */
export type HomeBlock =
  | {
      readonly block: 'lead';
      readonly lead: Post;
      readonly stories: readonly Post[];
      /** Missing if all stories have the usual size. */
      readonly sizes?: Sizes | undefined;
    }
  | {
      readonly block: 'stories';
      readonly title: string;
      readonly path: string | undefined;
      readonly stories: readonly Post[];
    }
  | { readonly block: 'board'; readonly feeds: readonly FeedBlock[] }
  | {
      readonly block: 'video';
      readonly heading: string;
      readonly embed: Embed;
      readonly poster: Picture | undefined;
    }
  | { readonly block: 'ads'; readonly ad: AdPlacement }
  | { readonly block: 'newsletter'; readonly newsletter: Newsletter }
  | { readonly block: 'text'; readonly title: string | undefined; readonly body: MarkdownText };

export interface HomePageProps extends PageHead {
  readonly blocks: readonly HomeBlock[];
}

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

interface BlockProps<Kind extends HomeBlock['block']> extends WithWords {
  readonly block: Extract<HomeBlock, { readonly block: Kind }>;
  /** Counts the blocks of its kind on the page, from 1. */
  readonly number: number;
}

function Block({ block, number, words }: BlockProps<HomeBlock['block']>) {
  switch (block.block) {
    case 'lead':
      return <LeadBlock block={block} number={number} words={words} />;
    case 'stories':
      return <StoriesBlock block={block} number={number} words={words} />;
    case 'board':
      return <FeedBlocks feeds={block.feeds} id={`Board-${number}` as const} words={words} />;
    case 'video':
      return <VideoBlock block={block} number={number} words={words} />;
    case 'ads':
      return <AdBanner ad={block.ad} words={words} />;
    case 'newsletter':
      return <NewsletterForm newsletter={block.newsletter} number={number} words={words} />;
    case 'text':
      return <TextBlock block={block} number={number} />;
  }
}

const usualSizes: Sizes = { isBanner: false, large: 0, small: 0, briefs: 0 };

function LeadBlock({ block: { lead, stories, sizes }, number, words }: BlockProps<'lead'>) {
  const { isBanner, large, small, briefs } = sizes ?? usualSizes;
  const withText = stories.length - briefs;
  const cards = stories.slice(0, withText).map((post, i) => {
    const size = i < large ? 'large' : i < withText - small ? undefined : 'small';
    return (
      <Story
        key={post.path}
        post={post}
        words={words}
        size={size}
        withExcerpt={size === 'large' || (!isBanner && !size && i < storiesWithExcerpt)}
      />
    );
  });
  const beside = cards.splice(0, isBanner ? large : storiesBeside);
  return (
    <section
      className={isBanner ? 'front-page front-page--banner' : 'front-page'}
      aria-label={words.front.topStories(number)}
    >
      <article className="lead">
        <header className="lead__head">
          <Labels post={lead} />
          <h2 className="lead__title">
            <a href={lead.path}>{lead.title}</a>
          </h2>
        </header>
        <div className="lead__story">
          <Image
            picture={lead.picture}
            eager={number === 1}
            sizes={isBanner ? `(min-width: 48em) 78rem, ${onPhones}` : leadSizes}
          />
          <p className="lead__excerpt">{lead.excerpt}</p>
          <Byline post={lead} words={words} />
        </div>
      </article>
      {beside.length > 0 && <div className="front-page__more">{beside}</div>}
      {cards.length > 0 && <div className="front-page__below">{cards}</div>}
      {briefs > 0 && (
        <section className="front-page__briefs" aria-labelledby={`Briefs-${number}`}>
          <h2 id={`Briefs-${number}`}>{words.front.briefs}</h2>
          <PostList posts={stories.slice(withText)} />
        </section>
      )}
    </section>
  );
}

const StoriesBlock = ({ block: { title, path, stories }, number, words }: BlockProps<'stories'>) => (
  <Section id={`Stories-${number}`} title={<OptionalLink href={path}>{title}</OptionalLink>}>
    <div className="grid stories">
      {stories.map((post) => (
        <Story key={post.path} post={post} words={words} heading="h3" />
      ))}
    </div>
  </Section>
);

/** A video that loads when it is played: a picture with a play button opens the frame. */
const VideoBlock = ({ block: { heading, embed, poster }, number, words }: BlockProps<'video'>) => {
  const frame = <EmbedFrame embed={embed} kind="video" words={words} />;
  return (
    <Section id={`Video-${number}`} title={heading} className="video screen-only">
      {embed.connected ? (
        <details className="video-facade" data-video>
          <summary>
            {poster && <Image picture={{ ...poster, alt: '' }} />}
            <span className="video-facade__play">
              <span className="visually-hidden">{words.front.play} </span>
              {embed.title}
            </span>
          </summary>
          {frame}
        </details>
      ) : (
        frame
      )}
    </Section>
  );
};

const TextBlock = ({ block: { title, body }, number }: Omit<BlockProps<'text'>, 'words'>) =>
  title ? (
    <Section id={`Text-${number}`} title={title}>
      <Prose text={body} />
    </Section>
  ) : (
    <Prose text={body} />
  );
