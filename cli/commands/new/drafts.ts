import { randomInt } from 'node:crypto';
import { placeholdersIn } from '../../content/placeholders.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { timeZoneOf } from '../../content/site.ts';
import { problemsError, usageError } from '../../lib/errors.ts';
import { inZone } from '../../lib/in-zone.ts';
import { type Flags, given, markdownFile, type Start, shorten } from './paper.ts';

/** A draft of a notice, dated now in the paper's time zone. */
export const startNotice: Start<Flags<'kind' | 'until'>> = (title, flags, { sources, site, now }) => {
  const slug = shorten(slugify(title));
  const [usual] = site.notices ?? [];
  if (slug === '') throw usageError('A name needs letters or digits.');
  if (usual === undefined)
    throw problemsError(
      'A notice needs a kind: add a line such as `notices: [{ kind: deaths, title: Deaths }]` to site.yaml.',
    );
  const path = `notices/${slug}.md`;
  if (sources.files.some((file) => file.path === path))
    throw usageError(`${path} already exists. Give this notice another name.`);
  const fields = {
    kind: flags.kind ?? usual.kind,
    title,
    publishedDate: inZone(now, timeZoneOf(site)),
    until: flags.until,
    draft: true,
  };
  return {
    path,
    text: markdownFile(given(fields), ''),
    next: 'Write the text under it; `npm run dev -- --drafts` shows it. Take `draft: true` out when it is ready.',
  };
};

type PostFlags = Flags<'category' | 'author' | 'date' | 'excerpt'> & { readonly tag?: readonly string[] };

/** A draft with a new address and id, dated now in the paper's time zone. */
export const startPost: Start<PostFlags> = (headline, flags, { sources, records, site, now }) => {
  const slug = shorten(slugify(headline));
  if (slug === '') throw usageError('A headline needs letters or digits.');
  const [category] = site.categories;
  if (!category)
    throw problemsError(
      'A post needs a category, and site.yaml lists none yet: add one to `categories`, such as `- name: Local News`.',
    );
  const isTaken =
    records.posts.some(({ data }) => data.slug === slug) ||
    sources.files.some(({ path }) => path === `blog/${slug}.md`);
  if (isTaken)
    throw usageError(`Another post already has the address /blog/${slug}. Give this one another headline.`);
  const { team } = records.shared.data;
  const names = team && !records.broken.has(team.source.path) ? team.data.team.map(({ name }) => name) : [];
  const placeholder = placeholdersIn(site.language);
  const here = inZone(now, timeZoneOf(site));
  // In the order of the desk.
  const frontMatter = {
    title: headline,
    excerpt: flags.excerpt ?? placeholder.excerpt,
    category: flags.category ?? category.name,
    author: flags.author ?? names[0] ?? site.name,
    publishedDate: flags.date ?? here,
    ...(flags.tag && { tags: flags.tag }),
    draft: true,
    id: freshId(here.slice(0, 10)),
  };
  return {
    path: `blog/${slug}.md`,
    text: markdownFile(frontMatter, placeholder.body),
    next: `It will be at /blog/${slug}; \`npm run dev -- --drafts\` shows it. Take \`draft: true\` out when it is ready.`,
  };
};

/** Letters and digits that do not look alike. */
const idCharacters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A day and five random characters, such as `2026-11-21-k7q2x`: probably no other post has this id, nor a deleted one. */
const freshId = (day: string): string =>
  `${day}-${Array.from({ length: 5 }, () => idCharacters[randomInt(idCharacters.length)]).join('')}`;
