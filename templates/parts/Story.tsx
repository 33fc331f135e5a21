import { useContext } from 'react';
import type { Picture, Post, WithWords } from '../types.ts';
import { Image, onPhones } from './Image.tsx';
import { Needs } from './Needs.tsx';
import { OnceRenderer } from './Once.tsx';
import { Byline, Labels, When } from './PostCard.tsx';

/** A story, and what is shown of it. */
export interface SetStory {
  readonly post: Post;
  readonly picture?: boolean | undefined;
  readonly excerpt?: boolean | undefined;
  readonly label?: boolean | undefined;
  /** Whether its authors are named; they are by default. */
  readonly signed?: boolean;
  /** Big in a row with pictures, if it is words alone; a small one is a headline and a time. */
  readonly size?: 'big' | 'small' | undefined;
}

export type Row = readonly SetStory[];

interface UnderHeading extends WithWords {
  /** One level below the heading it is under. */
  readonly heading?: 'h2' | 'h3' | undefined;
}

interface StoryProps extends UnderHeading {
  readonly story: SetStory;
  readonly eager?: boolean;
  readonly sizes?: string;
}

export function Story({ story, words, heading = 'h2', eager = false, sizes }: StoryProps) {
  const { post, excerpt, label, size } = story;
  const picture = story.picture ? post.picture : undefined;
  const inColumn = '(min-width: 48em) 20rem, 34vw';
  return (
    <article className={classesOf(picture, size)}>
      {picture && <Image picture={picture} eager={eager} small={!sizes} sizes={sizes ?? inColumn} />}
      <div className="story__words">
        {(label || post.mark || post.status) && (
          <p className="labels">
            <Labels post={post} words={words} withLabel={label} />
          </p>
        )}
        <Headline of={post} heading={heading} />
        {excerpt && post.excerpt && <p className="story__excerpt">{unbroken(post.excerpt)}</p>}
        {size === 'small' || story.signed === false ? (
          <p className="byline fine">
            <When time={post.published} />
          </p>
        ) : (
          <Byline post={post} words={words} />
        )}
      </div>
    </article>
  );
}

export const isUpright = (picture: Picture | undefined): boolean =>
  picture !== undefined && picture.height > picture.width;

const classesOf = (picture: Picture | undefined, size: SetStory['size']): string =>
  ['story', picture && 'story--pictured', isUpright(picture) && 'story--upright', size && `story--${size}`]
    .filter(Boolean)
    .join(' ');

export const Headline = ({ of, heading: Heading }: { readonly of: Post; readonly heading: 'h2' | 'h3' }) => (
  <Heading className="headline">
    <a href={of.path}>{unbroken(of.title)}</a>
  </Heading>
);

/** A text in which `Dec. 9` and `2 p.m.` stay on a line. */
export const unbroken = (text: string): string =>
  /\d/.test(text) ? text.replace(/(?<=\b\p{Lu}\p{Ll}{2,3}\.|\d) (?=\d|[ap]\.m\.)/gu, '\u00a0') : text;

const RowStory = ({ of: row, ...props }: StoryProps & { readonly of: Row }) => (
  <Story {...props} sizes={row.length === 1 ? `(min-width: 48em) 44rem, ${onPhones}` : undefined} />
);

export const Rows = ({ rows, heading, words }: UnderHeading & { readonly rows: readonly Row[] }) =>
  rows.map((stories) => (
    <div key={stories[0]?.post.path} className={`stories stories--${stories.length}`}>
      {stories.map((story) => (
        <RowStory key={story.post.path} story={story} of={stories} heading={heading} words={words} />
      ))}
    </div>
  ));

/** A row of stories that are at the end of many articles. */
export function RelatedRow({ stories, words }: WithWords & { readonly stories: Row }) {
  const render = useContext(OnceRenderer);
  let html = '';
  for (const story of stories) {
    const { picture, excerpt, label, size } = story;
    html += render(story.post, `${stories.length} ${picture} ${excerpt} ${label} ${size}`, () => (
      <RowStory story={story} of={stories} heading="h3" words={words} />
    ));
  }
  return (
    <div
      className={`stories stories--${stories.length}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Headlines with their times, under the story that they belong to. */
export const Lines = ({ posts }: { readonly posts: readonly Post[] }) => (
  <ul className="lines">
    <Needs parts={['lines']} />
    {posts.map((post) => (
      <li key={post.path}>
        <When time={post.published} /> <a href={post.path}>{unbroken(post.title)}</a>
      </li>
    ))}
  </ul>
);

interface RiverProps extends UnderHeading {
  readonly stories: Row;
  readonly className?: string;
}

/** Stories below each other, by default each with its picture at the side; briefs among them are lines. */
export const River = ({ stories, className = 'river', heading, words }: RiverProps) => (
  <div className={className}>
    {stories.map((story) => (
      <Story key={story.post.path} story={story} heading={heading} words={words} />
    ))}
  </div>
);
