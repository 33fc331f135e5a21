import { inZone, isDay, startOfDay } from '../lib/in-zone.ts';
import { oneLine } from '../lib/printable.ts';
import { decoded, parseUrl } from '../lib/web-address.ts';
import { plainAddress } from '../sources/schema/former-address.ts';
import { toAddress } from '../sources/schema/slugs.ts';
import { timeZoneOf } from '../sources/site.ts';
import type { Paper } from '../terminal/paper.ts';
import type { Archive, ArchivePost } from './archive.ts';
import { readData } from './front-matter.ts';
import type { Log } from './log.ts';

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
}

export interface Selection {
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
}

/** Gives each post its id, date and address; the same at each import, so that the posts of an earlier one keep theirs. */
export function planPosts(
  { posts }: Archive,
  paper: Paper,
  { since = '', limit }: Selection,
  log: Log,
): PlannedPost[] {
  const zone = timeZoneOf(paper.site);
  const { there, pages, taken } = importedInto(paper);
  const ids = new Set<string>();
  const addresses = new Set(paper.records.pages.map(({ data }) => data.path));
  const dated = posts.flatMap((post) => {
    const date = post.date ?? (post.isDraft || post.isPage ? inZone(paper.now, zone) : undefined);
    if (date !== undefined) return [{ ...post, moment: momentOf(date, zone) }];
    log.leftOut(post.where, 'It has no date, neither in its fields nor in the name of its file.');
    return [];
  });
  const chosen = dated
    .filter(({ moment }) => moment.slice(0, since.length) >= since)
    .sort((a, b) => Date.parse(b.moment) - Date.parse(a.moment) || (a.where < b.where ? -1 : 1))
    .slice(0, limit)
    .reverse();
  return chosen.flatMap((post): PlannedPost[] => {
    const id = freeName(oneLine(post.key).slice(0, 250), ids);
    ids.add(id);
    if (post.isPage) return planPage(post, id, pages, addresses, log);
    const known = there.get(id);
    const wanted = slugFor(post);
    const year = post.moment.slice(0, 4);
    const slug =
      known ??
      (taken.has(wanted) ? freeName(wanted.endsWith(year) ? wanted : `${wanted}-${year}`, taken) : wanted);
    taken.add(slug);
    if (slug !== wanted)
      log.add('address', 'another post has the slug', 'changed', post.where, `${wanted} → ${slug}`);
    return [{ ...post, id, path: `blog/${slug}.md`, address: `/blog/${slug}`, isThere: known !== undefined }];
  });
}

/** A page keeps its address, unless the paper has another page there. */
function planPage(
  post: ArchivePost & Pick<PlannedPost, 'moment'>,
  id: string,
  there: ReadonlyMap<string, string>,
  addresses: Set<string>,
  log: Log,
): PlannedPost[] {
  const wanted = toAddress(post.addresses[0] ?? `/${post.slug}`) ?? `/${slugFor(post)}`;
  const reason = post.isDraft
    ? 'It is the draft of a page.'
    : wanted === '/'
      ? 'It is the front page.'
      : post.body.trim() === ''
        ? 'It is a page without a text of its own.'
        : undefined;
  if (reason !== undefined) {
    log.leftOut(post.where, reason);
    return [];
  }
  const known = there.get(id);
  const address = known ?? freeName(wanted, addresses);
  addresses.add(address);
  if (address !== wanted)
    log.leftOut(post.where, `The paper has a page ${wanted} of its own: this one is at ${address} for now.`);
  return [{ ...post, id, path: `pages${address}.md`, address, isThere: known !== undefined }];
}

/** What an earlier import wrote: the slugs of posts and the addresses of pages by id; and all slugs of posts. */
function importedInto({ sources }: Paper) {
  const there = new Map<string, string>();
  const pages = new Map<string, string>();
  const taken = new Set<string>();
  for (const { path, text } of sources.files) {
    const [, folder, name = ''] = /^(blog|pages)\/(.+)\.md$/.exec(path) ?? [];
    const slug = (folder === 'blog' && /^slug: *["']?([\w-]+)/m.exec(text)?.[1]) || name;
    if (folder === 'blog') taken.add(name).add(slug);
    // Posts with mistakes count as well, so that only this line is read.
    const line = folder && (folder === 'blog' ? /^id:.*$/m : /^# imported from: .*$/m).exec(text)?.[0];
    if (!line) continue;
    if (folder === 'pages') pages.set(line.slice(importedFrom.length), `/${name}`);
    else there.set(idIn(line), slug);
  }
  return { there, pages, taken };
}

/** The comment by which a later import knows a page. */
export const importedFrom = '# imported from: ';

const idIn = (line: string) => String(readData(line, 'yaml').fields.id);

/** The name, with a number if it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The slug of the archive in the letters that addresses have; of other scripts the day. */
function slugFor({ slug, values, moment }: ArchivePost & Pick<PlannedPost, 'moment'>): string {
  const inLetters = (words: string) =>
    toAddress(
      words
        .toLowerCase()
        .replace(/[ßøæœłđðþı]/g, (letter) => letters[letter] ?? '')
        .replace(/[/?#]/g, ' '),
    )?.slice(1) ?? '';
  const found = inLetters(slug) || inLetters(values.title ?? '') || moment.slice(0, 10);
  return found === 'index' ? 'index-page' : found.slice(0, 120).replace(/-$/, '');
}

/** A day, or a moment without a zone, in the zone of the paper. */
export function momentOf(date: string, zone: string): string {
  if (isDay(date)) return startOfDay(date, zone);
  if (date.endsWith('Z')) return inZone(new Date(date), zone);
  return date.length > 19 ? date : `${date}${startOfDay(date.slice(0, 10), zone).slice(19)}`;
}

/** Finds the new address of what was imported, by its old address or the name of its file. */
export function linkFinder(archive: Archive, posts: readonly PlannedPost[]) {
  const { basePath, hosts } = archive;
  const own = new Set(hosts.map(bareHost));
  const byAddress = new Map<string, string>();
  const add = (name: string, address: string) => {
    if (!byAddress.has(name)) byAddress.set(name, address);
  };
  const keyOf = (path: string) => plainAddress(decoded(path) ?? path).toLowerCase();
  for (const { addresses, where, address } of posts) {
    for (const old of addresses) {
      add(old.startsWith('/?') ? old : keyOf(old), address);
      if (basePath !== '' && old.startsWith(`${basePath}/`)) add(keyOf(old.slice(basePath.length)), address);
    }
    // Links name files with their folders or without.
    const parts = where
      .replace(/\.\w+$/, '')
      .replace(/\/index$/, '')
      .split('/');
    for (let i = 0; i < parts.length; i++) add(`file:${parts.slice(i).join('/').toLowerCase()}`, address);
  }
  return (from: ArchivePost, link: string): string | undefined => {
    const base = `https://${hosts[0] ?? 'archive.invalid'}${from.addresses[0] ?? '/'}`;
    const url = parseUrl(link, base);
    if (
      !url ||
      !/^https?:$/.test(url.protocol) ||
      (url.host !== new URL(base).host && !own.has(bareHost(url.host)))
    )
      return undefined;
    const file = (decoded(link.replace(/[?#].*$/, '')) ?? link)
      .replace(/^[./]*(?:_posts\/)?/, '')
      .replace(/\.(?:md|markdown|html)$/, '')
      .replace(/\/(?:index)?$/, '');
    const found =
      byAddress.get(
        /^\?(?:p|page_id)=/.test(url.search)
          ? `/?p=${url.search.replace(/\D+/, '').replace(/\D.*/, '')}`
          : keyOf(url.pathname),
      ) ?? byAddress.get(`file:${file.toLowerCase()}`);
    return found && `${found}${url.hash}`;
  };
}

const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, '');
