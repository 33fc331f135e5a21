import { groupBy } from '../lib/group-by.ts';
import type { ParsedPost } from '../model.ts';
import { placeAt } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';
import { slugify } from '../sources/schema/slugs.ts';

/**
 * Tags that differ from others only in capital letters, spaces, hyphens or a plural s: readers find a part of the stories under each.
 * Reported once, where the first of `posts` uses the rarer one.
 */
export function twinTags(posts: readonly ParsedPost[]): Problem[] {
  const uses = posts.flatMap((post) => post.data.tags.map((tag, i) => ({ tag, post, i })));
  const tags = [...groupBy(uses, ({ tag }) => tag).values()];
  return [...groupBy(tags, ([first]) => twinKey(first?.tag ?? '')).values()].flatMap((twins) => {
    const [usual, ...rarer] = twins.toSorted((a, b) => b.length - a.length);
    return rarer.flatMap(([first, ...more]) => {
      if (!first || !usual?.[0]) return [];
      const { tag, post, i } = first;
      const suggestion = usual[0].tag;
      const counts = `\`${tag}\` (used ${times(more.length + 1)}) is probably the same as \`${suggestion}\` (${times(usual.length)})`;
      const hint = 'Write it in one way in all posts: readers find only a part of the stories under each.';
      const details = { rule: 'doubtful-value', severity: 'warning', message: `The tag ${counts}.` } as const;
      return [problemAt(placeAt(post.source, ['tags', i]), { ...details, hint, suggestion })];
    });
  });
}

const times = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`);

/** The same for tags that differ in nothing that matters. */
const twinKey = (tag: string): string =>
  slugify(tag)
    .replaceAll('-', '')
    .replace(/(?<=..[^s])s$/, '') || tag.toLowerCase();
