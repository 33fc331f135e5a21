import { readFileSync, statSync } from 'node:fs';
import { normalized } from '../../content/content-folder.ts';
import { EnvironmentError } from '../../lib/errors.ts';
import { replaceFile } from '../../lib/replace-file.ts';

/** Gives a content file, which may be new, a text, saved as it was: with its byte order mark, its line endings, and who may read it. */
export function replaceContent(path: string, { text: before }: { text: string }, after: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  const saved = there ? readFileSync(path, 'utf8') : '';
  if (normalized(saved) !== before)
    throw new EnvironmentError(`${path} was saved by somebody just now, so it was not changed.`);
  const mark = saved.startsWith('\uFEFF') ? '\uFEFF' : '';
  // Mixed line endings become those of the first line.
  const ending = /\r\n?|\n/.exec(saved)?.[0] ?? '\n';
  replaceFile(path, mark + after.replaceAll('\n', ending), there?.mode);
}
