import { Campaigns } from '../parts/Ads.tsx';
import { ArticleText } from '../parts/ArticleText.tsx';
import { NewsletterAfter } from '../parts/Forms.tsx';
import { Image, onPhones } from '../parts/Image.tsx';
import { Button, ButtonLink, LinkItems, LinkLine, OptionalLink } from '../parts/Links.tsx';
import { LiveSides, LiveState } from '../parts/Live.tsx';
import { Needs } from '../parts/Needs.tsx';
import { Once } from '../parts/Once.tsx';
import { Byline, Label, Marks } from '../parts/PostCard.tsx';
import { isUpright, RelatedRow, type Row } from '../parts/Story.tsx';
import type {
  Campaign,
  LiveStory,
  MarkdownText,
  NavItem,
  PageHead,
  PageProps,
  Post,
  Series,
  TeamMember,
  WithWords,
} from '../types.ts';

export interface PostPageProps extends PageHead {
  readonly post: Post;
  readonly body: MarkdownText;
  readonly live?: LiveStory | undefined;
  readonly related: readonly Row[];
  /** The authors who are members of the team, each with a link to more about them. */
  readonly authors: readonly (Omit<TeamMember, 'picture' | 'path'> & { readonly more?: NavItem })[];
  /** Missing if there is only one part so far. */
  readonly series?: Series;
  readonly hasDropCap: boolean;
  /** Those of its only place. */
  readonly campaigns: readonly Campaign[];
  /** Where a sign-up is, if the site has none for all pages. */
  readonly newsletterPath?: string;
}

export function PostPage({ page, site, words }: PageProps<PostPageProps>) {
  const { post, related, series, live } = page;
  const { corrections, kicker } = post;
  const notes = corrections?.place === 'bottom' ? corrections.entries : [];
  const corrected = notes.map(({ date }) => date.text);
  return (
    <article className="article">
      <header className={`article__header article__header--${formOf(post)}`}>
        <div className="article__head">
          <p className="labels">
            <Marks post={post} words={words} />
            <Label className="badge" of={post.category} />{' '}
            {kicker && <span className="fine article__kicker">{kicker}</span>}
            {live && <LiveState live={live} words={words} />}
          </p>
          <h1>{post.title}</h1>
          {(post.deck ?? post.excerpt) && <p className="article__standfirst">{post.deck ?? post.excerpt}</p>}
          <Byline post={post} words={words} withUpdate />
        </div>
        <ArticlePicture post={post} />
      </header>
      <div className={live ? 'live' : 'article__main'}>
        {(series || corrected.length > 0) && (
          <div className="article__rail screen-only">
            {series && <LinkLine href="#Series" text={words.series.part(series.number, series.name)} />}
            {corrected.length > 0 && (
              <LinkLine href="#Corrections" text={words.article.corrected(corrected)} />
            )}
          </div>
        )}
        {live && <LiveSides live={live} post={post} words={words} />}
        <div className={page.hasDropCap ? 'article__text drop-cap' : 'article__text'}>
          {page.hasDropCap && <Needs parts={['drop-cap']} />}
          {/* The points of a live story stand beside it. */}
          <ArticleText
            post={live ? { ...post, points: undefined } : post}
            body={page.body}
            live={live}
            inset={page.campaigns.length > 0 && <Campaigns of={page.campaigns} words={words} />}
            words={words}
          />
        </div>
        <Share title={post.title} url={site.baseUrl + post.path} words={words} />
        <ArticleEnd page={page} site={site} words={words} />
      </div>
      {series && <SeriesParts series={series} words={words} />}
      {related.length > 0 && (
        <nav className="related screen-only" aria-labelledby="Related">
          <h2 className="section-title" id="Related">
            {words.article.related}
          </h2>
          {related.map((stories) => (
            <RelatedRow key={stories[0]?.post.path} stories={stories} words={words} />
          ))}
        </nav>
      )}
    </article>
  );
}

/** What stands under the text: what the paper asks for, its tags, its authors, and the newsletter. */
function ArticleEnd({ page, site, words }: PageProps<PostPageProps>) {
  const { post, authors } = page;
  const ask = site.support?.ask;
  return (
    <div className="article__end">
      {ask && (
        <Once
          as="aside"
          of={ask}
          className="panel screen-only"
          aria-label={site.support?.title ?? words.footer.support}
          show={() => (
            <>
              <p>{ask.text}</p>
              <p className="row">
                <ButtonLink href={ask.path ?? site.support?.donateUrl}>
                  {ask.label ?? words.footer.donate}
                </ButtonLink>
              </p>
            </>
          )}
        />
      )}
      {post.tags.length > 0 && (
        <ul className="row tags screen-only" aria-label={words.article.tags}>
          {post.tags.map(({ name, path }) => (
            <li key={name} className={path ? 'text-links' : 'tag'}>
              <OptionalLink className="tag" href={path}>
                {name}
              </OptionalLink>
            </li>
          ))}
        </ul>
      )}
      {authors.map((author) => (
        <Once
          as="aside"
          of={author}
          key={author.name}
          className="article__author screen-only"
          aria-label={words.article.about(author.name)}
          show={() => (
            <>
              <p>
                <strong>{author.name}</strong> {author.role && <span>{author.role}</span>}
              </p>
              {(author.bio || author.more) && (
                <p>
                  {author.bio} {author.more && <a href={author.more.path}>{author.more.title}</a>}
                </p>
              )}
            </>
          )}
        />
      ))}
      {site.newsletter && <NewsletterAfter newsletter={site.newsletter} words={words} />}
      {page.newsletterPath && (
        <p className="panel screen-only">
          {words.article.newsletter.before}
          <a href={page.newsletterPath}>{words.article.newsletter.link}</a>
          {words.article.newsletter.after}
        </p>
      )}
    </div>
  );
}

/** How the head of an article is set: its picture beside the words, whole and narrower if it is upright, or words alone. */
function formOf({ picture }: Post): 'wide' | 'upright' | 'words' {
  if (!picture || picture.isDrawn) return 'words';
  return isUpright(picture) ? 'upright' : 'wide';
}

function ArticlePicture({ post: { picture, caption } }: { readonly post: Post }) {
  if (!picture || picture.isDrawn) return null;
  const image = <Image picture={picture} eager sizes={`(min-width: 64em) 42rem, ${onPhones}`} />;
  if (!caption) return <div className="article__picture">{image}</div>;
  return (
    <figure className="article__picture figure">
      <Needs parts={['figure']} />
      {image}
      <figcaption>
        {caption.text} {caption.credit && <small>{caption.credit}</small>}
      </figcaption>
    </figure>
  );
}

/** Links that share an article, by its whole address, without scripts; and two buttons that need them. */
function Share({ title, url, words }: WithWords & Readonly<Record<'title' | 'url', string>>) {
  const { share } = words;
  const [subject, address] = [encodeURIComponent(title), inQuery(url)];
  const services = [
    { title: share.email, path: `mailto:?subject=${subject}&body=${address}` },
    { title: 'Facebook', path: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
    { title: 'X', path: `https://x.com/intent/post?text=${subject}&url=${address}` },
  ];
  return (
    <section className="share screen-only" aria-labelledby="Share">
      <h2 id="Share">{share.title}</h2>
      <ul>
        <LinkItems links={services} />
        <li data-scripted>
          <Button text={share.copy} data-copy={url} />
        </li>
        <li data-scripted>
          <Button text={share.share} data-share={url} />
        </li>
      </ul>
    </section>
  );
}

/** Encodes an address as the value of a query parameter, in which slashes and colons may stay. */
const inQuery = (url: string) => encodeURIComponent(url).replaceAll('%3A', ':').replaceAll('%2F', '/');

const SeriesParts = ({ series: { name, number, parts }, words }: WithWords & { readonly series: Series }) => (
  <nav className="series" aria-labelledby="Series">
    <Needs parts={['series']} />
    <h2 className="section-title" id="Series">
      {words.series.title(name)}
    </h2>
    <ol>
      {parts.map((part) => (
        <li key={part.path} value={part.number}>
          <span className="badge">{words.series.number(part.number)}</span>{' '}
          {part.number === number ? (
            <span aria-current="page">{part.title}</span>
          ) : (
            <a href={part.path}>{part.title}</a>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
