import { importedIn } from '../../checks/imported.ts';
import { legalLacks } from '../../checks/newsletter.ts';
import { openContentFolder } from '../../content/content-folder.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { timeZoneOf } from '../../content/site.ts';
import { createBuildCache } from '../../lib/build-cache.ts';
import { ExitError, exitCodes } from '../../lib/errors.ts';
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

const refuse = (message: string): never => {
  throw new ExitError(exitCodes.problems, message);
};

/** Prints the last newsletter, or makes a draft of the one that is due. Throws what the disk and the service refuse. */
export async function letter(flags: LetterFlags): Promise<void> {
  const { content, draft: service, send } = flags;
  const run = createRun();
  const input = buildInput({ ...flags, out: '' });
  const folder = openContentFolder(content);
  const { edition, files } = await compose({ ...input, buildCache: createBuildCache(), folder }, run);
  if (run.hasErrors(importedIn(edition))) return refuse('The content has errors: `galley check` lists them.');
  const site = edition.shared.site.data;
  const issue = issueOf(edition);
  if (!site.newsletter) return refuse('There is no `newsletter` in site.yaml.');
  const write = (text: string) => process.stdout.write(`${text}\n`);
  if (!issue?.posts[0]) return void write('No story has been published for a newsletter yet.');
  const [html, text] = files.filter(({ path }) => isNewsletter(path)).map(({ content }) => content);
  const subject = `${site.name}: ${issue.posts[0].post.title}`;
  const lacks = legalLacks(site).map((lack) => lack.join(' '));
  if (!service) {
    write(`${subject}\n\n${text}`);
    const momentOf = createMoments(timeZoneOf(site), 'en-US');
    const [from, until] = (issue.span ?? []).map((moment) => momentOf(new Date(moment)));
    const span = `It has what was published from ${from} until ${until}. A story dated back is in none.`;
    return void process.stderr.write([...(issue.span ? [span] : []), ...lacks, ''].join('\n'));
  }
  if (!issue.of) return refuse('A draft needs the `days` of `newsletter` in site.yaml.');
  const name = `${slugify(site.name)}-${issue.of.iso}`;
  if (!issue.of.isDue) return void write(`No story was published since ${name}, so there is no draft.`);
  if (lacks.length > 0) return refuse(lacks.join(' '));
  if (typeof html !== 'object' || !('make' in html) || typeof text !== 'string') return;
  const mail = {
    name,
    subject,
    html: await html.make(),
    text,
    from: site.name,
    replyTo: site.contact?.email,
  };
  const isMade = await createDraft(
    service,
    mail,
    site.newsletter.signup,
    process.env.GALLEY_LETTER_TOKEN,
    send,
  );
  write(
    isMade ? `made ${name} at ${service}${send ? ', and sent it' : ''}` : `${name} is at ${service} already`,
  );
}
