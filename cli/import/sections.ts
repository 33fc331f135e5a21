import { groupBy } from '../lib/group-by.ts';
import { slugify } from '../sources/schema/slugs.ts';
import { plainText } from './convert-text.ts';
import type { PlannedPost } from './plan.ts';

/** How many sections a paper has at most with those of an archive; other categories are tags. */
const maxSections = 12;

export interface Sections {
  /** Names that site.yaml does not have yet. */
  readonly added: readonly string[];
  readonly of: (post: PlannedPost) => { readonly category: string; readonly tags: readonly string[] };
}

/** The key of a name: `Local News` and `local-news` are one. */
const keyOf = (name: string) => slugify(name) || name.toLowerCase();

const namesIn = (words: readonly string[]) =>
  words.map((name) => plainText(name).slice(0, 100)).filter((name) => !/^(?:uncategorized)?$/i.test(name));

/**
 * Chooses the category of each post: the first of its own that the paper has or gets, or else `usual`, or the first of the paper. Its other
 * categories are tags.
 */
export function sectionsFor(
  posts: readonly PlannedPost[],
  names: readonly string[],
  usual: string | undefined,
): Sections {
  const known = new Map(names.map((name) => [keyOf(name), name]));
  const unknown = posts.flatMap(({ categories }) => {
    const own = namesIn(categories);
    return own.some((name) => known.has(keyOf(name))) ? [] : own.slice(0, 1);
  });
  const byUse = [...groupBy(unknown, keyOf).values()].sort((a, b) => b.length - a.length);
  const added = byUse
    .slice(0, Math.max(0, maxSections - names.length))
    .map(([name = '']) => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()));
  const needed = usual ?? (names.length + added.length === 0 ? 'News' : undefined);
  if (needed && ![...names, ...added].some((name) => keyOf(name) === keyOf(needed))) added.push(needed);
  for (const name of added) known.set(keyOf(name), name);
  const [first = ''] = [...names, ...added];
  return {
    added,
    of({ categories, tags }) {
      const all = namesIn([...categories, ...(usual ? [usual] : []), first]);
      const category = all.map((name) => known.get(keyOf(name))).find((name) => name !== undefined) ?? first;
      const byKey = new Map(namesIn([...categories, ...tags]).map((tag) => [keyOf(tag), tag]));
      byKey.delete(keyOf(category));
      return { category, tags: [...byKey.values()].slice(0, 100) };
    },
  };
}
