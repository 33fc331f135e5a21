import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTwoFilesPatch, diffArrays, FILE_HEADERS_ONLY } from 'diff';
import { printableLines } from '../lib/printable.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { type FixedFile, fix } from '../pipeline/fix.ts';
import { read } from '../pipeline/read.ts';
import { normalized } from '../sources/source-file.ts';
import { requireContent } from './build-input.ts';
import { ExitError, exitCodes } from './exit-codes.ts';
import type { CheckFlags } from './flags.ts';
import { countOf, writeResult } from './log.ts';
import { shownPath } from './paths.ts';

/** A changed file, for the report of programs. */
export interface FixedReport {
  readonly file: string;
  readonly problems: readonly { readonly rule: string; readonly message: string }[];
  readonly diff: string;
}

/** Changes the content files where a cure is certain, each whole or not at all, and prints the differences; with `dryRun` only prints. */
export function fixContent({ content, dryRun, format }: CheckFlags): FixedReport[] {
  requireContent(content);
  const files = fix(read(content, shownPath(content)).value);
  const reports = files.map(reportOf);
  if (format === 'pretty') writeResult(reports.map(({ diff }) => printableLines(diff)).join(''));
  if (!dryRun) for (const file of files) replace(join(content, file.source.path), file);
  if (format !== 'json' && files.length > 0)
    process.stderr.write(`${dryRun ? 'would change' : 'changed'} ${countOf(files.length, 'file')}\n`);
  return reports;
}

function reportOf({ source: { file, text: before }, text, fixed }: FixedFile): FixedReport {
  const diff = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, text, undefined, undefined, {
    context: 2,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return { file, problems: fixed.map(({ rule, message }) => ({ rule, message })), diff };
}

/** Writes a file as it was saved: with its byte order mark, its line endings, and who may read it. */
function replace(path: string, { source, text }: FixedFile) {
  const saved = readFileSync(path, 'utf8');
  if (normalized(saved) !== source.text)
    throw new ExitError(
      exitCodes.environment,
      `${path} was saved by somebody just now, so it was not changed.`,
    );
  replaceFile(path, withLineEndings(saved, source.text, text), statSync(path).mode);
}

/** A changed text with the byte order mark and the line endings of the file as it is saved. */
export function withLineEndings(saved: string, before: string, after: string): string {
  const mark = saved.startsWith('\uFEFF') ? '\uFEFF' : '';
  const endings = saved.match(/\r\n?|\n/g) ?? [];
  let line = 0;
  let text = mark;
  let left: string[] = [];
  for (const { value, added, removed } of diffArrays(before.split('\n'), after.split('\n'))) {
    for (const words of value) {
      if (removed) left.push(endings[line++] ?? '');
      else if (added) text += words + (left.shift() ?? '');
      else {
        text += words + (endings[line++] ?? '');
        left = [];
      }
    }
  }
  return text;
}
