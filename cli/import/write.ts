import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { hasCode } from '../lib/environment-error.ts';
import { inZone } from '../lib/in-zone.ts';
import { createFile } from '../lib/replace-file.ts';
import { normalized } from '../sources/content-folder.ts';
import { plainAddress } from '../sources/schema/former-address.ts';
import { timeZoneOf } from '../sources/site.ts';
import { appendEntry } from '../sources/yaml/append-entry.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { count, countOf } from '../terminal/log.ts';
import type { Paper } from '../terminal/paper.ts';
import type { Archive } from './archive.ts';
import { convertText } from './convert-text.ts';
import type { Log } from './log.ts';
import type { ArchivePictures } from './pictures.ts';
import { linkFinder, type PlannedPost } from './plan.ts';
import { fileOf, words } from './post-file.ts';
import type { Sections } from './sections.ts';
import type { ConvertedText, TextContext } from './text-context.ts';

interface WriteOptions {
  readonly content: string;
  readonly archive: Archive;
  readonly posts: readonly PlannedPost[];
  readonly paper: Paper;
  readonly sections: Sections;
  readonly pictures: ArchivePictures;
  readonly log: Log;
  readonly onProgress: (what: string) => void;
}

/**
 * Writes the posts that are not there yet, each whole or not at all, and what they need around them. Gives those that it wrote. The log has
 * all posts, so that the report of a second run is whole.
 */
export async function writePosts(options: WriteOptions): Promise<PlannedPost[]> {
  const { content, archive, posts, paper, sections, pictures, log, onProgress } = options;
  const linkTo = linkFinder(archive, posts);
  const contextOf = (post: PlannedPost): Omit<TextContext, 'format'> => ({
    kind: archive.kind,
    address: post.addresses[0] ?? '/',
    linkTo: (address) => linkTo(post, address),
    pictureAt: (address: string, use?: 'picture' | 'link') => pictures.pictureAt(post, address, use),
  });
  const plain = await loadPictures(options, contextOf);
  const added = sections.added.map((name) => ({ name }));
  addEntries(options, 'site.yaml', 'categories', added);
  addEntries(options, 'data/team.yaml', 'team', newTeam(archive, posts, paper));
  const taken = takenAddresses(posts, paper);
  const zone = timeZoneOf(paper.site);
  return posts.filter((post, i) => {
    onProgress(`${count(i + 1)} of ${countOf(posts.length, 'post')}`);
    const text = contextOf(post);
    const converted = plain.get(post) ?? convertText(post.body, { ...text, format: post.format });
    reportFields(post, log);
    const file = fileOf(post, converted, { text, ...sections.of(post), zone, taken, log });
    return !post.isThere && create(join(content, post.path), file, post, log);
  });
}

/** Loads what posts show. Gives the texts that show nothing, which need not be converted again. */
async function loadPictures(
  { posts, pictures, onProgress }: WriteOptions,
  contextOf: (post: PlannedPost) => Omit<TextContext, 'format'>,
): Promise<ReadonlyMap<PlannedPost, ConvertedText>> {
  const plain = new Map<PlannedPost, ConvertedText>();
  for (const [i, post] of posts.entries()) {
    onProgress(`${count(i + 1)} of ${countOf(posts.length, 'post')}`);
    const { values, body, format } = post;
    const context = contextOf(post);
    let isPlain = true;
    const pictureAt = (address: string, use?: 'picture' | 'link') => {
      isPlain = false;
      return pictures.pictureAt(post, address, use);
    };
    const converted = convertText(body, { ...context, format, pictureAt });
    if (isPlain) plain.set(post, converted);
    if (values.imageUrl !== undefined) context.pictureAt(values.imageUrl, 'picture');
  }
  await pictures.load((done, all) => onProgress(`${count(done)} of ${countOf(all, 'picture')}`));
  return plain;
}

/** The addresses that no other post may have had, with the file that has each. */
function takenAddresses(posts: readonly PlannedPost[], { records }: Paper): Map<string, string> {
  const taken = new Map(posts.map(({ address, path }) => [address, path]));
  for (const { data, source } of records.pages) taken.set(data.path, source.path);
  for (const { data, source } of [...records.posts, ...records.pages])
    for (const alias of data.aliases) taken.set(plainAddress(alias).toLowerCase(), source.path);
  return taken;
}

function create(path: string, text: string, { where, path: shown }: PlannedPost, log: Log): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    createFile(path, text);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    log.leftOut(where, `${shown} is there already.`);
    return false;
  }
}

/** Fields that say nothing about a story. */
const ofDesign =
  /^(?:layout|type|permalink|url|aliases|redirect_from|redirectFrom|draft|published|status|eleventyNavigation|eleventyComputed)$/;

function reportFields({ fields, taken, where }: PlannedPost, log: Log): void {
  for (const [key, value] of Object.entries(fields)) {
    if (
      value === undefined ||
      value === '' ||
      ofDesign.test(key) ||
      (Array.isArray(value) && value.length === 0)
    )
      continue;
    const isTaken = taken.includes(key);
    log.add(
      'field',
      key,
      isTaken ? 'taken' : 'dropped',
      where,
      typeof value === 'string' ? value : JSON.stringify(value),
    );
  }
}

/** The people of the archive who wrote a post, whom the paper does not know, and of whom the archive knows more than the name. */
function newTeam({ authors }: Archive, posts: readonly PlannedPost[], { records }: Paper) {
  const writers = new Set(posts.flatMap((post) => post.authors));
  const team = new Set(records.shared.data.team?.data.team.map(({ name }) => name));
  const missing = authors.filter(({ name }) => writers.has(name) && !team.has(name));
  return missing.flatMap(({ name, bio }) => ({ name: words(name) ?? name, bio: words(bio) }));
}

/** Adds entries to a list of a file of the paper, which keeps its comments. A file with mistakes stays as it is. */
function addEntries(
  { content, paper, log }: WriteOptions,
  path: string,
  list: string,
  entries: readonly { readonly name: string }[],
): void {
  if (entries.length === 0) return;
  const before = paper.sources.files.find((file) => file.path === path);
  const outcome = paper.records.broken.has(path) ? 'dropped' : 'taken';
  for (const { name } of entries)
    log.add(
      path,
      outcome === 'taken' ? 'added' : 'not added, because the file has mistakes',
      outcome,
      path,
      String(name),
    );
  if (outcome === 'dropped') return;
  const text = entries.reduce((done, entry) => appendEntry(done, [list], entry), before?.text ?? '');
  const absolute = join(content, path);
  if (before) {
    replaceContent(absolute, before, text);
    return;
  }
  mkdirSync(dirname(absolute), { recursive: true });
  createFile(absolute, text);
}

/** Sets `importedBefore` in site.yaml where it is not there: the day behind the newest post, and never later than today. */
export function setImportedBefore(content: string, posts: readonly PlannedPost[], paper: Paper): void {
  const zone = timeZoneOf(paper.site);
  const newest = Math.max(
    ...posts.filter(({ isPage, isDraft }) => !isPage && !isDraft).map(({ moment }) => Date.parse(moment)),
  );
  if (paper.site.importedBefore !== undefined || !Number.isFinite(newest)) return;
  const next = Math.min(newest + 24 * 60 * 60 * 1000, paper.now.getTime());
  const day = inZone(new Date(next), zone).slice(0, 10);
  // Categories may have been added since the paper was read.
  const path = join(content, 'site.yaml');
  const before = normalized(readFileSync(path, 'utf8'));
  const comment = '# Old mistakes of posts from before this day are counted, not listed.';
  const after = `${before.trimEnd()}\n${comment}\nimportedBefore: ${day}\n`;
  if (parseDocument(after).get('importedBefore') === day) replaceContent(path, { text: before }, after);
}
