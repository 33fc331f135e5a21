import { describe, expect, it } from 'vitest';
import { placed } from '../../cli/problems/problem.ts';
import { unfinishedMerges } from '../../cli/reading/text-mistakes.ts';

/** The lines at which merges are reported, counted from 1. */
const linesOf = (text: string, path = 'site.yaml') =>
  unfinishedMerges({ path, file: `content/${path}`, text }).map((problem) => placed(problem).line);

describe('an unfinished merge', () => {
  it.each<[string, string[], number[]]>([
    ['with two sides', ['a', '<<<<<<< HEAD', 'b', '=======', 'c', '>>>>>>> desk', 'd'], [2]],
    ['with the text before both', ['<<<<<<< HEAD', '||||||| 1a2b', '=======', '>>>>>>> desk'], [1]],
    ['twice', ['<<<<<<< a', '=======', '>>>>>>> b', '', '<<<<<<< a', '=======', '>>>>>>> b'], [1, 5]],
    ['of which one line is left', ['a', '>>>>>>> desk'], [2]],
    ['of which the first line is left', ['<<<<<<< HEAD', 'a'], [1]],
    ['of which the middle is left', ['a', '======='], [2]],
    ['that is none', ['<<<<<<<<', '<<<<<<', ' <<<<<<< HEAD', '<<<<<<<HEAD', '>>>>>> x', '========'], []],
  ])('%s is found by its lines', (_name, lines, expected) => {
    expect(linesOf(lines.join('\n'))).toEqual(expected);
  });

  it('has no lone line of `=` in Markdown, where it underlines a heading', () => {
    expect(linesOf('A heading\n=======\n', 'pages/a.md')).toEqual([]);
    expect(linesOf('<<<<<<< a\n=======\n>>>>>>> b', 'pages/a.md')).toEqual([1]);
  });

  it('is found in time among very many first lines', () => {
    expect(linesOf('<<<<<<< a\n'.repeat(20_000))).toHaveLength(20_000);
  });
});
