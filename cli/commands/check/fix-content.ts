import { join } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { countOf } from '../../lib/counts.ts';
import { printableLines } from '../../lib/printable.ts';
import { read } from '../../pipeline/read.ts';
import { findings } from '../run/run-build.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { type BuildFlags, nowOf } from '../terminal/flags.ts';
import { requireContent } from '../terminal/folders.ts';
import { countsFile } from '../terminal/imported-counts.ts';
import { writeResult } from '../terminal/log.ts';
import { shownPath } from '../terminal/paths.ts';
import type { FixedFile } from './fix.ts';

export interface FixFlags extends BuildFlags {
  readonly dryRun: boolean;
}

/**
 * Fixes what has one certain fix, each file whole or not at all, and then the counts of an import, which may be lower now. Prints the diffs;
 * with `dryRun` only prints.
 */
export async function fixContent(flags: FixFlags) {
  const { content } = flags;
  requireContent(content);
  // No other command but `import` needs its converter of texts.
  const { fix } = await import('./fix.ts');
  const { value: sources } = read(content, shownPath(content));
  const fixed = save(fix(sources), flags);
  if (!sources.files.some(({ text }) => text.includes('\nimportedBefore:'))) return fixed;
  const { written, imported } = await findings({ ...flags, drafts: false }, { isCheck: true });
  // A check with errors did not count everything.
  if (!written || !imported) return fixed;
  const now = read(content, shownPath(content)).value;
  return [...fixed, ...save(countsFile(now, imported, nowOf(flags).toISOString()), flags)];
}

function save(files: readonly FixedFile[], { content, dryRun, format }: FixFlags) {
  const reports = files.map(reportOf);
  if (format === 'pretty') writeResult(reports.map(({ diff }) => printableLines(diff)).join(''));
  if (!dryRun)
    for (const file of files) replaceContent(join(content, file.source.path), file.source, file.text);
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
