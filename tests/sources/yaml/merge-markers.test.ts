import { describe, expect, it } from 'vitest';
import { mergeMarkers, mergeProblem } from '../../../cli/sources/yaml/merge-markers.ts';

/** The lines of each merge, counted from 1. */
const linesOf = (text: string, options?: { markdown: boolean }) =>
  mergeMarkers(text, options).map((merge) =>
    merge.map(({ start }) => text.slice(0, start).split('\n').length),
  );

describe('an unfinished merge', () => {
  it.each<[string, string[], number[][]]>([
    ['with two sides', ['a', '<<<<<<< HEAD', 'b', '=======', 'c', '>>>>>>> desk', 'd'], [[2, 4, 6]]],
    [
      'with the text before both',
      ['<<<<<<< HEAD', '||||||| 1a2b', '=======', '>>>>>>> desk'],
      [[1, 2, 3, 4]],
    ],
    [
      'twice',
      ['<<<<<<< a', '=======', '>>>>>>> b', '', '<<<<<<< a', '=======', '>>>>>>> b'],
      [
        [1, 2, 3],
        [5, 6, 7],
      ],
    ],
    ['of which one line is left', ['a', '>>>>>>> desk'], [[2]]],
    ['of which the middle is left', ['a', '======='], [[2]]],
    ['that is none', ['<<<<<<<<', '<<<<<<', ' <<<<<<< HEAD', '<<<<<<<HEAD', '>>>>>> x', '======== '], []],
  ])('%s is found by its lines', (_name, lines, expected) => {
    expect(linesOf(lines.join('\n'))).toEqual(expected);
  });

  it('has no lone line of `=` in Markdown, where it underlines a heading', () => {
    expect(linesOf('A heading\n=======\n', { markdown: true })).toEqual([]);
    expect(linesOf('<<<<<<< a\n=======\n>>>>>>> b', { markdown: true })).toEqual([[1, 2, 3]]);
  });

  it('is one problem at its first line, with the others beside it', () => {
    const text = 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> desk\n';
    const problem = mergeProblem('content/site.yaml', text, mergeMarkers(text)[0] ?? []);
    expect(problem).toMatchObject({ rule: 'merge-conflict', line: 2, column: 1, endColumn: 13 });
    expect(problem.related?.map(({ line }) => line)).toEqual([4, 6]);
  });
});
