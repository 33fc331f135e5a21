import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Imported, importedLines } from '../checks/imported.ts';
import { type OwnField, usualNames } from '../import/fields.ts';
import { byGroup, createLog } from '../import/log.ts';
import { openPictures } from '../import/pictures.ts';
import { planPosts } from '../import/plan.ts';
import { recognize } from '../import/recognize.ts';
import { type ImportSummary, reportText, summaryLines } from '../import/report.ts';
import { sectionsFor } from '../import/sections.ts';
import { setImportedBefore, writePosts } from '../import/write.ts';
import { groupBy } from '../lib/group-by.ts';
import { inZone } from '../lib/in-zone.ts';
import { printableJson } from '../lib/printable.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { nearest } from '../problems/nearest.ts';
import type { Format } from '../problems/print.ts';
import { openContentFolder } from '../sources/content-folder.ts';
import { timeZoneOf } from '../sources/site.ts';
import { buildWhole } from '../terminal/build-whole.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import type { BuildFlags, NowFlag } from '../terminal/flags.ts';
import { feedsFolder } from '../terminal/folders.ts';
import { countsFile } from '../terminal/imported-counts.ts';
import { readLastBuild, startOf } from '../terminal/last-build.ts';
import { createProgress, writeResult } from '../terminal/log.ts';
import { type Paper, readPaper } from '../terminal/paper.ts';
import { connect, userAgentOf } from '../terminal/pull-feeds.ts';

export interface ImportFlags extends NowFlag {
  readonly content: string;
  readonly map: readonly string[];
  readonly category?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly permalink?: string;
  readonly fetch: boolean;
  readonly allowPrivate: boolean;
  readonly format: Exclude<Format, 'github'>;
}

/** `import`: writes the posts of another system's archive into the content folder, and a report beside it. */
export async function importArchive(paths: readonly string[], flags: ImportFlags): Promise<void> {
  const { content, format } = flags;
  if (!existsSync(join(content, 'site.yaml')))
    throw new ExitError(
      exitCodes.usage,
      `There is no paper in ${resolve(content)} yet: run \`galley init\` first.`,
    );
  const map = fieldMap(flags.map);
  const paper = readPaper(flags);
  const { words, read } = recognize(paths);
  process.stderr.write(`reading ${paths.join(', ')}: ${words}\n`);
  const archive = read({ map, permalink: flags.permalink });
  const log = createLog();
  for (const { where, message } of archive.notes) log.leftOut(where, message);
  const posts = planPosts(archive, paper, flags, log);
  const sections = sectionsFor(
    posts,
    paper.site.categories.map(({ name }) => name),
    flags.category,
  );
  const client = flags.fetch ? connect(flags.allowPrivate) : undefined;
  const fetch = client && { client, userAgent: userAgentOf(paper.site.baseUrl) };
  const pictures = openPictures(archive, { content, fetch });
  const progress = createProgress(process.stderr);
  const written = await writePosts({
    content,
    archive,
    posts,
    paper,
    sections,
    log,
    pictures,
    onProgress: progress.show,
  });
  progress.clear();
  await client?.close();
  for (const { address, reason, posts: shownIn } of pictures.missing())
    for (const where of shownIn) log.add('picture', `not taken: ${reason}`, 'dropped', where, address);
  setImportedBefore(content, posts, paper);
  const { problems: found, imported } = await check(flags);
  if (imported) saveCounts(flags, imported, paper);
  // The counts are those of this check.
  const problems = found.filter(({ rule }) => rule !== 'imported-count');
  const summary: ImportSummary = {
    archive: words,
    posts: written.filter(({ isPage }) => !isPage).length,
    pages: written.filter(({ isPage }) => isPage).length,
    drafts: written.filter(({ isDraft }) => isDraft).length,
    there: posts.filter(({ isThere }) => isThere).length,
    leftOut: (byGroup(log.counts()).get('left out') ?? []).reduce((sum, { count }) => sum + count, 0),
    pictures: pictures.written(),
    counted: imported ? importedLines(imported) : [],
  };
  const report = join(dirname(resolve(content)), 'import-report');
  const json = `${printableJson({ version: 1, summary, counts: log.counts(), problems }, 2)}\n`;
  replaceFile(`${report}.md`, reportText(summary, log.counts(), problems));
  replaceFile(`${report}.json`, json);
  const last = `Next: read ${report}.md, then \`npm run check\`.`;
  writeResult(format === 'json' ? json : `${[...summaryLines(summary, problems), last].join('\n')}\n`);
  if (problems.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.problems;
}

/** What `check` would say now. */
async function check({ content, now, format }: ImportFlags) {
  const flags: BuildFlags = {
    content,
    ...(now && { now }),
    format,
    out: 'dist',
    all: false,
    drafts: false,
    force: false,
    fresh: false,
  };
  const folder = openContentFolder(content);
  const start = startOf(flags, folder, feedsFolder(flags));
  return buildWhole(flags, {
    isCheck: true,
    before: undefined,
    folder,
    start,
    manifest: readLastBuild(flags, start),
  });
}

/** Keeps how many old mistakes there are, so that more of them fail a build. */
function saveCounts({ content }: ImportFlags, imported: Imported, { sources, site, now }: Paper): void {
  for (const { source, text } of countsFile(sources, imported, inZone(now, timeZoneOf(site)), true))
    replaceContent(join(content, source.path), source, text);
}

/** `--map hero=imageUrl`: their field for one of ours. */
function fieldMap(pairs: readonly string[]): Partial<Record<OwnField, string[]>> {
  const own = Object.keys(usualNames);
  const read = pairs.map((pair) => {
    const [, theirs = '', ours = ''] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
    if (own.includes(ours)) return { theirs, ours };
    const meant = nearest(ours, own);
    const advice =
      meant === undefined ? `Ours are ${own.join(', ')}.` : `Did you mean \`${theirs}=${meant}\`?`;
    throw new ExitError(
      exitCodes.usage,
      `\`--map ${pair}\` must name a field of the archive and one of ours, such as \`hero=imageUrl\`. ${advice}`,
    );
  });
  return Object.fromEntries(
    [...groupBy(read, ({ ours }) => ours)].map(([ours, all]) => [ours, all.map(({ theirs }) => theirs)]),
  );
}
