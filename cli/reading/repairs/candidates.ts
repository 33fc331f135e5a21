import {
  changed,
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
import { dashTypos, keyTypos, typoRepairs, valueTypos } from './typos.ts';
import { bracketRepairs, commaRepair, quote, quoteRepairs } from './values.ts';

/** The changes to one line that may repair a text with mistakes in its syntax. `known` are the keys of its schema. */
export function repairsOf(lines: readonly string[], at: number, known: ReadonlySet<string>): Repair[] {
  const line = lineAt(lines, at, known);
  if (isBare(line.text)) return [];
  return [placeRepairs(lines, at, known), commaRepair(line), valueRepairs(line), removal(line)].flat();
}

/** The subset of these that may repair a valid text that does not fit its schema. */
export function placeRepairs(lines: readonly string[], at: number, known: ReadonlySet<string>): Repair[] {
  const line = lineAt(lines, at, known);
  if (isBare(line.text)) return [];
  return [
    indentRepairs(line),
    typoRepairs(dashTypos, line, line.indent),
    missingDashes(line),
    typoRepairs(keyTypos, line, line.column),
    missingKey(line),
  ].flat();
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
function missingKey(line: Line): Repair | [] {
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
  return {
    ...edit(line, `${text.slice(0, column)}${key}: ${rest}`, column, text.length),
    cost: 1,
    message: `The key of this entry is missing: the other entries of the list start with \`${key}: …\`.`,
    hint: `Write \`- ${key}: ${rest.slice(0, 30)}${rest.length > 30 ? '…' : ''}\`.`,
  };
}

function valueRepairs(line: Line): Repair[] {
  const { lines, at, text } = line;
  const [, before = '', value = ''] =
    /^(\s*(?:- +)*(?:(?:[\w-]+|"[^"]*"|'[^']*'):\s+)?)(\S.*)$/.exec(text.trimEnd()) ?? [];
  if (before.trim() === '') return [];
  const bare = value.replace(/^["']|["']$/g, '');
  const words = { before: before.trim(), quoted: quote(value), requoted: quote(bare) };
  const last = lastOfBlock(lines, at, indentOf(before) + (/^\s*-/.test(before) ? 2 : 1));
  return [
    ...typoRepairs(valueTypos, line, before.length, words),
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

const startsKey = /^\s*[\w-]+:(?:\s|$)/;

/** Moves a line, alone with the lines nested in it, or with the rest of its block, to the columns at which lines near it start. */
function indentRepairs(line: Line): Repair[] {
  const { lines, at, text, indent } = line;
  const nested = lastOfBlock(lines, at, indent + 1);
  // A text of several lines ends before the next key.
  const key = lines.findIndex((below, i) => i > at && startsKey.test(below));
  const ofText = key === -1 || startsKey.test(text) ? at : key - 1;
  const lasts = new Set([at, nested, ofText, lastOfBlock(lines, at, indent)]);
  return [...levelsNear(line)].flatMap((level) =>
    [...lasts].map((last): Repair => {
      const by = level - indent;
      const count = lines.slice(at + 1, last + 1).filter((below) => below.trim() !== '').length;
      const below = `, and the same for the ${count === 1 ? 'line' : `${count} lines`} below it`;
      return {
        lines: () => changed(lines, at, last, (line) => moved(line, by)),
        at,
        from: 0,
        to: Math.max(1, indent),
        cost:
          1 + Math.abs(by) / 10 + (last === at ? 0 : last === nested ? 0.05 : last === ofText ? 0.2 : 0.4),
        rule: 'yaml-indentation',
        message: `This line starts with ${spaces(indent)}; the lines of its block start with ${level === 0 ? 'none' : level}.`,
        hint: `${by > 0 ? 'Add' : 'Delete'} ${spaces(Math.abs(by))} before \`${nameOf(text)}\`${count === 0 ? '' : below}.`,
      };
    }),
  );
}

function moved(line: string, by: number): string {
  if (line.trim() === '') return line;
  return by > 0 ? ' '.repeat(by) + line : line.replace(new RegExp(`^ {0,${-by}}`), '');
}

/** The columns at which the lines around a line start, except its own. */
function levelsNear(line: Line): ReadonlySet<number> {
  const { lines, at, indent } = line;
  const levels = levelsAbove(line);
  const below = lines.slice(at + 1).find((text) => !isBare(text));
  if (below !== undefined) levels.add(indentOf(below));
  levels.delete(indent);
  return levels;
}

/** Spaces that YAML does not accept before a key or a dash. */
const otherSpace = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/;

/** Repairs of lines that start with tabs or other spaces: one mistake, however many lines have it. */
export function spaceRepairs(lines: readonly string[]): Repair[] {
  const isWrong = (text: string) => text.trim() !== '' && otherSpace.test(/^\s*/.exec(text)?.[0] ?? '');
  const wrong = lines.filter(isWrong);
  const [first] = wrong;
  if (first === undefined) return [];
  const from = first.search(otherSpace);
  const sign = first[from] === '\t' ? 'tab' : 'no-break space, which looks like a space';
  const count = wrong.length === 1 ? '' : ` There are ${wrong.length.toLocaleString('en-US')} such lines.`;
  const widen = (text: string, width: number) =>
    text.replace(/^\s*/, (start) => start.replaceAll('\t', ' '.repeat(width)).replace(/[^ ]/g, ' '));
  return [2, 4, 1, 8, 6, 0].map((width) => ({
    lines: () => lines.map((text) => (isWrong(text) ? widen(text, width) : text)),
    at: lines.indexOf(first),
    from,
    to: from + 1,
    cost: 0,
    rule: 'yaml-tab',
    message: `This line starts with a ${sign}; only ordinary spaces can come before a key or a dash.${count}`,
    hint: 'Delete what comes before the first letter, and type as many spaces as the lines of the same block have.',
  }));
}
