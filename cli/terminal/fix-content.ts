import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { printableLines } from '../lib/printable.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { read } from '../pipeline/read.ts';
import { countProblems } from '../problems/problem.ts';
import { pathOf } from '../sources/shared-files.ts';
import { replaceContent } from './content-files.ts';
import { type FixedFile, fix } from './fix.ts';
import { type CheckFlags, nowOf } from './flags.ts';
import { requireContent } from './folders.ts';
import { countsFile } from './imported-counts.ts';
import { countOf, writeResult } from './log.ts';
import { shownPath } from './paths.ts';
import { findings } from './run-build.ts';

/**
 * Fixes what has one certain fix, each file whole or not at all, and then the counts of an import, which may be lower now. Prints the diffs;
 * with `dryRun` only prints.
 */
export async function fixContent(flags: CheckFlags) {
  const { content } = flags;
  requireContent(content);
  const fixed = save(fix(read(content, shownPath(content)).value), flags);
  return [...fixed, ...save(await lowerCounts(flags), flags)];
}

/** imported.yaml, if a check finds that it should have other counts. */
async function lowerCounts(flags: CheckFlags): Promise<FixedFile[]> {
  const site = join(flags.content, pathOf('site'));
  if (!existsSync(site) || !readFileSync(site, 'utf8').includes('importedBefore')) return [];
  const { problems, imported } = await findings({ ...flags, drafts: false }, { isCheck: true });
  if (!imported || countProblems(problems).errors > 0) return [];
  return countsFile(flags.content, imported, nowOf(flags).toISOString());
}

function save(files: readonly FixedFile[], { content, dryRun, format }: CheckFlags) {
  const reports = files.map(reportOf);
  if (format === 'pretty') writeResult(reports.map(({ diff }) => printableLines(diff)).join(''));
  for (const { source, text } of dryRun ? [] : files) {
    const path = join(content, source.path);
    if (existsSync(path)) replaceContent(path, source, text);
    else replaceFile(path, text);
  }
  if (format !== 'json' && files.length > 0)
    process.stderr.write(`${dryRun ? 'would change' : 'changed'} ${countOf(files.length, 'file')}\n`);
  return reports;
}

/** A changed file, for the JSON report. */
function reportOf({ source: { file, text: before }, text, fixed }: FixedFile) {
  const diff = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, text, undefined, undefined, {
    context: 2,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return { file, problems: fixed.map(({ rule, message }) => ({ rule, message })), diff };
}
