import { stringify } from 'yaml';
import { slugify } from '../../content/schema/slugs.ts';
import { timeZoneOf } from '../../content/site.ts';
import { inZone } from '../../lib/in-zone.ts';
import { given, problemsError, type Start, shorten, usageError } from './paper.ts';

export interface NoticeFlags {
  readonly kind?: string;
  readonly date?: string;
  readonly until?: string;
  readonly place?: string;
}

/** A draft of a notice, dated now in the paper's time zone. */
export const startNotice: Start<NoticeFlags> = async (title, flags, { sources, records, site, now }, ask) => {
  const slug = shorten(slugify(title));
  if (slug === '') throw usageError('A name needs letters or digits.');
  const [kind] = site.notices ?? [];
  if (!kind)
    throw problemsError(
      'A notice needs a kind, and site.yaml lists none yet: add a line such as `notices: [{ kind: deaths, title: Deaths }]`.',
    );
  const path = `notices/${slug}.md`;
  if (sources.files.some((file) => file.path === path))
    throw usageError(`Another notice already has the name ${path}. Give this one another.`);
  const choices = site.notices?.map(({ kind }) => kind) ?? [];
  const chosen = flags.kind ?? (await ask({ words: 'Kind', usual: kind.kind, choices }));
  const { date = inZone(now, timeZoneOf(site)), until, place } = flags;
  const fields = given({ kind: chosen, title, publishedDate: date, until, place });
  const page = records.pages.find(({ data }) => data.template === 'notices')?.data.path;
  return {
    path,
    text: `---\n${stringify({ ...fields, draft: true }, { lineWidth: 0 })}---\n`,
    next:
      page === undefined
        ? 'No page shows it yet; `npm run new -- page "Notices" --template notices` starts one.'
        : `It will be at ${page}/${chosen}/${slug}; \`npm run dev -- --drafts\` shows it. Take \`draft: true\` out when it is ready.`,
  };
};
