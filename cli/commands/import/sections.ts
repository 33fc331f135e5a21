import { join } from 'node:path';
import { stringify } from 'yaml';
import { findRedirects } from '../../addresses/redirects.ts';
import { formerIssue, plainAddress } from '../../content/schema/former-address.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { pathOf } from '../../content/single-files.ts';
import type { Sources } from '../../content/source-file.ts';
import { largestGroups } from '../../lib/group-by.ts';
import { decoded } from '../../lib/web-address.ts';
import { listAddress } from '../../pages/lists.ts';
import { read } from '../../pipeline/read.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { editionOf } from '../terminal/paper.ts';
import type { Archive, FormerList } from './archive.ts';
import { plainText } from './convert-text.ts';
import type { PlannedPost } from './plan.ts';
import type { Report } from './report.ts';

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
export function sectionsFor(posts: readonly PlannedPost[], names: readonly string[], usual?: string) {
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

/** Sends readers of the archive's lists and feeds on to those of the paper, by redirects.yaml. Gives where each leads. */
export function redirectLists(
  content: string,
  { lists, basePath }: Pick<Archive, 'lists' | 'basePath'>,
  sections: Sections,
  now: Date,
  report: Report,
): ReadonlyMap<string, string> {
  const sources = read(content, content).value;
  const { records, edition, routes } = editionOf(sources, { now, drafts: false });
  const pages = new Set(routes.map(({ address }) => address));
  const pathOfKind = (kind: string) => records.pages.find(({ data }) => data.template === kind)?.data.path;
  const { categories } = records.shared.site.data;
  function targetOf({ kind, name }: FormerList): string | undefined {
    if (kind === 'person') return listAddress(pathOfKind('authors'), name);
    const section = sections.named(name);
    const path = categories.find((category) => category.name === section)?.path;
    if (kind === 'term') return section ? path : listAddress(pathOfKind('tags'), name);
    return name === '' || edition.postsBySection.get(path ?? '')?.length
      ? `${path ?? ''}/rss.xml`
      : undefined;
  }
  const targets = new Map<string, string>();
  for (const list of lists) {
    const to = targetOf({ ...list, name: plainText(list.name) });
    if (to?.endsWith('.xml') || pages.has(to ?? '')) targets.set(basePath + list.from, to ?? '');
    else if (list.kind !== 'feed')
      report('the address of a list not kept, for want of such a page', list.from, list.name);
  }
  const redirects = findRedirects(edition, routes).value;
  const taken = new Set(pages);
  const entries = [...targets].flatMap(([from, to]) => {
    const key = plainAddress(decoded(from) ?? from);
    if (taken.has(key.toLowerCase()) || redirects.at(key) || formerIssue(from)) return [];
    taken.add(key.toLowerCase());
    return [{ from, to }];
  });
  append(content, sources, entries);
  for (const { from, to } of entries) report('an address of a list sent on', from, to);
  return targets;
}

/** Adds entries to redirects.yaml, unless it is broken. */
function append(content: string, { files }: Sources, entries: readonly object[]): void {
  const path = pathOf('redirects');
  const source = files.find((file) => file.path === path) ?? { text: '' };
  if (entries.length === 0 || !/^(?:\s*#.*\n|\s*\n)*(?:-|$)/.test(source.text)) return;
  const text = `${source.text.trimEnd()}\n${stringify(entries, { lineWidth: 0 })}`.trimStart();
  replaceContent(join(content, path), source, text);
}
