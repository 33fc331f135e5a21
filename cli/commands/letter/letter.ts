import { importedIn } from '../../checks/imported.ts';
import { legalLacks } from '../../checks/newsletter.ts';
import { openContentFolder } from '../../content/content-folder.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { timeZoneOf } from '../../content/site.ts';
import { createBuildCache } from '../../lib/build-cache.ts';
import { problemsError } from '../../lib/errors.ts';
import { createMoments } from '../../lib/in-zone.ts';
import { issueOf } from '../../pages/issue.ts';
import { compose } from '../../pipeline/compose.ts';
import { createRun } from '../../pipeline/run.ts';
import { isNewsletter } from '../../site/newsletter.ts';
import { buildInput } from '../run/build-input.ts';
import type { NowFlag } from '../terminal/flags.ts';
import { createDraft, type DraftService } from './draft.ts';

export interface LetterFlags extends NowFlag {
  readonly content: string;
  readonly cache?: string;
  readonly draft?: DraftService;
  readonly send: boolean;
}

/** What the command prints: the last newsletter, or what became of its draft. Rejects with what is in the way of one. */
export async function letter({ draft: service, send, ...flags }: LetterFlags): Promise<string> {
  const run = createRun();
  const folder = openContentFolder(flags.content);
  const input = { ...buildInput({ ...flags, out: '' }), buildCache: createBuildCache(), folder };
  const { edition, files } = await compose(input, run);
  const site = edition.shared.site.data;
  const issue = issueOf(edition);
  const [first] = issue?.posts ?? [];
  const [html, text] = files.filter(({ path }) => isNewsletter(path)).map(({ content }) => content);
  const lacks = [
    run.hasErrors(importedIn(edition)) && 'The content has errors: `galley check` lists them.',
    !site.newsletter && 'There is no `newsletter` in site.yaml.',
    service && !site.newsletter?.days && 'A draft needs `days` of the `newsletter` in site.yaml.',
    ...(service ? legalLacks(site) : []),
  ].filter((lack) => lack);
  if (lacks.length > 0) throw problemsError(lacks.join(' '));
  if (!issue || !first || typeof text !== 'string' || typeof html !== 'object' || !('make' in html))
    return 'No story has been published for a newsletter yet.';
  const subject = `${site.name}: ${first.post.title}`;
  const { iso, isDue, span = [] } = issue.of ?? {};
  if (!service) {
    const momentOf = createMoments(timeZoneOf(site), 'en-US');
    const [from, until] = span.map((moment) => momentOf(new Date(moment)));
    const dates = `It has what was published from ${from} until ${until}. A story dated back later is in none.`;
    return `${subject}\n\n${text}${from ? `\n(${dates})` : ''}`;
  }
  const name = `${slugify(site.name)}-${iso}`;
  if (!isDue) return `no story was published since ${name}, so there is no draft`;
  const of = { name, subject, text, from: site.name, replyTo: site.contact?.email ?? '' };
  const mail = { ...of, html: await html.make() };
  const token = process.env.GALLEY_LETTER_TOKEN;
  const isMade = await createDraft(service, mail, site.newsletter?.signup, { token, send });
  return isMade ? `${send ? 'sent' : 'made'} ${name} at ${service}` : `${name} is at ${service} already`;
}
