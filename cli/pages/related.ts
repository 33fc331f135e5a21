import type { EditionPost } from '../content/model.ts';
import type { PostFile } from '../content/post.ts';
import { groupBy } from '../lib/group-by.ts';
import { seriesKey } from './series.ts';

const maxRelated = 2;

/** How many of the newest stories with a tag are looked at: a tag of all stories of a large paper would cost more than it says. */
const maxOfTag = 12;

/**
 * Finds the posts at the end of an article, among `posts`, which are newest first: those that it names, then those with the most tags in
 * common, then the newest of its category; never parts of its own series, which the page lists. Those with pictures are first.
 */
export function createRelated(posts: readonly EditionPost[]): (post: EditionPost) => EditionPost[] {
  const byCategory = groupBy(posts, ({ post }) => post.category.name);
  const byTag = groupBy(
    posts.flatMap((post) => tagsOf(post).map((tag) => ({ tag, post }))),
    ({ tag }) => tag,
  );
  const bySlug = new Map(posts.map((post) => [post.post.path.replace('/blog/', ''), post]));

  function withTagsOf(post: EditionPost): EditionPost[] {
    const common = new Map<EditionPost, number>();
    for (const tag of tagsOf(post))
      for (const { post: other } of (byTag.get(tag) ?? []).slice(0, maxOfTag))
        common.set(other, (common.get(other) ?? 0) + 1);
    return [...common].sort(([a, x], [b, y]) => y - x || b.time - a.time).map(([other]) => other);
  }

  return (post) => {
    const { series, related = [] } = post.parsed.data;
    const isOther = (other: EditionPost) =>
      other !== post && !other.post.sponsored && !(series && isSame(series, other.parsed.data));
    const found = [
      ...related.flatMap((slug) => bySlug.get(slug) ?? []),
      ...[
        ...withTagsOf(post),
        ...(byCategory.get(post.post.category.name) ?? []).slice(0, 2 * maxRelated),
      ].filter(isOther),
    ];
    const chosen = [...new Set(found)].slice(0, maxRelated);
    return chosen.sort((a, b) => Number(b.post.picture !== undefined) - Number(a.post.picture !== undefined));
  };
}

const isSame = (series: PostFile['series'], other: PostFile): boolean =>
  seriesKey({ series }) === seriesKey(other);

const tagsOf = ({ post }: EditionPost): string[] => [
  ...new Set(post.tags.map(({ name }) => name.toLowerCase())),
];
