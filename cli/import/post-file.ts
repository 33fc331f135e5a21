import { stringify } from 'yaml';
import { withoutForbidden } from '../lib/characters.ts';
import { isDay } from '../lib/in-zone.ts';
import { paragraphsOf } from '../sources/markdown/paragraphs.ts';
import { postSchema } from '../sources/post.ts';
import { formerIssue, plainAddress } from '../sources/schema/former-address.ts';
import { convertText, plainText } from './convert-text.ts';
import { isoDate } from './fields.ts';
import type { Log } from './log.ts';
import { importedFrom, momentOf, type PlannedPost } from './plan.ts';
import type { ConvertedText, TextContext } from './text-context.ts';

/** What a file needs from its surroundings. */
export interface FileContext {
  readonly text: Omit<TextContext, 'format'>;
  readonly category: string;
  readonly tags: readonly string[];
  readonly zone: string;
  /** The addresses of the paper and the former ones, which only one may have, with the file that has each. */
  readonly taken: Map<string, string>;
  readonly log: Log;
}

/** The text of a file of the paper, made of a post or page of the archive. */
export function fileOf(
  post: PlannedPost,
  { text: body, findings }: ConvertedText,
  context: FileContext,
): string {
  const { log } = context;
  const { values, where } = post;
  for (const { what, name, outcome, example } of findings) log.add(what, name, outcome, where, example);
  const title = titleOf(post, body);
  if (values.title === undefined)
    log.add('field', 'title', 'changed', where, `missing; taken from the text or the file: ${title}`);
  const aliases = formerOf(post, context);
  const summary = words(values.excerpt);
  const origin = post.isPage ? `${importedFrom}${post.id}\n` : '';
  const data = post.isPage
    ? { template: 'text', path: post.address, title, description: summary && cut(summary, 1000), aliases }
    : withoutWrong({ ...postFields(post, title, body, context), aliases }, where, log);
  return `---\n${origin}${stringify(withoutMissing(data), { lineWidth: 0 })}---\n${body.trim()}\n`;
}

/** Text without tags, entities and invisible characters, on one line. */
export const words = (html: string | undefined): string | undefined =>
  html === undefined ? undefined : withoutForbidden(plainText(html)).replace(/\s+/g, ' ').trim() || undefined;

const titleOf = ({ values, address }: PlannedPost, body: string): string =>
  cut(
    words(values.title) ??
      words(/^#{1,6}\s+(.+?)#*$/m.exec(body)?.[1]) ??
      address
        .replace(/^.*\//, '')
        .replace(/(?<=\D)-|-(?=\D)/g, ' ')
        .replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
    300,
  );

/** The fields of a post, in the order of the guides. */
function postFields(
  post: PlannedPost,
  title: string,
  body: string,
  { category, tags, zone, text, log }: FileContext,
) {
  const { values, where, moment } = post;
  const [author, ...others] = post.authors.flatMap((name) => words(name) ?? []);
  const updated = isoDate(values.updatedDate);
  const changed = updated && momentOf(updated, zone);
  const until = isoDate(values.until);
  const picture = values.imageUrl && text.pictureAt(values.imageUrl, 'picture');
  if (values.imageUrl && !picture)
    log.add('picture', 'of a post, not found', 'dropped', where, values.imageUrl);
  const summary = words(values.excerpt);
  if (!summary) log.add('field', 'excerpt', 'changed', where, 'missing; taken from the first paragraph');
  return {
    id: post.id,
    title,
    excerpt: cut(summary ?? firstParagraph(post, body, text) ?? title, 1000),
    deck: words(values.deck),
    kicker: words(values.kicker),
    ...(others.length > 0 ? { authors: [author, ...others] } : { author }),
    publishedDate: moment,
    updatedDate: changed && Date.parse(changed) > Date.parse(moment) ? changed : undefined,
    category,
    tags: tags.length > 0 ? tags.slice(0, 100) : undefined,
    imageUrl: picture,
    imageAlt: picture && words(values.imageAlt),
    imageCaption: picture && words(values.imageCaption),
    imageCredit: picture && words(values.imageCredit),
    draft: post.isDraft || undefined,
    until: until && (isDay(until) ? until : momentOf(until, zone)),
  };
}

/** What stands before `<!--more-->`, or else the first paragraph; at most 300 characters, cut behind a sentence. */
function firstParagraph(
  { body, format }: PlannedPost,
  text: string,
  context: FileContext['text'],
): string | undefined {
  const [lead, rest] = body.split(/<!--\s*more\b.*?-->/, 2);
  const paragraphs = paragraphsOf(
    rest === undefined || !lead ? text : convertText(lead, { ...context, format }).text,
  );
  const found = withoutForbidden((rest === undefined ? paragraphs[0] : paragraphs.join(' ')) ?? '')
    .replace(/\[\^?[\w-]{1,20}\]/g, '')
    .trim();
  return found === '' ? undefined : cut(found, 300);
}

/** A text of at most `max` characters: whole sentences if there is one, or else whole words and an ellipsis. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const sentences = /^[\s\S]*[.!?…]["'”’)]*(?=\s)/.exec(text.slice(0, max + 1))?.[0];
  return sentences ?? `${text.slice(0, max - 1).replace(/\s+\S*$/, '')}…`;
}

/** The old addresses that a static host can answer, each for the first post that had it. */
function formerOf(
  { addresses, where, address, path }: PlannedPost,
  { taken, log }: FileContext,
): string[] | undefined {
  const kept = addresses.filter((old) => {
    const key = plainAddress(old).toLowerCase();
    if (key === address || old.startsWith('/?')) return false;
    const other = taken.get(key) ?? path;
    const issue = formerIssue(old)?.message ?? (other !== path && `${other} has this address.`);
    if (issue) log.add('address', issue.replaceAll(old, '…'), 'dropped', where, old);
    else log.add('address', 'kept as a former address', 'taken', where, old);
    taken.set(key, other);
    return !issue;
  });
  const once = [...new Map(kept.map((old) => [plainAddress(old).toLowerCase(), old])).values()];
  return once.length > 0 ? once : undefined;
}

const withoutMissing = (data: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

/** The fields of a post without those that their schema refuses, if a post can do without them. */
function withoutWrong(data: Readonly<Record<string, unknown>>, where: string, log: Log) {
  const known = withoutMissing(data);
  for (const { path, message } of postSchema.safeParse(known).error?.issues ?? []) {
    const key = String(path[0]);
    if (/^(?:id|title|excerpt|publishedDate|category)$/.test(key) || !Object.hasOwn(known, key)) continue;
    log.add('field', key, 'dropped', where, `${String(known[key])}: ${message}`);
    delete known[key];
  }
  return known;
}
