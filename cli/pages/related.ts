import type { EditionPost } from '../content/model.ts';
import { cached } from '../lib/cached.ts';
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
  const tagsOf = cached(({ post }: EditionPost) => [
    ...new Set(post.tags.map(({ name }) => name.toLowerCase())),
  ]);
  /** The newest posts with a tag, by their index. */
  const byTag = new Map<string, number[]>();
  for (const [i, post] of posts.entries())
    for (const tag of tagsOf(post)) {
      const newest = byTag.get(tag) ?? [];
      if (newest.length < maxOfTag) newest.push(i);
      byTag.set(tag, newest);
    }
  const bySlug = new Map(posts.map((post) => [post.post.path.replace('/blog/', ''), post]));

  /** The posts that have the most tags in common with `post`, of those with as many the newest. */
  function withTagsOf(post: EditionPost, isOther: (other: EditionPost) => boolean): EditionPost[] {
    const common = new Map<number, number>();
    for (const tag of tagsOf(post))
      for (const i of byTag.get(tag) ?? []) common.set(i, (common.get(i) ?? 0) + 1);
    const nearest: EditionPost[] = [];
    while (nearest.length < maxRelated && common.size > 0) {
      let [best, most] = [0, 0];
      for (const [i, tags] of common)
        if (tags > most || (tags === most && i < best)) [best, most] = [i, tags];
      common.delete(best);
      const other = posts[best];
      if (other && isOther(other)) nearest.push(other);
    }
    return nearest;
  }

  return (post) => {
    const { related = [] } = post.parsed.data;
    const series = seriesKey(post.parsed.data);
    const isOther = (other: EditionPost) =>
      other !== post && !other.post.sponsored && (!series || series !== seriesKey(other.parsed.data));
    const chosen = new Set(related.flatMap((slug) => bySlug.get(slug) ?? []));
    const add = (others: readonly EditionPost[]) => {
      for (const other of others) if (chosen.size < maxRelated && isOther(other)) chosen.add(other);
    };
    if (chosen.size < maxRelated) add(withTagsOf(post, isOther));
    if (chosen.size < maxRelated)
      add((byCategory.get(post.post.category.name) ?? []).slice(0, 2 * maxRelated));
    const hasPicture = (other: EditionPost) => Number(other.post.picture !== undefined);
    return [...chosen].slice(0, maxRelated).sort((a, b) => hasPicture(b) - hasPicture(a));
  };
}
