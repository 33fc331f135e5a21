import { slugify } from '../../content/schema/slugs.ts';
import { largestGroups } from '../../lib/group-by.ts';
import { plainText } from './convert-text.ts';
import type { PlannedPost } from './plan.ts';

/** How many sections a paper has at most with those of an archive; other categories are tags. */
const maxSections = 12;

export type Sections = ReturnType<typeof sectionsFor>;

/** The key of a name: `Local News` and `local-news` are one. */
const keyOf = (name: string) => slugify(name) || name.toLowerCase();

/** A name as readers see it: `Product and project management` for a slug. */
const readable = (name: string) =>
  (/[\s\p{Lu}]/u.test(name) ? name : name.replace(/[-_]+/g, ' ')).replace(/^\p{Ll}/u, (letter) =>
    letter.toUpperCase(),
  );

const namesIn = (words: readonly string[]) =>
  words.map((name) => plainText(name).slice(0, 100)).filter((name) => !/^(?:uncategorized)?$/i.test(name));

/** Chooses the category of each post: the first of its own that the paper has or gets, else `usual`, or the paper's first. Others are tags. */
export function sectionsFor(
  posts: readonly PlannedPost[],
  names: readonly string[],
  usual: string | undefined,
) {
  const known = new Map(names.map((name) => [keyOf(name), name]));
  const unknown = posts.flatMap(({ categories }) => {
    const own = namesIn(categories);
    return own.some((name) => known.has(keyOf(name))) ? [] : own.slice(0, 1);
  });
  const frequent = largestGroups(unknown, keyOf)
    .slice(0, Math.max(0, maxSections - names.length))
    .map(([name = '']) => readable(name));
  const other = usual ?? names[0] ?? frequent[0] ?? 'News';
  for (const name of [...frequent, other]) if (!known.has(keyOf(name))) known.set(keyOf(name), name);
  return {
    /** Names that site.yaml does not have yet. */
    added: [...known.values()].filter((name) => !names.includes(name)),
    /** The section that has the name of a category. */
    named: (category: string) => known.get(keyOf(category)),
    of({ categories, tags }: PlannedPost) {
      const key = [...namesIn(categories), other].map(keyOf).find((key) => known.has(key)) ?? '';
      const byKey = new Map(namesIn([...categories, ...tags]).map((tag) => [keyOf(tag), tag]));
      byKey.delete(key);
      return { category: known.get(key) ?? other, tags: [...byKey.values()].slice(0, 100) };
    },
  };
}
