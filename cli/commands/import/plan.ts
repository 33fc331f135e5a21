import { posix } from 'node:path';
import { slugOf } from '../../content/post.ts';
import { plainAddress } from '../../content/schema/former-address.ts';
import { timeZoneOf } from '../../content/site.ts';
import { usageError } from '../../lib/errors.ts';
import { inZone, isDay, startOfDay } from '../../lib/in-zone.ts';
import { oneLine } from '../../lib/printable.ts';
import { decoded } from '../../lib/web-address.ts';
import type { Paper } from '../terminal/paper.ts';
import { latinSlug, ownPath } from './addresses.ts';
import type { Archive, ArchivePost } from './archive.ts';
import type { ImportRecord } from './record.ts';
import { leftOut, type Report } from './report.ts';

/** A post of an archive with its place in the paper. */
export interface PlannedPost extends ArchivePost {
  readonly id: string;
  /** Its path inside `content/`, and its new address. */
  readonly path: string;
  readonly address: string;
  /** With its zone. */
  readonly moment: string;
  /** Whether an earlier import wrote it. */
  readonly isThere: boolean;
  /** Whether this import is to bring it, by its flags. */
  readonly isChosen: boolean;
}

/** Gives each post its id, date and address; the same at each import, so that the posts of an earlier one keep theirs. */
export function planPosts(
  { root, posts }: Archive,
  paper: Paper,
  { since = '', limit, only }: { readonly since?: string; readonly limit?: number; readonly only?: string },
  report: Report,
): PlannedPost[] {
  const zone = timeZoneOf(paper.site);
  const { records } = paper;
  const there = new Map(records.posts.map((post) => [post.data.id, post]));
  const taken = new Set(records.posts.flatMap((post) => [slugOf(post), post.fileSlug]));
  const ids = new Set<string>();
  const isIn = isInFolder(root, only);
  // Drafts without a day have that of the last story, so that what is wrong with them counts as old.
  const isPast = (date: string) => Date.parse(momentOf(date, zone)) < paper.now.getTime();
  const days = posts.flatMap(({ date, isDraft }) => (date && !isDraft && isPast(date) ? date : []));
  const newest = days.sort().at(-1) ?? inZone(paper.now, zone);
  const dated = posts.flatMap((post) => {
    const date = post.date ?? (post.isDraft ? newest : undefined);
    if (date) return [{ ...post, moment: momentOf(date, zone) }];
    if (isIn(post.where))
      report(leftOut, post.where, 'It has no date, neither in its fields nor in the name of its file.');
    return [];
  });
  const sorted = dated.sort(
    (a, b) => Date.parse(b.moment) - Date.parse(a.moment) || (a.where < b.where ? -1 : 1),
  );
  const fitting = sorted.filter(({ where, moment }) => isIn(where) && moment.slice(0, since.length) >= since);
  if (only && fitting.length === 0) throw usageError(`No post of the archive is in the folder ${only}.`);
  const chosen = new Set(fitting.slice(0, limit));
  return sorted.reverse().flatMap((post): PlannedPost[] => {
    const id = freeName(oneLine(post.key).slice(0, 250), ids);
    const before = there.get(id);
    const isChosen = chosen.has(post);
    if (!before && !isChosen) return [];
    const wanted = slugFor(post);
    const dated = `${wanted}-${post.moment.slice(0, 4)}`;
    const slug = before ? slugOf(before) : freeName(taken.has(wanted) ? dated : wanted, taken);
    if (isChosen && slug !== wanted) report('another post has the slug', post.where, `${wanted} → ${slug}`);
    const path = before?.source.path ?? `blog/${slug}.md`;
    return [{ ...post, id, path, address: `/blog/${slug}`, isThere: before !== undefined, isChosen }];
  });
}

/** Tells the files of a folder of the archive, which is named by its path in it, or from where the command runs. */
export function isInFolder(root: string, only: string | undefined): (where: string) => boolean {
  const folder = only && `${posix.normalize(only)}/`.replace(/\/+$/, '/');
  return (where) => !folder || [where, posix.join(root, where)].some((path) => path.startsWith(folder));
}

/** The name, with a number if it is taken; taken from now on. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  taken.add(free);
  return free;
}

/** The slug of the archive; without one that of the title, and of one without letters the day. */
function slugFor({ slug, values, moment }: Pick<PlannedPost, 'slug' | 'values' | 'moment'>): string {
  const letters = (latinSlug(slug) || latinSlug(values.title ?? '')).slice(0, 120).replace(/-$/, '');
  return /^(?:index)?$/.test(letters) ? moment.slice(0, 10) : letters;
}

/** A day, or a moment without a zone, in the zone of the paper. */
export function momentOf(date: string, zone: string): string {
  if (isDay(date)) return startOfDay(date, zone);
  if (date.endsWith('Z')) return inZone(new Date(date), zone);
  return date.length > 19 ? date : `${date}${startOfDay(date.slice(0, 10), zone).slice(19)}`;
}

/** Finds the new address of what was imported, by its old address or the name of its file. */
export function linkFinder(archive: Archive, posts: readonly PlannedPost[]) {
  const byName = new Map<string, string>();
  // Of two posts, the first has the name.
  for (const { addresses, where, address } of posts.toReversed()) {
    const parts = nameOf(where.replace(/\.\w+$/, '')).split('/');
    // Links name files with their folders or without.
    const files = parts.map((_, i) => parts.slice(i).join('/'));
    const paths = addresses.map((old) => nameOf(ownPath(archive, old) ?? old));
    for (const name of [...files, ...paths]) byName.set(name, address);
  }
  return (from: Pick<ArchivePost, 'addresses'>, link: string): string | undefined => {
    const path = ownPath(archive, link, from.addresses[0]);
    const [, file = ''] = /^[./]*(?:_posts\/)?([^?#]*?)(?:\.(?:md|markdown))?(?:[?#]|$)/.exec(link) ?? [];
    return path && (byName.get(nameOf(path)) ?? byName.get(nameOf(decoded(file) ?? file)));
  };
}

const nameOf = (path: string) => plainAddress(path).toLowerCase();

/** Pages that Galley makes itself, or that hosts want elsewhere. */
const ofProgram =
  /^\/(?:(?:index|home|404|search|tags?|categor(?:y|ies)|archives?|feed|rss|atom|sitemap|blog)(?:\/|$)|$)/;

/** Logic of templates, or a whole document: what readers saw was made by a program. */
const isTemplate =
  /\{%-?\s*(?:for|if|assign|set|extends|import|macro|capture|paginate|block)\b|<!doctype|<html\b/i;

/** Gives each page of an archive its address: its own one, or with a number if the paper has a page there. */
export function planPages(
  archive: Archive,
  addresses: readonly string[],
  record: ImportRecord,
  report: Report,
): PlannedPost[] {
  const taken = new Set(addresses);
  return archive.pages.flatMap((page): PlannedPost[] => {
    const wanted = addressOf(archive, page);
    const reason = reasonAgainst(page, wanted);
    if (reason !== undefined) {
      report(leftOut, page.where, reason);
      return [];
    }
    const id = oneLine(`page ${page.key}`).slice(0, 250);
    const before = record.pathOf(id);
    const free = freeName(wanted, taken);
    const path = before ?? `pages${free}.md`;
    if (!before && free !== wanted)
      report('a page of the paper has the address', page.where, `${wanted} → ${free}`);
    const address = path.slice('pages'.length, -'.md'.length);
    return [{ ...page, id, path, address, moment: '', isThere: before !== undefined, isChosen: true }];
  });
}

function addressOf(archive: Archive, { addresses: [old], slug }: ArchivePost): string {
  const path = (old && ownPath(archive, old)) || `/${slug}`;
  const parts = plainAddress(decoded(path) ?? path).split(/[/?#]/);
  const slugs = parts.map((part) => latinSlug(part).slice(0, 80));
  return `/${slugs.filter(Boolean).join('/')}`;
}

function reasonAgainst({ isDraft, body }: ArchivePost, address: string): string | undefined {
  if (isDraft) return 'It is a page that was not published.';
  if (ofProgram.test(address)) return 'It is a page that Galley makes itself.';
  return isTemplate.test(body) ? 'It is a page that a template makes.' : undefined;
}
