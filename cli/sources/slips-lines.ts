import { groupBy } from '../lib/group-by.ts';
import type { Stretch } from '../problems/locate.ts';
import type { MarkdownFinding } from './markdown-finding.ts';
import { warning } from './slips-blocks.ts';

interface Line extends Stretch {
  /** The line as it is written. */
  readonly text: string;
  /** What is shown of it, from its first character that is no blank or quote mark; `start` is there. */
  readonly words: string;
}

/** Lines that look like rows of a table or entries of a list, and are none. */
export function lineSlips(text: string, shown: string): MarkdownFinding[] {
  let from = 0;
  const lines = shown.split('\n').map((line): Line => {
    const lead = /^[\uE000\t >]*/.exec(line)?.[0].length ?? 0;
    const end = from + line.length;
    const found = { start: from + lead, end, text: text.slice(from, end), words: line.slice(lead) };
    from = end + 1;
    return found;
  });
  return [...tableSlips(lines), ...listSlips(lines)];
}

const isRow = (line: Line | undefined) =>
  line !== undefined &&
  (/^\|.*\|/.test(line.words) || /^:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/.test(line.words));

/** The first row of each table that is none, or its dashes if these are wrong. */
function tableSlips(lines: readonly Line[]): MarkdownFinding[] {
  const hint =
    'A table is one block without empty lines: a first row, under it a row of dashes with as many cells (`| --- | --- |`), then the others.';
  const cells = (line: Line | undefined) => line?.words.split('|').length;
  return lines.flatMap((line, i) => {
    if (!isRow(line) || isRow(lines[i - 1])) return [];
    const [dashes, below] = [lines[i + 1], lines[i + 2]];
    if (!dashes || !/^[|:\- \t]*---[|:\- \t]*$/.test(dashes.words))
      return warning(line, 'This looks like a table, but it will appear as typed.', hint);
    const message =
      'This row and the row of dashes do not have the same number of cells, so there will be no table.';
    return warning(cells(dashes) === cells(below) ? line : dashes, message, hint);
  });
}

/** What a line starts with that is no entry of a list; `odd` are `--` and numbers without a dot. */
const entryLike = /^([-+*•·]|\d{1,3}[.)])([^\S\t\n ])?(?=([^\s\-+*•·])|[•·] )|^(--|\d{1,3})(?= \S)/u;

interface EntryLike extends Stretch {
  readonly written: string;
  /** `written` with all numbers alike, and a space after what is odd. */
  readonly sign: string;
  /** Whether an entry is meant for sure, because of the lines beside it. */
  readonly isSure: boolean;
}

function listSlips(lines: readonly Line[]): MarkdownFinding[] {
  const found = lines.flatMap((line, i): EntryLike[] => {
    const match = entryLike.exec(line.words.replace(/^([•·]) (?=\S)/, '$1\uE001'));
    if (!match) return [];
    const [, usual = '', wideSpace, first = '', odd = ''] = match;
    const written = usual || odd;
    const isSure =
      wideSpace !== undefined || continues(lines[i - 1], written, -1) || continues(lines[i + 1], written, 1);
    // Minus five degrees and 1.5 million are found at the start of lines as well.
    if (!isSure && !/[\p{L}"“‘([\uE001]/u.test(first)) return [];
    const sign = written.replace(/\d+/, '1').replace('--', '-') + (odd && ' ');
    return [{ start: line.start, end: line.start + written.length, written, sign, isSure }];
  });
  const alike = groupBy(found, ({ sign }) => sign);
  return found
    .filter(({ sign, isSure }) => isSure || (alike.get(sign)?.length ?? 0) > 1)
    .map(({ written, sign, ...place }) => {
      const [reason, hint] = /[•·]/.test(sign)
        ? ['lists start with `-`', 'Write `- ` instead.']
        : sign.endsWith(' ')
          ? ['the others start in another way', 'Start it like the line before or after it.']
          : [`a space is missing after \`${written}\``, `Write \`${written} \` with a space after it.`];
      return warning(place, `This line is not an entry of a list: ${reason}.`, hint);
    });
}

/** Whether a line is an entry of a list of the kind that `written` would start; a number alone must also be the next in its `direction`. */
function continues(line: Line | undefined, written: string, direction: 1 | -1): boolean {
  const text = line?.text ?? '';
  if (!/^\d/.test(written)) return /^[-+*]/.test(written) && /^[\s>]*[-+*] /.test(text);
  const number = /^[\s>]*(\d{1,9})[.)] /.exec(text)?.[1];
  return number !== undefined && (/\D/.test(written) || Number(number) === Number(written) + direction);
}
