import { isUpright, type Row, type SetStory } from '../../templates/parts/Story.tsx';
import { inRows } from '../../templates/rows.ts';
import type { Post } from '../../templates/types.ts';
import type { EditionPost } from '../content/model.ts';

// How stories are set: with which picture, words and label, and in which rows.

/** The pictures that a page has shown so far, by their address: each is on it once. */
export type Shown = Set<string>;

export const postsOf = (posts: readonly EditionPost[]): Post[] => posts.map(({ post }) => post);

const maxInRow = 4;
const maxBriefsInRow = 5;

/** Whether a story shows its picture, which no other does after it. */
export function takesPicture({ picture }: Post, shown: Shown): boolean {
  if (!picture || shown.has(picture.src)) return false;
  // Stories of a category have the same drawing.
  if (!picture.isDrawn) shown.add(picture.src);
  return true;
}

const labelOf = ({ kicker, category }: Post) => kicker ?? category.name;

/** Labels stories, unless all of them, or the heading above them, say the same. */
export function labelled(stories: readonly SetStory[], heading?: string): SetStory[] {
  const [first, ...others] = stories.map(({ post }) => labelOf(post));
  const isSame = others.length > 0 && others.every((label) => label === first);
  // Written out: an object that starts with a spread takes ten times as long to make.
  return stories.map(({ post, picture, excerpt, signed, size }) => {
    const label = !isSame && labelOf(post) !== heading;
    return { post, picture, excerpt, label, signed, size };
  });
}

/** Rows of stories. In those of three and four, a picture takes the place of the excerpt, and words alone are bigger. */
export const rowsOf = (posts: readonly Post[], shown: Shown, heading?: string): Row[] =>
  inRows(posts, maxInRow).map((row) => {
    const stories = row.map((post) => ({ post, picture: takesPicture(post, shown) }));
    const isWide = row.length < 3;
    const hasPictures = stories.some(({ picture }) => picture);
    const set = stories.map(({ post, picture }): SetStory => {
      const excerpt = isWide || !picture || (row.length === 3 && isUpright(post.picture));
      return { post, picture, excerpt, size: hasPictures && !picture ? 'big' : undefined };
    });
    return labelled(set, heading);
  });

const small = (post: Post): SetStory => ({ post, size: 'small' });

/** Rows of headlines with a label each, if they are not all of one. */
export const smallRowsOf = (posts: readonly Post[]): Row[] =>
  inRows(posts, maxInRow).map((row) => labelled(row.map(small)));

/** Rows of headlines. */
export const briefsOf = (posts: readonly Post[]): Row[] =>
  inRows(posts, maxBriefsInRow).map((row) => row.map(small));

/** Stories below each other; briefs are lines. Under the name of their only author they are not signed. */
export const riverOf = (posts: readonly EditionPost[], shown: Shown, heading?: string): SetStory[] =>
  posts.map(({ post, parsed }) =>
    parsed.data.weight === 1
      ? small(post)
      : {
          post,
          picture: takesPicture(post, shown),
          excerpt: true,
          label: labelOf(post) !== heading,
          signed: !(post.authors.length === 1 && post.authors[0]?.name === heading),
        },
  );

/**
 * The top of a section, and the river below it: the newest story with a picture leads, a brief never does. Two stories are beside the lead,
 * or three if none of them has a picture.
 */
export function sectionFront(posts: readonly EditionPost[], heading: string) {
  const shown: Shown = new Set();
  const stories = posts.filter(({ parsed }) => parsed.data.weight !== 1);
  const lead = stories.find(({ post }) => post.picture) ?? stories[0];
  const others = stories.filter((story) => story !== lead);
  const beside = others.slice(0, others.slice(0, 2).some(({ post }) => post.picture) ? 2 : 3);
  const top = lead ? [lead, ...beside] : [];
  const below = posts.filter((post) => !top.includes(post));
  const [first, ...rest] = riverOf(top, shown, heading);
  return { lead: first, beside: rest, river: riverOf(below, shown, heading) };
}
