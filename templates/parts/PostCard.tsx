import { Fragment } from 'react';
import type { Named, Post, Site, StoryTime, WithWords } from '../types.ts';
import { Image, onPhones } from './Image.tsx';
import { OptionalLink } from './Links.tsx';
import { Needs } from './Needs.tsx';

const maxTags = 2;

interface PostCardProps extends WithWords {
  readonly post: Post;
  readonly site: Site;
  readonly first?: boolean;
}

/** A card of the list of all posts, with everything that SPEC §2 gives it. */
export function PostCard({ post, site, words, first = false }: PostCardProps) {
  const { kicker, authors } = post;
  return (
    <article className="post-card">
      <Image
        picture={post.picture ?? post.cover}
        eager={first}
        sizes={first ? `(min-width: 40em) 58vw, ${onPhones}` : undefined}
      />
      <p className="row">
        <Label className="badge" of={post.category} />
        <Marks post={post} words={words} />
        {post.tags.slice(0, maxTags).map((tag) => (
          <Label key={tag.name} className="tag" of={tag} />
        ))}
      </p>
      {kicker && <p className="fine">{kicker}</p>}
      <h2 className="post-card__title">
        <a href={post.path}>{post.title}</a>
      </h2>
      <p className="post-card__excerpt">{post.excerpt}</p>
      <p className="byline fine">
        {authors.length > 0 ? (
          <>
            {words.posts.by} <Names people={authors} words={words} />
          </>
        ) : (
          words.posts.byPaper(site.shortName)
        )}{' '}
        · <time dateTime={post.published.iso}>{post.published.text}</time>
      </p>
      <p className="more text-links">
        <a href={post.path}>
          {words.posts.read}
          <span className="visually-hidden">: {post.title}</span>
        </a>
      </p>
    </article>
  );
}

interface LabelsProps extends WithWords {
  readonly post: Post;
  /** Whether the label itself is shown, and not the marks alone. */
  readonly withLabel?: boolean | undefined;
}

/** What stands above a headline: its marks, and the kicker or else the category, a link if it has a page. */
export const Labels = ({ post, words, withLabel = true }: LabelsProps) => (
  <>
    <Marks post={post} words={words} />
    {withLabel && post.mark !== 'breaking' && (
      <Label className="badge" of={post.kicker === undefined ? post.category : { name: post.kicker }} />
    )}
  </>
);

/** Whether a story is live or breaking, whether it is paid for, and whether it is published. */
export function Marks({ post: { mark, sponsored, status, published }, words }: LabelsProps) {
  if (!mark && !sponsored && !status) return null;
  return (
    <>
      {mark && <strong className={`mark mark--${mark}`}>{words.front.marks[mark]}</strong>}{' '}
      {mark === 'breaking' && <When time={published} />}{' '}
      {sponsored && <span className="tag">{sponsored.label}</span>} <Status of={status} />{' '}
    </>
  );
}

const Status = ({ of: status }: { readonly of: string | undefined }) =>
  status && <strong className="preview-mark">{status}</strong>;

export const Points = ({ of: { points = [] } }: { readonly of: Post }) =>
  points.length > 0 && (
    <ul className="points">
      <Needs parts={['points']} />
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );

/** A time that a script replaces by `18 min ago`, `7:02 p.m.` or a day. */
export const When = ({ time: { iso, when } }: { readonly time: StoryTime }) => (
  <time className="when" dateTime={iso}>
    {when}
  </time>
);

export const Label = ({ className, of }: { readonly className: string; readonly of: Named }) =>
  of.path ? (
    <a className={className} href={of.path}>
      {of.name}
    </a>
  ) : (
    <span className={className}>{of.name}</span>
  );

export function Byline({ post, words, withUpdate }: LabelsProps & { readonly withUpdate?: boolean }) {
  const { authors, published, updated, mark } = post;
  // The mark of a breaking story has its time.
  const hasTime = mark !== 'breaking';
  const hasUpdate = withUpdate && updated !== undefined;
  return (
    <p className="byline fine">
      {authors.length > 0 && (
        <>
          {words.posts.by} <Names people={authors} words={words} />
          {(hasTime || hasUpdate) && ' · '}
        </>
      )}
      {hasTime && <When time={published} />}
      {hasUpdate && (
        <>
          {hasTime && ' · '}
          {words.posts.updated} <When time={updated} />
        </>
      )}
    </p>
  );
}

export const Names = ({ people, words }: WithWords & { readonly people: readonly Named[] }) =>
  people.map(({ name, path }, i) => (
    <Fragment key={name}>
      {i > 0 && words.posts.between(name, i === people.length - 1)}
      <span className="byline__author">
        <OptionalLink href={path}>{name}</OptionalLink>
      </span>
    </Fragment>
  ));

export const PostList = ({ posts }: { readonly posts: readonly Post[] }) => (
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
