import { stringify } from 'yaml';
import type { ZodType } from 'zod';
import { paragraphsOf } from '../../content/markdown/paragraphs.ts';
import { pageFields } from '../../content/page-fields.ts';
import { postSchema } from '../../content/post.ts';
import { formerIssue, plainAddress } from '../../content/schema/former-address.ts';
import { withoutForbidden } from '../../lib/characters.ts';
import { isDay } from '../../lib/in-zone.ts';
import { parseUrl } from '../../lib/web-address.ts';
import { plainText } from './convert-text.ts';
import { type Fields, isoDate } from './fields.ts';
import { momentOf, type PlannedPost } from './plan.ts';
import type { Report } from './report.ts';

/** What the file of a post needs besides the post. */
export interface FileContext {
  /** Its text as Markdown. */
  readonly text: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** `media/…` of its picture. */
  readonly picture: string | undefined;
  readonly zone: string;
  /** The addresses of the paper and the former ones, which only one may have, with the file that has each. */
  readonly taken: Map<string, string>;
  readonly report: Report;
}

export function fileOf(post: PlannedPost, context: FileContext): string {
  const { values, where, moment } = post;
  const { text, category, tags, picture, zone, report } = context;
  const title = titleOf(post, context);
  const summary = words(values.excerpt);
  // Without marks of footnotes and shortcodes.
  const paragraph = summary ? undefined : paragraphsOf(text)[0]?.replace(/\[\^?[\w-]{1,20}\]/g, '');
  if (!summary) report('no excerpt: from the first paragraph', where);
  const [author, ...others] = post.authors.flatMap((name) => words(name) ?? []);
  const updated = isoDate(values.updatedDate);
  const changed = updated && momentOf(updated, zone);
  const until = isoDate(values.until);
  const host = parseUrl(values.source ?? '')?.hostname.replace(/^www\./, '');
  const fields = {
    id: post.id,
    title,
    excerpt: summary ? cut(summary, 1000) : cut(words(paragraph) ?? title, 300),
    deck: words(values.deck),
    kicker: words(values.kicker),
    ...(others.length > 0 ? { authors: [author, ...others] } : { author }),
    publishedDate: moment,
    updatedDate: changed && Date.parse(changed) > Date.parse(moment) ? changed : undefined,
    category,
    tags: tags.length > 0 ? tags : undefined,
    imageUrl: picture,
    imageAlt: picture && words(values.imageAlt),
    imageCaption: picture && words(values.imageCaption),
    imageCredit: picture && words(values.imageCredit),
    source: host && { name: host, url: values.source },
    draft: post.isDraft || undefined,
    until: until && (isDay(until) ? until : momentOf(until, zone)),
    aliases: formerOf(post, context),
  };
  return written(withoutWrong(fields, postSchema, where, report), text);
}

/** The text of a page's file, with its picture above. */
export function pageFileOf(page: PlannedPost, context: FileContext): string {
  const { values, where, address } = page;
  const { text, picture, report } = context;
  const summary = words(values.excerpt);
  const fields = {
    template: 'text',
    path: address,
    title: titleOf(page, context),
    description: summary && cut(summary, 1000),
    aliases: formerOf(page, context),
    imported: true,
  };
  const shown = picture ? `![${words(values.imageAlt) ?? ''}](${picture})\n\n${text}` : text;
  return written(withoutWrong(fields, pageFields, where, report), shown);
}

const written = (fields: object, text: string) =>
  `---\n${stringify(fields, { lineWidth: 0 })}---\n${text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}\n`;

function titleOf({ values, where, address }: PlannedPost, { text, report }: FileContext): string {
  const [, heading] = /^#{1,6}\s+(.+?)#*$/m.exec(text) ?? [];
  const name = address.replace(/^.*\//, '').replace(/-(?=\D)/g, ' ');
  const title = cut(words(values.title) ?? words(heading) ?? name, 300);
  if (values.title === undefined) report('no title: from the text or the file', where, title);
  return title;
}

/** Text without tags, entities and invisible characters, on one line. */
const words = (html = ''): string | undefined => withoutForbidden(plainText(html)).trim() || undefined;

/** A text of at most `max` characters: whole sentences if there is one, or else whole words and an ellipsis. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const sentences = /^[\s\S]*[.!?…]["'”’)]*(?=\s)/.exec(text.slice(0, max + 1))?.[0];
  return sentences ?? `${text.slice(0, max - 1).replace(/\s+\S*$/, '')}…`;
}

/** The old addresses that a static host can answer, each for the first post that had it. */
function formerOf({ addresses, where, address, path }: PlannedPost, { taken, report }: FileContext) {
  const kept = new Map<string, string>();
  for (const old of addresses) {
    const key = plainAddress(old).toLowerCase();
    const owner = taken.get(key) ?? path;
    taken.set(key, owner);
    const issue = owner === path ? formerIssue(old)?.message : `${owner} has this address.`;
    // WordPress has `/?p=7` beside the address of each post.
    if (issue && old.startsWith('/?p=')) continue;
    if (issue) report(`an address not kept: ${issue.replaceAll(old, '…')}`, where, old);
    else if (key !== address) kept.set(key, old);
  }
  return kept.size > 0 ? [...kept.values()] : undefined;
}

/** Fields without those that their schema refuses. A file cannot do without some, and those are in what `check` finds. */
function withoutWrong(fields: Fields, schema: ZodType, where: string, report: Report) {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const issues = schema.safeParse(Object.fromEntries(known)).error?.issues ?? [];
  const wrong = new Map(issues.map(({ path, message }) => [String(path[0]), message]));
  for (const needed of ['id', 'title', 'excerpt', 'publishedDate', 'category', 'template', 'path'])
    wrong.delete(needed);
  for (const [key, message] of wrong)
    report(`the field \`${key}\` not taken: ${message}`, where, String(fields[key]));
  return Object.fromEntries(known.filter(([key]) => !wrong.has(key)));
}
