import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importedLines } from '../../checks/imported.ts';
import { normalized } from '../../content/content-folder.ts';
import { cached } from '../../lib/cached.ts';
import { count, countOf } from '../../lib/counts.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import type { BuildReport } from '../../pipeline/build-site.ts';
import { type Lines, printGithub, printJson, printPretty, summarize } from '../../problems/print.ts';
import { countProblems } from '../../problems/problem.ts';
import type { WriteResult } from '../../site/write.ts';
import { type BuildFlags, shownIn } from './flags.ts';
import { duration, paintFor, size, writeResult } from './log.ts';

type ReportFlags = Pick<BuildFlags, 'content' | 'out' | 'format' | 'all'>;

/** Prints the result of a build or check: problems to stderr, the rest to stdout; `json` and `github` go to stdout as a whole, JSON with `more`. */
export function printReport(
  report: BuildReport,
  flags: ReportFlags,
  milliseconds: number,
  verb: 'built' | 'checked',
  more: Readonly<Record<string, unknown>> = {},
): void {
  const { problems, written } = report;
  if (flags.format === 'json') writeResult(printJson(problems, summaryOf(report, milliseconds), more));
  else printProblems(report, flags);
  if (written?.removed?.length)
    process.stderr.write(`removed from ${flags.out}, because of --force: ${written.removed.join(', ')}\n`);
  if (flags.format === 'json') return;
  if (written) writeResult(describe(report, written, verb === 'built' ? flags.out : undefined, milliseconds));
  else if (verb === 'built')
    process.stderr.write('nothing was written; the last good site stays as it was\n');
}

/** Problems with their lines to stderr, or as annotations to stdout, and how many there are; what came with an archive is only counted. */
function printProblems({ problems, imported }: BuildReport, { content, format, all }: ReportFlags) {
  if (format === 'github') writeResult(printGithub(problems));
  if (imported && !all) for (const line of importedLines(imported)) process.stderr.write(`${line}\n`);
  if (problems.length === 0) return;
  if (format === 'pretty')
    process.stderr.write(`${printPretty(problems, contentLines(content), paintFor(process.stderr))}\n`);
  const fixable = problems.filter(({ fix }) => fix).length;
  const hint = fixable > 0 && format === 'pretty' ? `; \`check --fix\` can fix ${count(fixable)}` : '';
  process.stderr.write(`${summarize(problems)}${hint}\n`);
}

const summaryOf = (
  { problems, pages, posts, leftOut, imported, written, timings }: BuildReport,
  milliseconds: number,
) => ({
  ...countProblems(problems),
  pages,
  posts,
  leftOut: { ...leftOut, ...(leftOut.next && { next: leftOut.next.iso }) },
  imported,
  ...written,
  milliseconds: Math.round(milliseconds),
  stages: Object.fromEntries(Object.entries(timings).map(([stage, time]) => [stage, Math.round(time)])),
});

/** `built 31 pages into dist: 84 files, 3.2 MB in 412 ms`, what was left out, and the time of each stage. */
function describe(
  { pages, posts, leftOut, timings, isSame }: BuildReport,
  { files, bytes, unchanged }: WriteResult,
  out: string | undefined,
  milliseconds: number,
): string {
  const all = countOf(pages, 'page');
  const [done, where] =
    out === undefined ? [`checked ${all}`, ''] : [`built ${all} into ${out}`, ` in ${out}`];
  const what = isSame ? `nothing has changed since the last build: ${all}${where}` : done;
  const same = unchanged > 0 ? ` (${countOf(unchanged, 'file')} unchanged)` : '';
  const { drafts, toCome, next } = leftOut;
  // `2 drafts, 1 to come (next: Dec 1, 2026, 6:00 AM)`.
  const left = [
    drafts > 0 && countOf(drafts, 'draft'),
    toCome > 0 && `${count(toCome)} to come${next ? ` (next: ${next.text})` : ''}`,
  ].filter(Boolean);
  const stages = Object.entries(timings).map(([stage, time]) => `${stage} ${duration(time)}`);
  const lines = [
    `${what}: ${countOf(files, 'file')}, ${size(bytes)}${same} in ${duration(milliseconds)}`,
    left.length > 0 && `${all}, ${countOf(posts, 'post')}; left out: ${left.join(', ')}`,
    paintFor(process.stdout)('dim', stages.join(' · ')),
  ];
  return `${lines.filter((line) => line !== false).join('\n')}\n`;
}

/** The lines of the files in the folder `content`, for code frames. */
export function contentLines(content: string): Lines {
  const start = shownIn(content, '').length;
  return cached((file) => linesOf(join(content, file.slice(start))));
}

function linesOf(path: string): readonly string[] | undefined {
  // Not through a link: a report must not show files outside the content.
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > 1024 * 1024) return undefined;
  const bytes = orUndefined(() => readFileSync(path));
  if (!bytes || !isUtf8(bytes) || bytes.includes(0)) return undefined;
  return normalized(bytes.toString('utf8')).split('\n');
}
