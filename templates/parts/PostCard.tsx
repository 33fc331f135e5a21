import { Fragment } from 'react';
import type { Named, Post, WithWords } from '../types.ts';
import { Image, onPhones } from './Image.tsx';
import { OptionalLink } from './Links.tsx';

const maxTags = 2;

interface PostCardProps extends WithWords {
  readonly post: Post;
  /** One level below the heading it is under. */
  readonly heading?: 'h2' | 'h3';
  /** Whether it is at the top of its page. */
  readonly first?: boolean;
}

export function PostCard({ post, words, heading: Heading = 'h2', first = false }: PostCardProps) {
  return (
    <article className="post-card">
      <Image
        picture={post.picture}
        eager={first}
        sizes={first ? `(min-width: 40em) 58vw, ${onPhones}` : undefined}
      />
      <p className="row">
        <Labels post={post} />
        {post.tags.slice(0, maxTags).map((tag) => (
          <Label key={tag.name} className="tag" of={tag} />
        ))}
      </p>
      <Heading className="post-card__title">
        <a href={post.path}>{post.title}</a>
      </Heading>
      <p className="post-card__excerpt">{post.excerpt}</p>
      <Byline post={post} words={words} />
      <p className="more text-links">
        <a href={post.path}>
          {words.posts.read}
          <span className="visually-hidden">: {post.title}</span>
        </a>
      </p>
    </article>
  );
}

interface StoryProps extends WithWords {
  readonly post: Post;
  /** One level below the heading it is under. */
  readonly heading?: 'h2' | 'h3';
  readonly withExcerpt?: boolean;
  /** Other than usual: a small one has no picture. */
  readonly size?: 'large' | 'small' | undefined;
}

/** A smaller card, for the front page. */
export function Story({ post, words, heading: Heading = 'h2', withExcerpt, size }: StoryProps) {
  return (
    <article className={size ? `post-card story story--${size}` : 'post-card story'}>
      {size !== 'small' && (
        <Image picture={post.picture} small={size !== 'large'} sizes="(min-width: 48em) 15rem, 33vw" />
      )}
      <p className="row">
        <Labels post={post} />
      </p>
      <Heading className="post-card__title">
        <a href={post.path}>{post.title}</a>
      </Heading>
      {withExcerpt && <p className="post-card__excerpt">{post.excerpt}</p>}
      <Byline post={post} words={words} />
    </article>
  );
}

/** What stands above a headline: the kicker, or else the category, a link if it has a page; whether the story is paid for, and whether it is published. */
export const Labels = ({ post: { kicker, category, sponsored, status } }: { readonly post: Post }) => (
  <>
    <Label className="badge" of={kicker === undefined ? category : { name: kicker }} />
    {sponsored && <span className="tag">{sponsored.label}</span>}
    <Status of={status} />
  </>
);

const Status = ({ of: status }: { readonly of: string | undefined }) =>
  status && <strong className="preview-mark">{status}</strong>;

const Label = ({ className, of: { name, path } }: { readonly className: string; readonly of: Named }) =>
  path ? (
    <a className={className} href={path}>
      {name}
    </a>
  ) : (
    <span className={className}>{name}</span>
  );

interface BylineProps extends WithWords {
  readonly post: Post;
  readonly withUpdate?: boolean;
}

export function Byline({ post, words, withUpdate }: BylineProps) {
  const { authors, published, updated } = post;
  return (
    <p className="byline fine">
      {authors.length > 0 && (
        <>
          {words.posts.by} <Names people={authors} words={words} /> ·{' '}
        </>
      )}
      <time dateTime={published.iso}>{published.text}</time>
      {withUpdate && updated && (
        <>
          {' · '}
          <time dateTime={updated.iso}>{words.posts.updated(updated.text)}</time>
        </>
      )}
    </p>
  );
}

const Names = ({ people, words }: WithWords & { readonly people: readonly Named[] }) =>
  people.map(({ name, path }, i) => (
    <Fragment key={name}>
      {i > 0 && words.posts.between(name, i === people.length - 1)}
      <span className="byline__author">
        <OptionalLink href={path}>{name}</OptionalLink>
      </span>
    </Fragment>
  ));

interface PostGridProps extends WithWords {
  readonly posts: readonly Post[];
  readonly heading?: 'h2' | 'h3';
}

/** Cards side by side. In three columns, one wide story at the top leaves none alone at the end. */
export const PostGrid = ({ posts, words, heading }: PostGridProps) => (
  <div className={posts.length % 3 === 1 ? 'grid post-grid post-grid--led' : 'grid post-grid'}>
    {posts.map((post, i) => (
      <PostCard key={post.path} post={post} words={words} heading={heading} first={i === 0} />
    ))}
  </div>
);

/** A list of titles with their dates. */
export function PostList({ posts }: { readonly posts: readonly Post[] }) {
  return (
    <ul className="post-list">
      {posts.map((post) => (
        <li key={post.path}>
          <a href={post.path}>{post.title}</a>{' '}
          {post.sponsored && <span className="tag">{post.sponsored.label}</span>}
          <Status of={post.status} />
          <time dateTime={post.published.iso}>{post.published.text}</time>
        </li>
      ))}
    </ul>
  );
}
