import { groupBy } from '../lib/group-by.ts';
import type { ParsedPost } from '../model.ts';
import { type KeyPath, placeAt } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';
import { slugify } from '../sources/schema/slugs.ts';

/** A name that posts use. */
interface Use {
  readonly name: string;
  /** The first post that uses it, and where. */
  readonly post: ParsedPost;
  readonly at: KeyPath;
  posts: number;
}

/**
 * Tags, and names of series, that differ from others only in capital letters, spaces, hyphens or a plural s: readers find a part of the
 * stories under each. Reported once, where the first of `posts` uses the rarer one.
 */
export const twinNames = (posts: readonly ParsedPost[]): Problem[] => [
  ...twinsAmong(posts, 'tag', ({ tags }) => tags.map((tag, i) => [tag, 'tags', i])),
  ...twinsAmong(posts, 'series', ({ series }) => (series ? [[series.name, 'series', 'name']] : [])),
];

function twinsAmong(
  posts: readonly ParsedPost[],
  what: string,
  namesIn: (data: ParsedPost['data']) => readonly (readonly [name: string, ...at: KeyPath])[],
): Problem[] {
  const uses = new Map<string, Use>();
  for (const post of posts)
    for (const [name, ...at] of namesIn(post.data)) {
      const known = uses.get(name);
      if (known) known.posts++;
      else uses.set(name, { name, post, at, posts: 1 });
    }
  return [...groupBy(uses.values(), ({ name }) => twinKey(name)).values()].flatMap((twins) => {
    const [usual, ...rarer] = twins.length > 1 ? twins.toSorted((a, b) => b.posts - a.posts) : [];
    return usual ? rarer.map((twin) => report(what, twin, usual)) : [];
  });
}

/** The same for names that differ in nothing that matters. */
const twinKey = (name: string): string =>
  slugify(name)
    .replaceAll('-', '')
    .replace(/(?<=..[^s])s$/, '') || name.toLowerCase();

const report = (what: string, { name, post, at, posts }: Use, usual: Use): Problem =>
  problemAt(placeAt(post.source, at), {
    rule: 'doubtful-value',
    severity: 'warning',
    message: `The ${what} \`${name}\` (${storiesIn(posts)}) is probably the same as \`${usual.name}\` (${storiesIn(usual.posts)}).`,
    hint: 'Write it in one way in all posts: readers find only a part of the stories under each.',
    suggestion: usual.name,
  });

const storiesIn = (posts: number) => (posts === 1 ? '1 post' : `${posts.toLocaleString('en-US')} posts`);
