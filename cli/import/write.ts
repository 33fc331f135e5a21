import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { hasCode } from '../lib/environment-error.ts';
import { inZone } from '../lib/in-zone.ts';
import { createFile } from '../lib/replace-file.ts';
import { plainAddress } from '../sources/schema/former-address.ts';
import { timeZoneOf } from '../sources/site.ts';
import { appendEntry } from '../sources/yaml/append-entry.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { count, countOf } from '../terminal/log.ts';
import type { Paper } from '../terminal/paper.ts';
import type { Archive } from './archive.ts';
import { convertText } from './convert-text.ts';
import type { TakePicture } from './pictures.ts';
import { linkFinder, type PlannedPost } from './plan.ts';
import { fileOf, words } from './post-file.ts';
import type { Report } from './report.ts';
import type { Sections } from './sections.ts';
import type { TextContext } from './text-context.ts';

interface WriteOptions {
  readonly content: string;
  readonly archive: Archive;
  readonly posts: readonly PlannedPost[];
  readonly paper: Paper;
  readonly sections: Sections;
  readonly takePicture: TakePicture;
  readonly report: Report;
  readonly onProgress: (what: string) => void;
}

/**
 * Writes the posts that are not there yet, each whole or not at all, and what they need around them. Gives those that it wrote. All posts are
 * reported, so that the report of a second run is whole.
 */
export async function writePosts(options: WriteOptions): Promise<PlannedPost[]> {
  const { content, archive, posts, paper, sections, takePicture, report, onProgress } = options;
  writeSite(options);
  writeTeam(options);
  const linkTo = linkFinder(archive, posts);
  const taken = takenAddresses(posts, paper);
  const zone = timeZoneOf(paper.site);
  const written: PlannedPost[] = [];
  for (const [i, post] of posts.entries()) {
    onProgress(`${count(i + 1)} of ${countOf(posts.length, 'post')}`);
    reportFields(post, report);
    const { body, format, values, where, path } = post;
    const address = post.addresses[0] ?? '/';
    const convert = (pictureAt: TextContext['pictureAt']) =>
      convertText(body, {
        ...{ kind: archive.kind, format, address, pictureAt },
        linkTo: (link) => linkTo(post, link),
      });
    // What a text shows is known once it is converted.
    const shown = new Map<string, 'picture' | 'link'>(values.imageUrl ? [[values.imageUrl, 'picture']] : []);
    const first = convert((picture, use) => {
      if (shown.get(picture) !== 'picture') shown.set(picture, use);
      return undefined;
    });
    const media = new Map<string, string | undefined>();
    for (const [picture, use] of shown) media.set(picture, await takePicture(post, picture, use));
    const { text, findings } = shown.size > 0 ? convert((picture) => media.get(picture)) : first;
    for (const { what, name, outcome, example } of findings) report(what, name, outcome, where, example);
    const picture = media.get(values.imageUrl ?? '');
    const file = fileOf(post, { text, ...sections.of(post), picture, zone, taken, report });
    if (post.isThere) continue;
    if (create(join(content, path), file)) written.push(post);
    else report('left out', `${path} is there already.`, 'dropped', where);
  }
  return written;
}

/** The addresses that no other post may have had, with the file that has each. */
function takenAddresses(posts: readonly PlannedPost[], { records }: Paper): Map<string, string> {
  const taken = new Map(posts.map(({ address, path }) => [address, path]));
  for (const { data, source } of records.pages) taken.set(data.path, source.path);
  for (const { data, source } of [...records.posts, ...records.pages])
    for (const alias of data.aliases) taken.set(plainAddress(alias).toLowerCase(), source.path);
  return taken;
}

/** Writes a new file. Gives whether there was none. */
function create(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    createFile(path, text);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Fields that say nothing about a story. */
const ofDesign =
  /^(?:layout|type|permalink|url|aliases|redirect_from|redirectFrom|draft|published|status|eleventyNavigation|eleventyComputed)$/;

function reportFields({ fields, taken, where }: PlannedPost, report: Report): void {
  for (const [key, value] of Object.entries(fields)) {
    const example = typeof value === 'string' ? value : JSON.stringify(value);
    if (!example || example === '[]' || ofDesign.test(key)) continue;
    report('field', key, taken.includes(key) ? 'taken' : 'dropped', where, example);
  }
}

/** Adds categories to site.yaml, and sets `importedBefore` where it is not there: the day behind the newest post, and never later than today. */
function writeSite({ content, posts, paper, sections, report }: WriteOptions): void {
  const { site, now, records } = paper;
  for (const name of sections.added) report('site.yaml', 'a category', 'taken', 'site.yaml', name);
  const { source } = records.shared.site;
  const text = sections.added.reduce(
    (done, name) => appendEntry(done, ['categories'], { name }),
    source.text,
  );
  const newest = posts.findLast(({ isDraft }) => !isDraft);
  const next = Math.min(Date.parse(newest?.moment ?? '') + 24 * 60 * 60 * 1000, now.getTime());
  const day = newest && inZone(new Date(next), timeZoneOf(site)).slice(0, 10);
  const comment = '# Old mistakes of posts from before this day are counted, not listed.';
  const dated =
    day && site.importedBefore === undefined
      ? `${text.trimEnd()}\n${comment}\nimportedBefore: ${day}\n`
      : text;
  const after = parseDocument(dated).errors.length === 0 ? dated : text;
  if (after !== source.text) replaceContent(join(content, source.path), source, after);
}

/** Adds the people who wrote a post, whom the paper does not know, to the team. A file with mistakes stays as it is. */
function writeTeam({ content, archive, posts, paper, report }: WriteOptions): void {
  const { records, sources } = paper;
  const path = 'data/team.yaml';
  const writers = new Set(posts.flatMap(({ authors }) => authors));
  const team = new Set(records.shared.data.team?.data.team.map(({ name }) => name));
  const missing = archive.authors.filter(({ name }) => writers.has(name) && !team.has(name));
  if (missing.length === 0) return;
  const outcome = records.broken.has(path) ? 'dropped' : 'taken';
  for (const { name } of missing) report(path, 'a person', outcome, path, name);
  if (outcome === 'dropped') return;
  const before = sources.files.find((file) => file.path === path);
  const text = missing.reduce(
    (done, { name, bio }) => appendEntry(done, ['team'], { name: words(name) ?? name, bio: words(bio) }),
    before?.text ?? '',
  );
  if (before) replaceContent(join(content, path), before, text);
  else create(join(content, path), text);
}
