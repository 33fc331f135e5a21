import { readFileSync, statSync } from 'node:fs';
import { diffArrays } from 'diff';
import { replaceFile } from '../lib/replace-file.ts';
import { normalized } from '../sources/content-folder.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { ExitError, exitCodes } from './exit-codes.ts';

/** Gives a content file a new text, saved as it was: with its byte order mark, its line endings, and who may read it. */
export function replaceContent(path: string, { text: before }: SourceFile, after: string): void {
  const saved = readFileSync(path, 'utf8');
  if (normalized(saved) !== before)
    throw new ExitError(
      exitCodes.environment,
      `${path} was saved by somebody just now, so it was not changed.`,
    );
  replaceFile(path, withLineEndings(saved, before, after), statSync(path).mode);
}

/** A changed text with the byte order mark and the line endings of the file as it is saved. */
export function withLineEndings(saved: string, before: string, after: string): string {
  const mark = saved.startsWith('\uFEFF') ? '\uFEFF' : '';
  const endings: string[] = saved.match(/\r\n?|\n/g) ?? [];
  const usual = endings[0] ?? '\n';
  const kept: string[] = [];
  let line = 0;
  let left: string[] = [];
  for (const { value, added, removed } of diffArrays(before.split('\n'), after.split('\n'))) {
    for (const _ of value) {
      if (removed) left.push(endings[line++] ?? usual);
      else if (added) kept.push(left.shift() ?? usual);
      else kept.push(endings[line++] ?? usual);
    }
    if (!removed) left = [];
  }
  const lines = after.split('\n');
  return mark + lines.map((words, i) => words + (i < lines.length - 1 ? kept[i] : '')).join('');
}
