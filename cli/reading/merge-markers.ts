import type { SourceFile } from '../content/source-file.ts';
import { stretchOf } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** What git leaves where two people changed the same lines: both versions between marker lines, or a marker line that was overlooked. */
const merge = /^<{7}(?: .*)?\n(?:(?!<{7}).*\n)*?>{7}(?: .*)?$|^(?:<{7}|\|{7}|>{7})(?: .*)?$|^={7}$/gm;

/** The unfinished merges of a file. In Markdown, a lone line of seven `=` underlines a heading. */
export function unfinishedMerges(source: SourceFile): Problem[] {
  const { path, text } = source;
  // Much faster than the pattern.
  if (!/[<|=>]{7}/.test(text)) return [];
  const merges = [...text.matchAll(merge)].filter(
    ([lines]) => !(path.endsWith('.md') && lines.startsWith('=')),
  );
  return merges.map((match) =>
    problem(source, stretchOf(match), {
      rule: 'merge-conflict',
      message: 'Two people changed the same lines, and this file still has both versions.',
      hint: 'Keep the right lines. Delete the others, and the lines of `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`.',
    }),
  );
}
