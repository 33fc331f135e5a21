import type { Post, WithWords } from '../types.ts';
import { Image, onPhones } from './Image.tsx';

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
        <CategoryBadge post={post} />
        {post.tags.slice(0, maxTags).map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
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
        <CategoryBadge post={post} />
      </p>
      <Heading className="post-card__title">
        <a href={post.path}>{post.title}</a>
      </Heading>
      {withExcerpt && <p className="post-card__excerpt">{post.excerpt}</p>}
      <Byline post={post} words={words} />
    </article>
  );
}

/** The category of a post, a link if it has a page. */
export function CategoryBadge({ post }: { readonly post: Post }) {
  const { name, path } = post.category;
  return path ? (
    <a className="badge" href={path}>
      {name}
    </a>
  ) : (
    <span className="badge">{name}</span>
  );
}

interface BylineProps extends WithWords {
  readonly post: Post;
  readonly withUpdate?: boolean;
}

export function Byline({ post, words, withUpdate }: BylineProps) {
  const { author, published, updated } = post;
  return (
    <p className="byline fine">
      {words.posts.by} <span className="byline__author">{author}</span> ·{' '}
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

/** A list of titles with their dates. */
export function PostList({ posts }: { readonly posts: readonly Post[] }) {
  return (
    <ul className="post-list">
      {posts.map((post) => (
        <li key={post.path}>
          <a href={post.path}>{post.title}</a>{' '}
          <time dateTime={post.published.iso}>{post.published.text}</time>
        </li>
      ))}
    </ul>
  );
}
