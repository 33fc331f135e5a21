import { indentRepairs } from './indentation.ts';
import {
  edit,
  indentOf,
  isBare,
  type Line,
  lastOfBlock,
  levelsAbove,
  lineAt,
  nameOf,
  type Repair,
  spaces,
} from './repair.ts';
import { blockTypos, dashTypos, keyTypos, typoRepairs, valueTypos } from './typos.ts';
import { bracketRepairs, commaRepairs, quote, quoteRepairs } from './values.ts';

/** The changes to one line that may repair a text with mistakes in its syntax. `known` are the keys of its schema. */
export function repairsOf(lines: readonly string[], at: number, known: ReadonlySet<string>): Repair[] {
  const line = lineAt(lines, at, known);
  if (isBare(line.text)) return [];
  return [...placeRepairs(lines, at, known), ...commaRepairs(line), ...valueRepairs(line), removal(line)];
}

/** The subset of these that may repair a valid text that does not fit its schema. */
export function placeRepairs(lines: readonly string[], at: number, known: ReadonlySet<string>): Repair[] {
  const line = lineAt(lines, at, known);
  if (isBare(line.text)) return [];
  return [
    ...indentRepairs(line),
    ...typoRepairs(dashTypos, line, line.indent),
    ...missingDashes(line),
    ...typoRepairs(keyTypos, line, line.column),
    ...missingKeys(line),
  ];
}

function missingDashes(line: Line): Repair[] {
  const { indent } = line;
  const rest = line.text.slice(indent);
  if (/^-(?:\s|$)/.test(rest)) return [];
  const levels = new Set([indent, indent - 2, ...levelsAbove(line)]);
  const others = (level: number) => line.lines.some((other) => other.startsWith(`${' '.repeat(level)}- `));
  return [...levels]
    .filter((level) => level >= 0 && Math.abs(level - indent) <= 4)
    .map((level) => ({
      ...edit(line, `${' '.repeat(level)}- ${rest}`, indent, indent + 1),
      cost: 2 + Math.abs(level - indent) / 20,
      message: 'The dash that starts an entry of this list is missing.',
      hint: `Write \`- ${nameOf(rest)}\`, with ${spaces(level)} before the dash${others(level) ? ' like the other entries' : ''}.`,
    }));
}

/** Adds the first key of the nearest entry to an entry without one. */
function missingKeys(line: Line): Repair[] {
  const { lines, at, text, indent, column } = line;
  const rest = text.slice(column);
  if (column === indent || /^["'[{]|^[\w-]+:(?:\s|$)/.test(rest)) return [];
  const start = new RegExp(`^ {${indent}}- +([A-Za-z][\\w-]*):(?:\\s|$)`);
  const keys = lines.flatMap((other, i) => {
    const key = start.exec(other)?.[1];
    return key === undefined ? [] : [{ key, away: Math.abs(i - at) }];
  });
  const key = keys.sort((a, b) => a.away - b.away)[0]?.key;
  if (key === undefined) return [];
  return [
    {
      ...edit(line, `${text.slice(0, column)}${key}: ${rest}`, column, text.length),
      cost: 1,
      message: `The key of this entry is missing: the other entries of the list start with \`${key}: …\`.`,
      hint: `Write \`- ${key}: ${rest.slice(0, 30)}${rest.length > 30 ? '…' : ''}\`.`,
    },
  ];
}

function valueRepairs(line: Line): Repair[] {
  const { lines, at, text } = line;
  const [, before = '', value = ''] =
    /^(\s*(?:- +)*(?:(?:[\w-]+|"[^"]*"|'[^']*'):\s+)?)(\S.*)$/.exec(text.trimEnd()) ?? [];
  if (before.trim() === '') return [];
  const bare = value.replace(/^["']|["']$/g, '');
  const words = { before: before.trim(), quoted: quote(value), requoted: quote(bare) };
  const last = lastOfBlock(lines, at, indentOf(before) + (/^\s*-/.test(before) ? 2 : 1));
  const typos = last > at ? [...valueTypos, ...blockTypos] : valueTypos;
  return [
    ...typoRepairs(typos, line, before.length, words),
    ...bracketRepairs(line, before, value),
    ...quoteRepairs(line, last, before, value),
  ];
}

function removal(line: Line): Repair {
  const { text, indent, column, known } = line;
  const written = text.trim();
  const isMarks = !/[\p{L}\p{N}]/u.test(written);
  const marks = isMarks ? written.slice(0, 20) : /^(?:```|~~~|={3,}|\*{3,}|_{3,})/.exec(written)?.[0];
  const isKnown = known.has(nameOf(text.slice(column)));
  return {
    ...edit(line, '', indent, text.length),
    // If a key is known, the mistake is more likely in its value.
    cost: isMarks ? 2.4 : isKnown ? 12 : 6,
    message: marks
      ? `A line of \`${marks}\` does not belong between the fields.`
      : 'This line does not fit the lines around it.',
    hint: marks
      ? 'Delete the line.'
      : 'Each line is `key: value`, starts an entry of a list with `- `, or continues the text above with more spaces at its start. Correct the line or delete it.',
  };
}
