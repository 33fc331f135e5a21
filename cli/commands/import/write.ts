import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { plainAddress } from '../../content/schema/former-address.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { timeZoneOf } from '../../content/site.ts';
import { cached } from '../../lib/cached.ts';
import { count, countOf } from '../../lib/counts.ts';
import { inZone } from '../../lib/in-zone.ts';
import { createWithFolders } from '../../lib/replace-file.ts';
import { appendEntry } from '../../reading/append-entry.ts';
import { type MissingPage, writeMissing } from '../init/missing-pages.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { createProgress, plainSeconds } from '../terminal/log.ts';
import type { Paper } from '../terminal/paper.ts';
import type { Archive, TextContext } from './archive.ts';
import { convertText, plainText, tooLarge } from './convert-text.ts';
import type { TakePicture } from './pictures.ts';
import { linkFinder, type PlannedPost } from './plan.ts';
import { fileOf, pageFileOf } from './post-file.ts';
import type { ImportRecord } from './record.ts';
import { leftOut, type Report, reasonOf } from './report.ts';
import type { Sections } from './sections.ts';

interface WriteOptions {
  readonly content: string;
  readonly archive: Archive;
  readonly posts: readonly PlannedPost[];
  readonly paper: Paper;
  readonly sections: Sections;
  readonly takePicture: TakePicture;
  readonly shortcodes: TextContext['shortcodes'];
  readonly record: ImportRecord;
  readonly missing: readonly MissingPage[];
  /** Whether somebody wants the import to end. */
  readonly isStopped: () => boolean;
  readonly report: Report;
}

/** Writes the posts that are new or to be updated, each whole or not at all, and what they need around them. Gives those. */
export async function writePosts(options: WriteOptions): Promise<PlannedPost[]> {
  const { content, posts, paper, sections, missing, record, report } = options;
  const linkTo = linkFinder(options.archive, posts);
  const byAddress = new Map(posts.map((post) => [post.address, post]));
  const partsOf = cached((address: string) => {
    const post = byAddress.get(address);
    return post && convertText(post.body, contextOf(post, options)).parts;
  });
  const taken = takenAddresses([...missing, ...posts], paper);
  const zone = timeZoneOf(paper.site);
  const written: PlannedPost[] = [];
  const progress = createProgress(process.stderr, process.env, plainSeconds);
  const open = posts.filter(({ id, isChosen }) => isChosen && !record.isSettled(id));
  for (const [i, post] of open.entries()) {
    progress.show(`${count(i + 1)} of ${countOf(open.length, 'post')}`);
    // Signals come here, between two files.
    await setImmediate();
    if (options.isStopped()) break;
    try {
      reportFields(post, report);
      const links = { linkTo: (link: string) => linkTo(post, link), partsOf };
      const context = { ...contextOf(post, options), ...links };
      const { isTooLarge, ...converted } = await convertPost(post, context, options);
      const parts = { ...converted, ...sections.of(post), zone, taken, report };
      const file = (post.isPage ? pageFileOf : fileOf)(post, parts);
      const isEmpty = post.isPage && converted.text.trim() === '';
      if (isEmpty) report(leftOut, post.where, 'It is a page without a text of its own.');
      if (isTooLarge || isEmpty) continue;
      const outcome = record.put(post.id, post.path, file, post.isThere);
      if (outcome === 'written' || outcome === 'rewritten') written.push(post);
      if (outcome === 'taken') report(leftOut, post.where, `${post.path} is there already.`);
      if (outcome === 'edited')
        report('edited in the paper and in the archive, so not rewritten', post.where, post.path);
      if (outcome === 'rewritten') report('a post rewritten', post.where, post.path);
    } catch (error) {
      report(leftOut, post.where, reasonOf(error));
    }
  }
  progress.clear();
  writeTeam(options, written);
  writeSite(options);
  for (const { path, address } of writeMissing(content, missing, paper))
    report('a page added', path, address);
  return written;
}

/** Removes what a killed import left in the folders it writes to, and beside them: files that were never moved to their names. */
export function removeUnfinished(content: string): void {
  const begun = Date.now() - process.uptime() * 1000;
  const pathsIn = (folder: string, recursive: boolean) =>
    readdirSync(folder, { recursive, encoding: 'utf8' }).map((name) => join(folder, name));
  const beside = pathsIn(dirname(content), false).filter((path) => basename(path).startsWith('import-re'));
  for (const path of [...pathsIn(content, true), ...beside])
    if (/\.[0-9a-f]{8}~$/.test(path) && lstatSync(path).mtimeMs < begun) rmSync(path, { force: true });
}

/** What a text is converted with where neither links nor pictures matter. */
const contextOf = (
  { format, addresses, attached, fields }: PlannedPost,
  { archive: { kind, attachments }, shortcodes }: WriteOptions,
): TextContext => ({
  ...{ kind, format, shortcodes, attached, fields },
  attachmentOf: (id) => attachments.get(id),
  address: addresses[0] ?? '/',
  linkTo: () => undefined,
  pictureAt: () => undefined,
});

/** The text of a post as Markdown, and its picture. What a text shows is known once it is converted; then it is converted with its pictures. */
async function convertPost(post: PlannedPost, context: TextContext, { takePicture, report }: WriteOptions) {
  const { where } = post;
  const { imageUrl } = post.values;
  const convert = (pictureAt: TextContext['pictureAt']) => convertText(post.body, { ...context, pictureAt });
  const shown = new Map<string, 'picture' | 'link'>(imageUrl ? [[imageUrl, 'picture']] : []);
  const first = convert((address, use) => {
    if (shown.get(address) !== 'picture') shown.set(address, use);
    return undefined;
  });
  const media = new Map<string, string | undefined>();
  for (const [address, use] of shown) media.set(address, await takePicture(post, address, use));
  const showsSome = [...media.values()].some((path) => path !== undefined);
  const { text, findings } = showsSome ? convert((address) => media.get(address)) : first;
  for (const { cause, example } of findings) report(cause, where, example);
  const isTooLarge = findings.some(({ cause }) => cause === tooLarge);
  if (isTooLarge) report(leftOut, where, 'Its text is too large for one page: split it.');
  return { text, picture: media.get(imageUrl ?? ''), isTooLarge };
}

/** The addresses that no other post may have had, with the file that has each. */
function takenAddresses(posts: readonly Pick<PlannedPost, 'address' | 'path'>[], { records }: Paper) {
  const taken = new Map(posts.map(({ address, path }) => [address, path]));
  for (const { data, source } of records.pages) taken.set(data.path, source.path);
  for (const { data, source } of [...records.posts, ...records.pages])
    for (const alias of data.aliases) taken.set(plainAddress(alias).toLowerCase(), source.path);
  return taken;
}

/** Fields that say where and whether a post is published, and in which layout. */
const ofProgram =
  /^(?:layout|type|permalink|url|aliases|redirect_?from|draft|published|status|eleventy\w+)$/i;

function reportFields({ fields, taken, where, authors }: PlannedPost, report: Report): void {
  for (const name of authors)
    if (/^[a-z0-9._-]+$/.test(name))
      report('a byline that looks like a login, without a name for it', where, name);
  for (const [key, value] of Object.entries(fields)) {
    const example = typeof value === 'string' ? value : JSON.stringify(value);
    const isEmpty = /^(?:false|null|~|\[(?:"")?\])?$/.test(example ?? '');
    if (!isEmpty && !ofProgram.test(key) && !taken.includes(key))
      report(`the field \`${key}\` not taken`, where, example);
  }
}

/** Adds people of whom the archive knows more than a name, and who wrote what is new, to `data/team.yaml`. Nobody who is there is changed. */
function writeTeam({ content, archive, paper, report }: WriteOptions, written: readonly PlannedPost[]): void {
  const path = 'data/team.yaml';
  if (paper.records.broken.has(path)) return;
  const source = paper.sources.files.find((file) => file.path === path) ?? { text: '' };
  const there = new Set(paper.records.shared.data.team?.data.team.map(({ name }) => slugify(name)));
  const bylines = new Set(written.flatMap(({ authors }) => authors));
  let { text } = source;
  for (const { name, mail, bio } of archive.people) {
    if ((mail || bio) === '' || !bylines.has(name) || there.has(slugify(name))) continue;
    there.add(slugify(name));
    report(`a person added to ${path}`, path, name);
    const words = plainText(bio).slice(0, 1000);
    text = appendEntry(text, ['team'], { name: plainText(name), ...(words && { bio: words }) });
  }
  if (text === source.text) return;
  if (source.text === '') createWithFolders(join(content, path), text);
  else replaceContent(join(content, path), source, text);
}

/** Adds categories to site.yaml, and sets `importedBefore` to the day behind the newest post, but never later than today, and never back. */
function writeSite({ content, posts, paper, sections, missing, report }: WriteOptions): void {
  const { site, now, records } = paper;
  const { source } = records.shared.site;
  for (const name of sections.added) report('a category added', 'site.yaml', name);
  const list = sections.added.reduce((done, name) => {
    const path = missing.find(({ section }) => section === name)?.address;
    return appendEntry(done, ['categories'], { name, ...(path && { path }) });
  }, source.text);
  const newest = posts.findLast(({ isDraft, isPage }) => !isDraft && !isPage);
  const next = newest && Math.min(Date.parse(newest.moment) + 24 * 60 * 60 * 1000, now.getTime());
  const day = next === undefined ? undefined : inZone(new Date(next), timeZoneOf(site)).slice(0, 10);
  const comment = '# Old mistakes of posts from before this day are counted, not listed.';
  const former = /^importedBefore:.*$/m;
  const isLater = day !== undefined && day > (site.importedBefore ?? '');
  const dated = list.replace(former, `importedBefore: ${day}`);
  const added = former.test(list) ? '' : `${comment}\nimportedBefore: ${day}\n`;
  const text = isLater ? `${dated.trimEnd()}\n${added}` : list;
  if (text !== source.text) replaceContent(join(content, source.path), source, text);
}
