import { placeOf, type Stretch } from '../../problems/locate.ts';
import { type Problem, problemAt } from '../../problems/problem.ts';

/** The first characters of the lines that git adds where two people changed the same place, in their order. */
const kinds = ['<', '|', '=', '>'];
const signs = kinds.map((kind) => kind.repeat(7));
const marker = /^(?:([<|>])\1{6}(?:[ \t].*)?|(=)={6}[ \t]*)$/gm;

/**
 * The unfinished merges of a text, each with at least one of its marker lines from `<<<<<<<` to `>>>>>>>`. In Markdown, a lone line of
 * seven `=` is not a marker, because it underlines a heading.
 */
export function mergeMarkers(text: string, { markdown = false } = {}): (readonly Stretch[])[] {
  // Much faster than the pattern.
  if (!signs.some((sign) => text.includes(sign))) return [];
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

/** The problem of an unfinished merge, at its first marker; the remaining markers are related places. */
export function mergeProblem(file: string, text: string, [first, ...others]: readonly Stretch[]): Problem {
  const at = ({ start, end }: Stretch) => placeOf(file, text, start, end);
  return problemAt(at(first ?? { start: 0, end: 1 }), {
    rule: 'merge-conflict',
    message: 'Two people changed the same lines, and this file still has both versions.',
    hint: 'Keep the right lines. Delete the others, and the lines of `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`.',
    ...(others.length > 0 && {
      related: others.map((stretch) => ({ ...at(stretch), message: 'Delete this line of the merge too' })),
    }),
  });
}
