import { indentRepairs } from './indents.ts';
import {
  isBare,
  type Line,
  type LineRepair,
  lineAt,
  nameOf,
  type Repair,
  type Row,
  spaces,
  withText,
} from './row.ts';
import { startRepairs } from './starts.ts';
import { valueRepairs } from './values.ts';

/** The changes to one line that may repair a text with mistakes in its syntax. `known` are the keys of its schema. */
export function repairsOf(rows: readonly Row[], at: number, known: ReadonlySet<string>): Repair[] {
  const line = lineAt(rows, at, known);
  const found = [...cutKeys(line), ...joins(line), ...removals(line), ...valueRepairs(line)];
  return [...placeRepairs(rows, at, known), ...found.map((repair) => ({ ...repair, at }))];
}

/** Of these, those that may repair a text that can be read but does not fit its schema. */
export function placeRepairs(rows: readonly Row[], at: number, known: ReadonlySet<string>): Repair[] {
  const line = lineAt(rows, at, known);
  if (isBare(line.text)) return [];
  const found = [...indentRepairs(line), ...startRepairs(line), ...splits(line)];
  return found.map((repair) => ({ ...repair, at }));
}

/** Repairs of a line that holds two entries. */
function splits({ rows, at, text, indent, column, known }: Line): LineRepair[] {
  const [, start = ''] = /^(\s*(?:- +)*(?:(?:[\w-]+|"[^"]*"|'[^']*'):\s+)?)\S/.exec(text) ?? [];
  if (start.trim() === '') return [];
  return [...text.matchAll(/(?<=\S)\s+((?:-\s+)?([\w-]+):)(?=\s|$)/g)].flatMap(
    ({ index, 0: gap, 1: name = '', 2: key = '' }) => {
      if (index < start.length || !known.has(key)) return [];
      const from = index + gap.length - name.length;
      const levels = name.startsWith('-') ? [indent] : [column, indent, Math.max(0, column - 2)];
      return [...new Set(levels)].map((level) => ({
        rows: () => [
          ...withText(rows, at, text.slice(0, index)).slice(0, at + 1),
          { text: ' '.repeat(level) + text.slice(from).trimEnd(), line: rows[at]?.line ?? 0 },
          ...rows.slice(at + 1),
        ],
        from,
        to: from + name.length - 1,
        cost: 1.9,
        message: `This line has a second entry, \`${key}\`.`,
        hint: `Put \`${name} …\` on its own line, with ${spaces(level)} before it; or put the whole text in quotation marks.`,
      }));
    },
  );
}

/** Repairs of a line that holds only the beginning of a key. */
function cutKeys({ rows, at, text, column, known }: Line): LineRepair[] {
  const piece = /^[A-Za-z][\w-]*(?=\s*$)/.exec(text.slice(column))?.[0];
  if (piece === undefined) return [];
  const meant = [...known].filter((key) => key.startsWith(piece));
  // The lines below it can be its value.
  return meant.flatMap((key) =>
    [': x', ':'].map((value) => ({
      rows: () => withText(rows, at, text.slice(0, column) + key + value),
      from: column,
      to: column + piece.length,
      cost: 2,
      message: `This line ends before its colon; it looks like the beginning of \`${key}: …\`.`,
      hint: 'Write the key, a colon, a space, and the value; or delete the line.',
      suggestion: `${key}:`,
    })),
  );
}

/** Repairs of a line that is the end of the line above. */
function joins({ rows, at, text, indent }: Line): LineRepair[] {
  const line = text.slice(indent).trimStart();
  const above = rows.slice(0, at).findLastIndex((row) => !isBare(row.text));
  const before = rows[above]?.text.trimEnd();
  const isText = /[\p{L}\p{N}]/u.test(line) && !/^(?:- |["']?[\w-]+["']?:(?:\s|$))/.test(line);
  if (isBare(text) || before === undefined || !isText) return [];
  return [' ', ''].map((gap) => ({
    rows: () => withText(withText(rows, at, ''), above, before + gap + line),
    from: indent,
    to: text.length,
    cost: 2.5,
    message: 'This line has neither a key nor a dash; it looks like the end of the line above.',
    hint: `Move \`${/^\S+/.exec(line)?.[0] ?? ''}\` and what follows it to the end of the line above.`,
  }));
}

/** Takes a line out. */
function removals({ rows, at, text, indent, column, known }: Line): LineRepair[] {
  if (isBare(text)) return [];
  const line = text.trim();
  const isMarks = !/[\p{L}\p{N}]/u.test(line);
  const marks = isMarks ? line.slice(0, 20) : /^(?:```|~~~|={3,}|\*{3,}|_{3,})/.exec(line)?.[0];
  const isKnown = known.has(nameOf(text.slice(column)));
  return [
    {
      rows: () => withText(rows, at, ''),
      from: indent,
      to: text.length,
      // If a key is known, the mistake is more likely in its value.
      cost: isMarks ? 2.4 : isKnown ? 12 : 6,
      message: marks
        ? `A line of \`${marks}\` does not belong between the fields.`
        : 'This line does not fit the lines around it.',
      hint: marks
        ? 'Delete the line.'
        : 'Each line is `key: value`, starts an entry of a list with `- `, or continues the text above with more spaces at its start. Correct the line or delete it.',
    },
  ];
}
