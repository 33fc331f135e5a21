import { join } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { printableLines } from '../lib/printable.ts';
import { read } from '../pipeline/read.ts';
import { replaceContent } from './content-files.ts';
import { type FixedFile, fix } from './fix.ts';
import type { CheckFlags } from './flags.ts';
import { requireContent } from './folders.ts';
import { countOf, writeResult } from './log.ts';
import { shownPath } from './paths.ts';

/** Fixes what has one certain fix, each file whole or not at all, and prints the diffs; with `dryRun` only prints. */
export function fixContent({ content, dryRun, format }: CheckFlags) {
  requireContent(content);
  const files = fix(read(content, shownPath(content)).value);
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
