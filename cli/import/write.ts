import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '../lib/environment-error.ts';
import { createFile } from '../lib/replace-file.ts';
import { plainAddress } from '../sources/schema/former-address.ts';
import { timeZoneOf } from '../sources/site.ts';
import { appendEntry } from '../sources/yaml/append-entry.ts';
import { replaceContent } from '../terminal/content-files.ts';
import type { Paper } from '../terminal/paper.ts';
import type { Archive } from './archive.ts';
import type { Log } from './log.ts';
import { linkFinder, type PlannedPost } from './plan.ts';
import { fileOf } from './post-file.ts';
import type { Sections } from './sections.ts';

interface WriteOptions {
  readonly content: string;
  readonly archive: Archive;
  readonly posts: readonly PlannedPost[];
  readonly paper: Paper;
  readonly sections: Sections;
  /** `media/…` of a picture or file of a post. */
  readonly pictureAt: (post: PlannedPost, address: string) => string | undefined;
  readonly log: Log;
  readonly onPost: (done: number, all: number) => void;
}

/** Writes the posts that are not there yet, each whole or not at all, and what they need around them. Gives those that it wrote. */
export function writePosts(options: WriteOptions): PlannedPost[] {
  const { content, archive, posts, paper, sections, pictureAt, log, onPost } = options;
  addEntries(
    options,
    'site.yaml',
    'categories',
    sections.added.map((name) => ({ name })),
  );
  const missing = posts.filter(({ isThere }) => !isThere);
  addEntries(options, 'data/team.yaml', 'team', newTeam(archive, missing, paper));
  const linkTo = linkFinder(archive, posts);
  const taken = new Map(posts.map(({ address, where }) => [address, where]));
  for (const { data, source } of paper.records.pages) taken.set(data.path, source.path);
  for (const { data, source } of paper.records.posts)
    for (const alias of data.aliases) taken.set(plainAddress(alias).toLowerCase(), source.path);
  return missing.filter((post, i) => {
    onPost(i + 1, missing.length);
    const text = {
      kind: archive.kind,
      linkTo: (address: string) => linkTo(post, address),
      pictureAt: (address: string) => pictureAt(post, address),
    };
    reportFields(post, log);
    const file = fileOf(post, { text, ...sections.of(post), zone: timeZoneOf(paper.site), taken, log });
    const path = join(content, post.path);
    mkdirSync(dirname(path), { recursive: true });
    try {
      createFile(path, file);
      return true;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      log.leftOut(post.where, `${post.path} is there already.`);
      return false;
    }
  });
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
  return authors.filter(({ name }) => writers.has(name) && !team.has(name));
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

/** The value of `importedBefore`: the day behind the newest imported post, and never later than today. */
export function importedBefore(posts: readonly PlannedPost[], now: Date): string | undefined {
  const days = posts.filter(({ isPage }) => !isPage).map(({ moment }) => Date.parse(moment));
  if (days.length === 0) return undefined;
  const next = Math.max(...days) + 24 * 60 * 60 * 1000;
  return new Date(Math.min(next, now.getTime())).toISOString().slice(0, 10);
}
