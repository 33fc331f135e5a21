import type { EditionPost } from '../content/model.ts';
import { groupBy } from '../lib/group-by.ts';

/** Posts that an article links to, newest first, and what they have in common with it. */
export interface Related {
  readonly by: 'category' | 'tags' | 'nothing';
  readonly posts: readonly EditionPost[];
}

const maxRelated = 3;

/**
 * Finds the posts that an article links to, among `posts`, which are newest first: the newest of its category; if there are none, those with
 * the most tags in common; else the newest of all.
 */
export function createRelated(posts: readonly EditionPost[]): (post: EditionPost) => Related {
  const byCategory = groupBy(posts, ({ post }) => post.category.name);
  return (post) => {
    const newest = (among: readonly EditionPost[]) =>
      among
        .slice(0, maxRelated + 1)
        .filter((other) => other !== post)
        .slice(0, maxRelated);
    const ofCategory = newest(byCategory.get(post.post.category.name) ?? []);
    if (ofCategory.length > 0) return { by: 'category', posts: ofCategory };
    const ofTags = withTagsOf(post, posts);
    return ofTags.length > 0 ? { by: 'tags', posts: ofTags } : { by: 'nothing', posts: newest(posts) };
  };
}

/** The posts with the most tags in common with one. Only the few that are alone in their category need them. */
function withTagsOf(post: EditionPost, posts: readonly EditionPost[]): EditionPost[] {
  const tags = tagsOf(post);
  return posts
    .map((other) => ({ other, common: [...tagsOf(other)].filter((tag) => tags.has(tag)).length }))
    .filter(({ other, common }) => other !== post && common > 0)
    .sort((a, b) => b.common - a.common)
    .slice(0, maxRelated)
    .map(({ other }) => other);
}

const tagsOf = ({ post }: EditionPost) => new Set(post.tags.map(({ name }) => name.toLowerCase()));
