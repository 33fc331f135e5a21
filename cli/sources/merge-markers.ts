import { placeOf, type Stretch } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';

/** The lines that git leaves where two people changed one place, in the order in which they stand. */
const kinds = ['<', '|', '=', '>'];
const marker = /^(?:([<|>])\1{6}(?:[ \t].*)?|(=)={6}[ \t]*)$/gm;

/**
 * The merges of a text that nobody has finished: of each, its marker lines from `<<<<<<<` to `>>>>>>>`, one at least. A lone line of
 * seven `=` is none in Markdown, where it underlines a heading.
 */
export function mergeMarkers(text: string, { markdown = false } = {}): (readonly Stretch[])[] {
  const merges: Stretch[][] = [];
  let last = kinds.length;
  for (const { index, 0: line, 1: sign, 2: equals } of text.matchAll(marker)) {
    const kind = kinds.indexOf(sign ?? equals ?? '');
    const isNext = kind > last;
    if (equals && !isNext && markdown) continue;
    const stretch = { start: index, end: index + line.trimEnd().length };
    if (isNext) merges.at(-1)?.push(stretch);
    else merges.push([stretch]);
    last = kind;
  }
  return merges;
}

/** The problem of an unfinished merge in a file: at its first marker, with the others beside it. */
export function mergeProblem(file: string, text: string, [first, ...others]: readonly Stretch[]): Problem {
  const at = ({ start, end }: Stretch) => placeOf(file, text, start, end);
  return problemAt(at(first ?? { start: 0, end: 1 }), {
    rule: 'merge-conflict',
    message: 'This file still holds both sides of a merge: two people changed the same lines.',
    hint: 'Keep the lines that are right, and delete the others together with the lines of `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`.',
    ...(others.length > 0 && {
      related: others.map((stretch) => ({ ...at(stretch), message: 'This line of the merge goes too' })),
    }),
  });
}
