import type { MarkdownFinding } from './finding.ts';
import { warning } from './slips-blocks.ts';

/** The first row of each table that is none, in the text that is shown, or its dashes if these are wrong. */
export function tableSlips(shown: string): MarkdownFinding[] {
  let from = 0;
  const lines = shown.split('\n').map((line) => {
    const lead = /^[\uE000\t >]*/.exec(line)?.[0].length ?? 0;
    const found = { start: from + lead, end: from + line.length, words: line.slice(lead) };
    from += line.length + 1;
    return found;
  });
  const hint =
    'A table is one block without empty lines: a first row, under it a row of dashes with as many cells (`| --- | --- |`), then the others.';
  return lines.flatMap((line, i) => {
    if (!isRow(line.words) || isRow(lines[i - 1]?.words)) return [];
    const [dashes, below] = [lines[i + 1], lines[i + 2]];
    if (!dashes || !/^[|:\- \t]*---[|:\- \t]*$/.test(dashes.words))
      return warning(line, 'This looks like a table, but it will appear as typed.', hint);
    const message =
      'This row and the row of dashes do not have the same number of cells, so there will be no table.';
    const cells = (words: string | undefined) => words?.split('|').length;
    return warning(cells(dashes.words) === cells(below?.words) ? line : dashes, message, hint);
  });
}

const isRow = (words = ''): boolean =>
  /^\|.*\|/.test(words) || /^:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/.test(words);
