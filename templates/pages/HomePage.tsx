import { AdBanner } from '../parts/Ads.tsx';
import { EmbedFacade, EmbedFrame } from '../parts/EmbedFrame.tsx';
import { FeedBlocks } from '../parts/FeedBlock.tsx';
import { NewsletterForm } from '../parts/Forms.tsx';
import { Image, onPhones } from '../parts/Image.tsx';
import { LinkList, OptionalLink } from '../parts/Links.tsx';
import { Needs } from '../parts/Needs.tsx';
import { Section } from '../parts/PageHeader.tsx';
import { Panel, type PanelProps } from '../parts/Panel.tsx';
import { Byline, Labels, Points } from '../parts/PostCard.tsx';
import { Prose } from '../parts/Prose.tsx';
import { Headline, Lines, River, type Row, Rows, type SetStory, Story, unbroken } from '../parts/Story.tsx';
import type {
  AdPlacement,
  Embed,
  EventsAhead,
  FeedBlock,
  MarkdownText,
  NavItem,
  Newsletter,
  NoticeNames,
  PageHead,
  PageProps,
  Picture,
  Post,
  WithWords,
} from '../types.ts';

export interface LeadSetting {
  readonly form: 'usual' | 'banner' | 'text' | 'feature';
  readonly lead: Post;
  readonly picture: boolean;
  readonly lines: readonly Post[];
  /** The columns beside it; one alone is to the right. */
  readonly sides: readonly (readonly SetStory[])[];
  readonly rows: readonly Row[];
  readonly briefs: readonly Row[];
}

export type InBand =
  | { readonly block: 'board'; readonly feeds: readonly FeedBlock[] }
  | {
      readonly block: 'video';
      readonly heading: string;
      readonly embed: Embed;
      readonly poster: Picture | undefined;
    }
  | { readonly block: 'ads'; readonly ad: AdPlacement };

interface StoriesHead {
  readonly block: 'stories';
  readonly title: string;
  readonly text?: string | undefined;
  readonly path: string | undefined;
}

export type FilledBlock =
  | (LeadSetting & { readonly block: 'lead'; readonly panel?: PanelProps | undefined })
  | (StoriesHead & { readonly form: 'row' | 'voices'; readonly rows: readonly Row[] })
  | (StoriesHead & { readonly form: 'list'; readonly stories: readonly SetStory[] })
  | (StoriesHead & {
      readonly form: 'feature';
      readonly feature: SetStory;
      readonly lines: readonly Post[];
      readonly rows: readonly Row[];
    })
  | { readonly block: 'paid'; readonly post: Post }
  | InBand
  | { readonly block: 'newsletter'; readonly newsletter: Newsletter }
  | (EventsAhead & { readonly block: 'events' })
  | (NavItem & { readonly block: 'notices'; readonly columns: readonly NoticeNames[] })
  | { readonly block: 'text'; readonly title: string | undefined; readonly body: MarkdownText };

/** One part of the front page; a band has the headlines of other sources, one block or two beside each other. */
export type HomeBlock =
  | FilledBlock
  | { readonly block: 'band'; readonly parts: readonly (readonly InBand[])[] };

export interface HomePageProps extends PageHead {
  readonly blocks: readonly HomeBlock[];
}

export function HomePage({ page: { headline, tagline, blocks }, words }: PageProps<HomePageProps>) {
  const numberOf = counter();
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
        const number = numberOf(block.block);
        const key = `${block.block}-${number}`;
        if (block.block !== 'band') return <Block key={key} block={block} number={number} words={words} />;
        return (
          <section key={key} className="band" aria-labelledby={`Band-${number}`}>
            <Needs parts={['band']} />
            <header className="band__head">
              <h2 id={`Band-${number}`}>{words.front.band}</h2>
              {number === 1 && <p>{words.front.bandText}</p>}
            </header>
            {block.parts.map((part) => {
              const inPart = part.map((block) => ({ block, number: numberOf(block.block) }));
              return (
                <div
                  key={inPart.map(({ block, number }) => `${block.block}-${number}`).join()}
                  className={part.length > 1 ? 'band__pair' : undefined}
                >
                  {inPart.map(({ block, number }) => (
                    <Block key={block.block} block={block} number={number} heading="h3" words={words} />
                  ))}
                </div>
              );
            })}
          </section>
        );
      })}
    </>
  );
}

/** Counts the blocks of each kind on the page, from 1. */
function counter() {
  const counts = new Map<string, number>();
  return (kind: string): number => {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return number;
  };
}

interface BlockProps<Kind extends FilledBlock['block']> extends WithWords {
  readonly block: Extract<FilledBlock, { readonly block: Kind }>;
  readonly number: number;
  readonly heading?: 'h2' | 'h3';
}

function Block({ block, number, heading, words }: BlockProps<FilledBlock['block']>) {
  switch (block.block) {
    case 'lead':
      return <LeadBlock block={block} number={number} words={words} />;
    case 'stories':
      return <StoriesBlock block={block} number={number} words={words} />;
    case 'paid':
      return <PaidBlock block={block} number={number} words={words} />;
    case 'board':
      return (
        <FeedBlocks feeds={block.feeds} id={`Board-${number}` as const} heading={heading} words={words} />
      );
    case 'video':
      return <VideoBlock block={block} number={number} heading={heading} words={words} />;
    case 'ads':
      return <AdBanner ad={block.ad} words={words} />;
    case 'newsletter':
      return <NewsletterForm newsletter={block.newsletter} number={number} words={words} />;
    case 'events':
      return <EventsBlock block={block} number={number} words={words} />;
    case 'notices':
      return <NoticesBlock block={block} number={number} words={words} />;
    case 'text':
      return <TextBlock block={block} number={number} words={words} />;
  }
}

/** The parts of the forms of a lead. */
const partsOfLead = { usual: [], banner: ['lead-banner'], text: ['lead-text'], feature: ['feature'] };

function LeadBlock({ block, number, words }: BlockProps<'lead'>) {
  const { form, lead, picture, lines, sides, panel, rows, briefs } = block;
  const columns = sides.length + (panel ? 1 : 0);
  return (
    <section
      className={`front-page front-page--${form} front-page--${columns}`}
      aria-label={words.front.topStories(number)}
    >
      <Needs parts={partsOfLead[form]} />
      <div className="front-page__top">
        <article className="lead">
          <header className="lead__head">
            <p className="labels">
              <Labels post={lead} words={words} />
            </p>
            <Headline of={lead} heading="h2" />
          </header>
          {picture && lead.picture && (
            <div className="lead__picture">
              <Image
                picture={lead.picture}
                eager={number === 1}
                sizes={`(min-width: 64em) ${form === 'feature' ? 52 : 34}rem, ${onPhones}`}
              />
            </div>
          )}
          <div className="lead__story">
            {lead.excerpt && <p className="lead__excerpt">{unbroken(lead.excerpt)}</p>}
            <Points of={lead} />
            <Byline post={lead} words={words} />
            {lines.length > 0 && <Lines posts={lines} />}
          </div>
        </article>
        {sides.map((stories) => (
          <River key={stories[0]?.post.path} className="front-page__side" stories={stories} words={words} />
        ))}
        {panel && <Panel {...panel} id={`Panel-${number}`} />}
      </div>
      <Rows rows={rows} words={words} />
      {briefs.length > 0 && (
        <section className="briefs" aria-labelledby={`Briefs-${number}`}>
          <Needs parts={['briefs']} />
          <h2 id={`Briefs-${number}`}>{words.front.briefs}</h2>
          <Rows rows={briefs} heading="h3" words={words} />
        </section>
      )}
    </section>
  );
}

function StoriesBlock({ block, number, words }: BlockProps<'stories'>) {
  const { title, text, path, form } = block;
  const id = `Stories-${number}`;
  return (
    <section className={`own own--${form}`} aria-labelledby={id}>
      <Needs parts={{ row: [], list: ['river'], voices: ['voices'], feature: ['feature'] }[form]} />
      <OwnHead id={id} title={title} text={text} path={path} />
      {form === 'list' && <River stories={block.stories} heading="h3" words={words} />}
      {form === 'feature' && (
        <div className="feature">
          <Story
            story={block.feature}
            heading="h3"
            sizes={`(min-width: 64em) 44rem, ${onPhones}`}
            words={words}
          />
          {block.lines.length > 0 && <Lines posts={block.lines} />}
        </div>
      )}
      {form !== 'list' && <Rows rows={block.rows} heading="h3" words={words} />}
    </section>
  );
}

/** The heading of a block, which leads to its page if it has one. */
const OwnHead = ({ id, title, text, path }: Omit<StoriesHead, 'block'> & { readonly id: string }) => (
  <header className="own__head">
    <h2 id={id} className={path ? 'own__title chevron' : 'own__title'}>
      <OptionalLink href={path}>{title}</OptionalLink>
    </h2>
    {text && <p className="fine">{text}</p>}
  </header>
);

function PaidBlock({ block, number, words }: BlockProps<'paid'>) {
  const { path, title, excerpt, sponsored } = block.post;
  const label = words.posts.sponsored(undefined);
  return (
    <aside className="paid" aria-label={number === 1 ? label : `${label} ${number}`}>
      <Needs parts={['paid']} />
      <p>
        <span className="fine">
          {sponsored?.by ? (
            <>
              {words.front.paidBy} <b>{sponsored.by}</b>
            </>
          ) : (
            label
          )}
        </span>{' '}
        <a className="paid__title" href={path} rel="sponsored">
          {title}
        </a>{' '}
        <span>{excerpt}</span>
      </p>
    </aside>
  );
}

function VideoBlock({ block, number, heading: Heading = 'h2', words }: BlockProps<'video'>) {
  const { heading, embed, poster } = block;
  return (
    <section className="video screen-only" aria-labelledby={`Video-${number}`}>
      <Heading id={`Video-${number}`} className="board-title">
        {heading}
      </Heading>
      {embed.connected ? (
        <>
          <Needs parts={['embed']} />
          <EmbedFacade embed={embed} plays poster={poster} words={words} />
        </>
      ) : (
        <EmbedFrame embed={embed} kind="video" words={words} />
      )}
    </section>
  );
}

const EventsBlock = ({ block: { title, path, events }, number, words }: BlockProps<'events'>) => (
  <section className="own" aria-labelledby={`Events-${number}`}>
    <OwnHead id={`Events-${number}`} title={title} path={path} />
    <ul className="events-ahead">
      <Needs parts={['events-ahead']} />
      {events.map(({ title, where, cancelled, text, path }) => (
        <li key={`${title} ${text}`}>
          <p className="events-ahead__when">{text}</p>
          <h3>
            <OptionalLink href={path}>{title}</OptionalLink>
          </h3>
          {cancelled && <p className="badge">{words.events.cancelled}</p>}
          {where && <p className="fine">{where}</p>}
        </li>
      ))}
    </ul>
  </section>
);

const NoticesBlock = ({ block: { title, path, columns }, number }: BlockProps<'notices'>) => (
  <section className="own" aria-labelledby={`Notices-${number}`}>
    <OwnHead id={`Notices-${number}`} title={title} path={path} />
    <div className="notice-names">
      <Needs parts={['notice-names']} />
      {columns.map(({ title, path, names }) => (
        <div key={path}>
          <h3>
            <a href={path}>{title}</a>
          </h3>
          <LinkList links={names} />
        </div>
      ))}
    </div>
  </section>
);

const TextBlock = ({ block: { title, body }, number }: BlockProps<'text'>) =>
  title ? (
    <Section id={`Text-${number}`} title={title}>
      <Prose text={body} />
    </Section>
  ) : (
    <Prose text={body} />
  );
