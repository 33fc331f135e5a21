import { ArticleText } from '../parts/ArticleText.tsx';
import { Campaigns } from '../parts/Campaigns.tsx';
import { Image, onPhones } from '../parts/Image.tsx';
import { ButtonLink, OptionalLink } from '../parts/Links.tsx';
import { LiveSides, LiveState } from '../parts/Live.tsx';
import { NewsletterForm } from '../parts/NewsletterForm.tsx';
import { Byline, Label, Marks } from '../parts/PostCard.tsx';
import { SeriesParts } from '../parts/SeriesParts.tsx';
import { Share } from '../parts/Share.tsx';
import { type Row, Rows } from '../parts/Story.tsx';
import type {
  Author,
  LiveStory,
  MarkdownText,
  NavItem,
  Newsletter,
  PageHead,
  PageProps,
  Post,
  Series,
} from '../types.ts';

export interface PostPageProps extends PageHead {
  readonly post: Post;
  readonly body: MarkdownText;
  readonly live?: LiveStory | undefined;
  readonly related: readonly Row[];
  /** The authors who are members of the team, each with a link to more about them. */
  readonly authors: readonly (Author & { readonly more?: NavItem | undefined })[];
  /** Missing if there is only one part so far. */
  readonly series?: Series;
  /** A form that signs up, else where one is. */
  readonly newsletter?: Newsletter | undefined;
  readonly newsletterPath?: string;
}

export function PostPage({ page, site, words }: PageProps<PostPageProps>) {
  const { post, related, authors, series, live } = page;
  const { corrections, kicker } = post;
  const ask = site.support?.ask;
  const notes = corrections?.place === 'bottom' ? corrections.entries : [];
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
        {(series || notes.length > 0) && (
          <div className="article__rail screen-only">
            {series && (
              <p>
                <a href="#Series">{words.series.part(series.number, series.name)}</a>
              </p>
            )}
            {notes.length > 0 && (
              <p>
                <a href="#Corrections">{words.article.corrected(notes.map(({ date }) => date.text))}</a>
              </p>
            )}
          </div>
        )}
        {live && <LiveSides live={live} post={post} words={words} />}
        <div className={page.parts?.includes('drop-cap') ? 'article__text drop-cap' : 'article__text'}>
          {/* The points of a live story stand beside it. */}
          <ArticleText
            post={live ? { ...post, points: undefined } : post}
            body={page.body}
            live={live}
            inset={page.campaigns?.length && <Campaigns of={page.campaigns} words={words} />}
            words={words}
          />
        </div>
        <Share title={post.title} url={site.baseUrl + post.path} words={words} />
        <div className="article__end">
          {ask && (
            <aside className="panel screen-only" aria-label={site.support?.title ?? words.footer.support}>
              <p>{ask.text}</p>
              <p className="row">
                <ButtonLink href={ask.path ?? site.support?.donateUrl}>
                  {ask.label ?? words.footer.donate}
                </ButtonLink>
              </p>
            </aside>
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
            <aside
              key={author.name}
              className="article__author screen-only"
              aria-label={words.article.about(author.name)}
            >
              <p>
                <strong>{author.name}</strong> {author.role && <span>{author.role}</span>}
              </p>
              {(author.bio || author.more) && (
                <p>
                  {author.bio} {author.more && <a href={author.more.path}>{author.more.title}</a>}
                </p>
              )}
            </aside>
          ))}
          {page.newsletter && <NewsletterForm newsletter={page.newsletter} isAfter words={words} />}
          {page.newsletterPath && (
            <p className="panel screen-only">
              {words.article.newsletter.before}
              <a href={page.newsletterPath}>{words.article.newsletter.link}</a>
              {words.article.newsletter.after}
            </p>
          )}
        </div>
      </div>
      {series && <SeriesParts series={series} words={words} />}
      {related.length > 0 && (
        <nav className="related screen-only" aria-labelledby="Related">
          <h2 className="section-title" id="Related">
            {words.article.related}
          </h2>
          <Rows rows={related} heading="h3" words={words} />
        </nav>
      )}
    </article>
  );
}

/** How the head of an article is set: its picture beside the words, whole and narrower if it is upright, or words alone. */
function formOf({ picture }: Post): 'wide' | 'upright' | 'words' {
  if (!picture || picture.isDrawn) return 'words';
  return picture.height > picture.width ? 'upright' : 'wide';
}

function ArticlePicture({ post: { picture, caption } }: { readonly post: Post }) {
  if (!picture || picture.isDrawn) return null;
  const image = <Image picture={picture} eager sizes={`(min-width: 64em) 42rem, ${onPhones}`} />;
  if (!caption) return <div className="article__picture">{image}</div>;
  return (
    <figure className="article__picture figure">
      {image}
      <figcaption>
        {caption.text} {caption.credit && <small>{caption.credit}</small>}
      </figcaption>
    </figure>
  );
}
