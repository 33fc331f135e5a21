import { ArticleText } from '../parts/ArticleText.tsx';
import { Image } from '../parts/Image.tsx';
import { OptionalLink } from '../parts/Links.tsx';
import { Breadcrumbs } from '../parts/PageHeader.tsx';
import { Byline, Labels, PostList } from '../parts/PostCard.tsx';
import { SeriesBox } from '../parts/SeriesBox.tsx';
import { Share } from '../parts/Share.tsx';
import type { Author, MarkdownText, NavItem, PageHead, PageProps, Post, Series } from '../types.ts';

export interface PostPageProps extends PageHead {
  readonly post: Post;
  readonly body: MarkdownText;
  readonly newer?: Post;
  readonly older?: Post;
  readonly related: readonly Post[];
  /** Says what they have in common with the post. */
  readonly relatedTitle: string;
  /** The authors who are members of the team, each with a link to more about them. */
  readonly authors: readonly (Author & { readonly more?: NavItem | undefined })[];
  readonly series?: Series;
  readonly newsletterPath?: string;
}

export function PostPage({ page, site, words }: PageProps<PostPageProps>) {
  const { post, newer, older, related, authors } = page;
  return (
    <article className="article">
      <header className="article__header">
        <Breadcrumbs page={page} words={words} />
        <p className="row">
          <Labels post={post} />
        </p>
        <h1>{post.title}</h1>
        <p className="article__standfirst">{post.deck ?? post.excerpt}</p>
        <Byline post={post} words={words} withUpdate />
      </header>
      <ArticlePicture post={post} />
      {page.series && <SeriesBox series={page.series} words={words} />}
      <ArticleText post={post} body={page.body} words={words} />
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
      <Share title={post.title} url={site.baseUrl + post.path} words={words} />
      {page.newsletterPath && (
        <p className="newsletter panel screen-only">
          {words.article.newsletter.before}
          <a href={page.newsletterPath}>{words.article.newsletter.link}</a>
          {words.article.newsletter.after}
        </p>
      )}
      {related.length > 0 && (
        <nav className="article__more" aria-labelledby="Related">
          <h2 className="section-title" id="Related">
            {page.relatedTitle}
          </h2>
          <PostList posts={related} />
        </nav>
      )}
      {(newer || older) && (
        <nav className="article__neighbors" aria-label={words.article.neighbors}>
          {older && (
            <a href={older.path} rel="prev">
              <span>{words.article.older}</span> {older.title}
            </a>
          )}
          {newer && (
            <a href={newer.path} rel="next">
              <span>{words.article.newer}</span> {newer.title}
            </a>
          )}
        </nav>
      )}
    </article>
  );
}

function ArticlePicture({ post: { picture, caption } }: { readonly post: Post }) {
  const image = <Image picture={picture} eager sizes="(min-width: 64em) 60rem, calc(100vw - 2rem)" />;
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
