import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { importedLines } from '../../checks/imported.ts';
import { timeZoneOf } from '../../content/site.ts';
import { count, countOf } from '../../lib/counts.ts';
import { exitCodes, usageError } from '../../lib/errors.ts';
import { inZone } from '../../lib/in-zone.ts';
import { day, removeOld } from '../../lib/remove-old.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { countProblems } from '../../problems/problem.ts';
import { missingPages } from '../init/missing-pages.ts';
import { sectionSlugs } from '../init/paper.ts';
import { fetchFeed } from '../pull/fetch-feed.ts';
import { connect, userAgentOf } from '../pull/pull-feeds.ts';
import { findings } from '../run/run-build.ts';
import { replaceContent } from '../terminal/content-files.ts';
import type { NowFlag } from '../terminal/flags.ts';
import { countsFile } from '../terminal/imported-counts.ts';
import { writeResult } from '../terminal/log.ts';
import { type Paper, readPaper } from '../terminal/paper.ts';
import { untilStopped } from '../terminal/until-stopped.ts';
import { latinSlug, ownPath } from './addresses.ts';
import { type Archive, shortcodeKinds, type TextContext } from './archive.ts';
import { plainText } from './convert-text.ts';
import { type FieldMap, usualNames } from './fields.ts';
import { pictureLimits, pictureTaken, pictureTaker } from './pictures.ts';
import { isInFolder, linkFinder, type PlannedPost, planPages, planPosts } from './plan.ts';
import { recognize } from './recognize.ts';
import { openRecord } from './record.ts';
import { leftOut, listText, type Report, type ReportEntry, reportText } from './report.ts';
import { redirectLists, sectionsFor } from './sections.ts';
import { removeUnfinished, writePosts } from './write.ts';

export interface ImportFlags extends NowFlag {
  readonly content: string;
  readonly map: readonly string[];
  readonly category?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly only?: string;
  readonly permalink?: string;
  readonly shortcode: readonly string[];
  readonly dryRun: boolean;
  readonly update: boolean;
  readonly fetch: boolean;
  readonly allowPrivate: boolean;
}

/** Writes the posts of another system's archive into the content folder, and a report beside it. */
export async function importArchive(paths: readonly string[], flags: ImportFlags): Promise<void> {
  if (!existsSync(join(flags.content, 'site.yaml')))
    throw usageError(`There is no paper in ${resolve(flags.content)} yet: run \`galley init\` first.`);
  if (!flags.dryRun) return importInto(paths, flags, flags.content);
  removeOld(tmpdir(), day, /^galley-import-/);
  const folder = mkdtempSync(join(tmpdir(), 'galley-import-'));
  try {
    cpSync(flags.content, join(folder, 'content'), { recursive: true, verbatimSymlinks: true });
    await importInto(paths, { ...flags, content: join(folder, 'content') }, flags.content);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same, with the report beside the folder `shownAs`. */
async function importInto(paths: readonly string[], flags: ImportFlags, shownAs: string): Promise<void> {
  const { content, category } = flags;
  const map = fieldMap(flags);
  const shortcodes = shortcodeRules(flags.shortcode);
  removeUnfinished(content);
  const paper = readPaper(flags);
  const { words, read } = recognize(paths);
  process.stderr.write(`reading ${paths.join(', ')}: ${words}\n`);
  const archive = read({ map, permalink: flags.permalink });
  const entries: ReportEntry[] = [];
  const report: Report = (...entry) => entries.push(entry);
  for (const { where, message } of archive.notes) report(leftOut, where, message);
  const beside = (name: string) => join(dirname(resolve(shownAs)), name);
  const record = openRecord(beside('import-record.json'), content, flags.update);
  const isThere = ({ id, path, where, isChosen }: PlannedPost) => {
    const isDeleted = record.isDeleted(id, path);
    if (isDeleted && isChosen) report(leftOut, where, 'Somebody deleted it here after an earlier import.');
    return !isDeleted;
  };
  const posts = planPosts(archive, paper, flags, report).filter(isThere);
  const names = paper.site.categories.map(({ name }) => name);
  const isField = posts.some(({ fields }) => category !== undefined && Object.hasOwn(fields, category));
  const client = flags.fetch ? connect(flags.allowPrivate, pictureLimits) : undefined;
  const headers = { userAgent: userAgentOf(paper.site.baseUrl), accept: 'image/*,*/*;q=0.1' };
  const request = client && ((url: string) => fetchFeed(url, client, headers));
  let isStopped = false;
  let isWriting = true;
  void untilStopped().then(() => {
    isStopped = true;
    if (!isWriting) process.exit(exitStopped);
  });
  const sections = sectionsFor(posts, names, isField ? undefined : category);
  const slugs = sectionSlugs(sections.added.map(latinSlug));
  const added = sections.added.flatMap((section, i) => (slugs[i] ? [{ section, slug: slugs[i] }] : []));
  const missing = missingPages(paper, added, ['archives', 'authors', 'search', 'tags']);
  const { pages: pagesHere } = paper.records;
  const taken = [...pagesHere.map(({ data }) => data.path), ...missing.map(({ address }) => address)];
  const pagesThere = archive.pages.filter(({ where }) => isInFolder(archive.root, flags.only)(where));
  const planned = planPages({ ...archive, pages: pagesThere }, taken, record, report);
  const all = [...posts, ...planned.filter(isThere)];
  const written = await writePosts({
    ...{ content, archive, posts: all, paper, report, shortcodes, record, sections, missing },
    isStopped: () => isStopped,
    takePicture: pictureTaker(archive, { content, request, report }),
  });
  await client?.close();
  if (!flags.dryRun) record.save();
  isWriting = false;
  const targets = isStopped ? undefined : redirectLists(content, archive, sections, paper.now, report);
  const checked = isStopped ? undefined : await checkPaper(flags, paper, report);
  const numberOf = (wanted: string) => entries.filter(([cause]) => cause === wanted).length;
  const pages = written.filter(({ isPage }) => isPage);
  const drafts = written.filter(({ isDraft }) => isDraft);
  const summary = [
    `archive: ${words}`,
    `${flags.dryRun ? 'would be written' : 'written'}: ${countOf(written.length - pages.length, 'post')} (${countOf(drafts.length, 'draft')} among them), ${countOf(pages.length, 'page')}`,
    `pictures: ${count(numberOf(pictureTaken))}`,
    `there from an earlier import: ${count(all.filter(({ isThere }) => isThere).length)}`,
    `left out or unclear: ${count(numberOf(leftOut))}`,
    ...(checked?.lines ?? ['stopped before the end: run it again, and it goes on']),
  ];
  for (const { where, path } of all) report('imported as', where, path);
  const path = beside('import-report.md');
  for (const [file, text] of [
    [path, reportText(summary, entries, menuIn(archive, all, targets))],
    [path.replace('.md', '.csv'), listText(entries)],
  ] as const) {
    // Earlier reports are kept.
    for (let number = 1; existsSync(file); number += 1) {
      const kept = file.replace(/(?=\.\w+$)/, `-${number}`);
      if (!existsSync(kept)) renameSync(file, kept);
    }
    replaceFile(file, text);
  }
  writeResult([...summary, `Next: read ${path}, then \`npm run check\`.\n`].join('\n'));
  process.exitCode = checked?.exitCode ?? exitStopped;
}

/** The lines of the archive's menus with the addresses that they have in the paper. */
function menuIn(archive: Archive, posts: readonly PlannedPost[], targets?: ReadonlyMap<string, string>) {
  const linkTo = linkFinder(archive, posts);
  return archive.menu.map(({ title, address }) => {
    const own = ownPath(archive, address);
    const path = linkTo({ addresses: ['/'] }, address) ?? targets?.get(own ?? '') ?? own ?? address;
    return { title: plainText(title), path };
  });
}

/** What shells expect of a command that Ctrl+C has ended. */
const exitStopped = 130;

/** Reports what is wrong in the paper now, counts old mistakes from here, and gives the numbers in words. */
async function checkPaper({ content, now }: ImportFlags, paper: Paper, report: Report) {
  const options = { content, out: 'dist', now };
  const { problems: found, imported } = await findings(options, { isCheck: true, onlyFindings: true });
  const today = inZone(paper.now, timeZoneOf(paper.site));
  // From now on, more old mistakes fail a build.
  for (const { source, text } of imported ? countsFile(paper.sources, imported, today, true) : [])
    replaceContent(join(content, source.path), source, text);
  // The counts are those of this check.
  const problems = found.filter(({ rule }) => rule !== 'imported-count');
  for (const { severity, rule, file, line, message } of problems)
    report(`${severity} ${rule}`, `${file}:${line}`, message);
  const { errors, warnings } = countProblems(problems);
  const line = `\`galley check\` finds ${countOf(errors, 'error')} and ${countOf(warnings, 'warning')}`;
  const exitCode = errors > 0 ? exitCodes.problems : exitCodes.good;
  return { exitCode, lines: [line, ...(imported ? importedLines(imported) : [])] };
}

/** Their fields for each of ours: `--map hero=imageUrl`, and `--category`, which may be the name of a field. */
function fieldMap({ map: pairs, category }: ImportFlags): FieldMap {
  const own = Object.keys(usualNames);
  const map: Partial<Record<string, string[]>> = { category: category === undefined ? [] : [category] };
  for (const pair of pairs) {
    const [, theirs = '', ours = ''] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
    if (!own.includes(ours))
      throw usageError(
        `\`--map ${pair}\` must end in one of our fields, as \`hero=imageUrl\` does: ${own.join(', ')}.`,
      );
    map[ours] = [...(map[ours] ?? []), theirs];
  }
  return map;
}

/** What `--shortcode dropcap=text` says of names. */
function shortcodeRules(pairs: readonly string[]): TextContext['shortcodes'] {
  return new Map(
    pairs.map((pair) => {
      const [, name = '', word = ''] = /^\[?([\w./-]+)\]?=(\w+)$/.exec(pair) ?? [];
      const kind = shortcodeKinds.find((known) => known === word);
      if (kind !== undefined) return [name.toLowerCase(), kind];
      throw usageError(
        `\`--shortcode ${pair}\` must say what a shortcode is, as \`infobox=note\` does: ${shortcodeKinds.join(', ')}.`,
      );
    }),
  );
}
