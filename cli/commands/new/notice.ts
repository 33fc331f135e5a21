import { slugify } from '../../content/schema/slugs.ts';
import { timeZoneOf } from '../../content/site.ts';
import { problemsError, usageError } from '../../lib/errors.ts';
import { inZone } from '../../lib/in-zone.ts';
import { type Flags, given, markdownFile, type Start, shorten } from './paper.ts';

export type NoticeFlags = Flags<'kind' | 'until'>;

/** A draft of a notice, dated now in the paper's time zone. */
export const startNotice: Start<NoticeFlags> = async (title, flags, { sources, site, now }, ask) => {
  const slug = shorten(slugify(title));
  const [usual, ...others] = site.notices?.map(({ kind }) => kind) ?? [];
  if (slug === '') throw usageError('A name needs letters or digits.');
  if (usual === undefined)
    throw problemsError(
      'A notice needs a kind: add a line such as `notices: [{ kind: deaths, title: Deaths }]` to site.yaml.',
    );
  const path = `notices/${slug}.md`;
  if (sources.files.some((file) => file.path === path))
    throw usageError(`${path} already exists. Give this notice another name.`);
  const kind = flags.kind ?? (await ask({ words: 'Kind', usual, choices: [usual, ...others] }));
  const fields = {
    kind,
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
