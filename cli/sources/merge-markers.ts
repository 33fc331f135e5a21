import { placeOf } from '../problems/locate.ts';
import { type Problem, problemAt, reportFirst } from '../problems/problem.ts';
import type { SourceFile } from './source-file.ts';

/** What git leaves where two people changed the same lines: both versions between marker lines, or a marker line that was overlooked. */
const merge = /^<{7}(?: .*)?\n(?:(?!<{7}).*\n)*?>{7}(?: .*)?$|^(?:<{7}|\|{7}|>{7})(?: .*)?$|^={7}$/gm;

/** The unfinished merges of a file. In Markdown, a lone line of seven `=` underlines a heading. */
export function unfinishedMerges({ path, file, text }: SourceFile): Problem[] {
  // Much faster than the pattern.
  if (!/[<|=>]{7}/.test(text)) return [];
  const merges = [...text.matchAll(merge)].filter(
    ([found]) => !(path.endsWith('.md') && found.startsWith('=')),
  );
  return reportFirst(merges, ({ index, 0: found }) =>
    problemAt(placeOf(file, text, index, index + found.length), {
      rule: 'merge-conflict',
      message: 'Two people changed the same lines, and this file still has both versions.',
      hint: 'Keep the right lines. Delete the others, and the lines of `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`.',
    }),
  );
}
