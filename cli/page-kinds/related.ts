import { groupBy } from '../lib/group-by.ts';
import type { EditionPost } from '../model.ts';

/** Posts that an article links to, newest first, and what they have in common with it. */
export interface Related {
  readonly by: 'category' | 'tags' | 'nothing';
  readonly posts: readonly EditionPost[];
}

const maxRelated = 3;

/** Limits of the search, because a paper has thousands of posts: tags of a post, and the newest posts of a tag. */
const maxTags = 20;
const maxPosts = 50;

/**
 * Finds the posts that an article links to, among `posts`, which are newest first: the newest of its category; if there are none, those with
 * the most tags in common; else the newest of all.
 */
export function createRelated(posts: readonly EditionPost[]): (post: EditionPost) => Related {
  const byCategory = groupBy(posts, ({ post }) => post.category.name);
  let byTag: ReadonlyMap<string, readonly EditionPost[]> | undefined;

  function withTagsOf(post: EditionPost): EditionPost[] {
    byTag ??= postsByTag(posts);
    const shared = new Map<EditionPost, number>();
    for (const tag of tagsOf(post)) {
      const found = byTag.get(tag) ?? [];
      for (const other of found.slice(0, maxPosts)) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    shared.delete(post);
    const inOrder = [...shared].sort(
      ([a, tagsOfA], [b, tagsOfB]) =>
        tagsOfB - tagsOfA || b.time - a.time || (a.post.path < b.post.path ? -1 : 1),
    );
    return inOrder.slice(0, maxRelated).map(([other]) => other);
  }

  return (post) => {
    const newest = (among: readonly EditionPost[]) =>
      among
        .slice(0, maxRelated + 1)
        .filter((other) => other !== post)
        .slice(0, maxRelated);
    const ofCategory = newest(byCategory.get(post.post.category.name) ?? []);
    if (ofCategory.length > 0) return { by: 'category', posts: ofCategory };
    const ofTags = withTagsOf(post);
    if (ofTags.length > 0) return { by: 'tags', posts: ofTags };
    return { by: 'nothing', posts: newest(posts) };
  };
}

/** A post's distinct tags, in lower case. */
const tagsOf = ({ post }: EditionPost): string[] =>
  [...new Set(post.tags.map((tag) => tag.toLowerCase()))].slice(0, maxTags);

function postsByTag(posts: readonly EditionPost[]): ReadonlyMap<string, readonly EditionPost[]> {
  const found = new Map<string, EditionPost[]>();
  for (const post of posts) {
    for (const tag of tagsOf(post)) {
      const others = found.get(tag);
      if (others) others.push(post);
      else found.set(tag, [post]);
    }
  }
  return found;
}
