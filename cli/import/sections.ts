import { isRecord } from '../lib/is-record.ts';
import { slugify } from '../sources/schema/slugs.ts';
import { plainText } from './convert-text.ts';
import type { PlannedPost } from './plan.ts';

/** How many sections a paper has at most with those of an archive, at each import; other categories are tags. */
const maxSections = 12;

export interface Sections {
  /** Names that site.yaml does not have yet. */
  readonly added: readonly string[];
  readonly of: (post: PlannedPost) => { readonly category: string; readonly tags: readonly string[] };
}

/** The key of a name: `Local News` and `local-news` are one. */
const keyOf = (name: string) => slugify(name) || name.toLowerCase();

/**
 * Chooses the category of each post: the first of its own that the paper has or gets, or else that of `--category`, or the first of the
 * paper. `wanted` is a name, or a field that has it.
 */
export function sectionsFor(
  posts: readonly PlannedPost[],
  names: readonly string[],
  wanted: string | undefined,
): Sections {
  const field =
    wanted !== undefined && posts.some(({ fields }) => Object.hasOwn(fields, wanted)) ? wanted : undefined;
  const candidates = (post: PlannedPost) =>
    (field === undefined ? post.categories : textsOf(post.fields[field]))
      .map((name) => plainText(name).trim().slice(0, 100))
      .filter(Boolean);
  const known = new Map(names.map((name) => [keyOf(name), name]));
  const counts = new Map<string, { readonly name: string; count: number }>();
  for (const post of posts) {
    const all = candidates(post);
    const [first] = all;
    if (first === undefined || all.some((name) => known.has(keyOf(name))) || keyOf(first) === 'uncategorized')
      continue;
    const name = first.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
    const counted = counts.get(keyOf(first)) ?? { name, count: 0 };
    counts.set(keyOf(first), counted);
    counted.count++;
  }
  const added = [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, Math.max(0, maxSections - names.length))
    .map(({ name }) => name);
  const fixed = field === undefined ? wanted : undefined;
  if (fixed !== undefined && !known.has(keyOf(fixed))) added.push(fixed);
  if (names.length + added.length === 0) added.push('News');
  for (const name of added) known.set(keyOf(name), name);
  const usual = (fixed && known.get(keyOf(fixed))) ?? names[0] ?? added[0] ?? '';
  return {
    added,
    of(post) {
      const all = candidates(post);
      const category = all.map((name) => known.get(keyOf(name))).find((name) => name !== undefined) ?? usual;
      const tags = [...all, ...post.tags.map((tag) => plainText(tag).trim())].filter(
        (tag) => tag !== '' && !/^(?:uncategorized)$/i.test(tag),
      );
      const byKey = new Map(tags.map((tag) => [keyOf(tag), tag]));
      byKey.delete(keyOf(category));
      return { category, tags: [...byKey.values()] };
    },
  };
}

const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((entry) =>
      isRecord(entry) ? textsOf(entry.name ?? entry.title) : typeof entry === 'string' ? entry : [],
    );
