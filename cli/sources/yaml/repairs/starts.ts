import {
  indentOf,
  isBare,
  type Line,
  type LineRepair,
  levelsAbove,
  nameOf,
  spaces,
  withText,
} from './row.ts';
import { type Slip, slipRepairs } from './slips.ts';

const asKey = 'Write `{key}: …`: the key, a colon, a space, and then the value.';

/** Mistakes at the start of a line, after its indentation. */
const dashSlips: readonly Slip[] = [
  {
    pattern: /(?<bad>-)(?: {2,}|\s*[\t\u00A0]\s*)(?=(?<word>[^\s:]+))/dy,
    replacement: '- ',
    cost: 1,
    rule: 'yaml-indentation',
    message: 'There must be one ordinary space between the dash and `{word}`.',
    hint: 'Delete what is between them, and type one space.',
  },
  {
    pattern: /(?<bad>-)(?=(?<word>[^\s:-][^\s:]*))/dy,
    replacement: '- ',
    cost: 1,
    message: 'A space is missing after the dash.',
    hint: 'Write `- {word}`: a dash, a space, and then the entry.',
  },
  {
    pattern: /(?<bad>[–—•*·‣])\s*(?=\S)/dy,
    replacement: '- ',
    cost: 1,
    message: 'An entry of a list starts with a hyphen (`-`), not with `{bad}`.',
    hint: 'Write a hyphen and a space before the entry.',
  },
  {
    pattern: /(?<bad>[+~>|]|-(?!\s?\S)|\d+[.:|]?)(?<rest>\s*(?:- +)*(?<key>[A-Za-z][\w-]*):(?:\s|$))/dy,
    replacement: ['{rest}', '{gap}{rest}'],
    cost: 1,
    message: '`{bad}` does not belong at the start of this line; it was probably copied by accident.',
    hint: 'Delete it, and align `{key}` with the other keys of the same entry.',
  },
  {
    pattern: /(?:- +)*(?<bad>\/\/|\/\*|<!--|--(?= )|;)/dy,
    replacement: '# {bad}',
    cost: 1,
    message: '`{bad}` does not start a comment here.',
    hint: 'Start the comment with `# `, or delete the line.',
  },
];

/** Mistakes after the dashes of a line. */
const keySlips: readonly Slip[] = [
  {
    pattern: /["']?(?<word>[A-Za-z][\w-]*)["']?(?<bad>:)[\t ]*[\u00A0\u2000-\u200A\u202F\u3000]\s*/dy,
    replacement: '{word}: ',
    cost: 1,
    message: 'There is a no-break space after `{word}:`. It looks like a space but is a different character.',
    hint: 'Delete it, and type an ordinary space.',
  },
  {
    pattern:
      /["']?(?<key>[A-Za-z][\w-]*)["']?(?<bad>\s*(?<sign>=>|:=|->?|[：︰﹕=;,–—]|:\s*:(?=\s*\S)))\s*/dy,
    replacement: '{key}: ',
    cost: 1,
    message: 'After `{key}` there is `{sign}` instead of a colon.',
    hint: asKey,
  },
  {
    pattern: /["']?(?<key>[A-Za-z][\w-]*)["']?(?<bad>:)(?=\S)/dy,
    replacement: '{key}: ',
    cost: 1,
    message: 'A space is missing after `{key}:`.',
    hint: asKey,
  },
  {
    pattern: /["']?(?<word>[A-Za-z][\w-]*)["']?(?<bad>:)(?!\/\/)(?=\S)/dy,
    replacement: '{word}: ',
    cost: 1.3,
    message: 'A space is missing after `{word}:`.',
    hint: 'Write `{word}: …`: the key, a colon, a space, and then the value.',
  },
  {
    pattern: /["']?(?<key>[A-Za-z][\w-]*)["']?(?<bad>)(?=\s+[^\s:=]|\s*$)\s*/dy,
    replacement: '{key}: ',
    cost: 1.2,
    message: 'The colon is missing after `{key}`.',
    hint: asKey,
  },
  {
    pattern: /(?<=- +)(?<bad>\()(?<inner>.*)\)$/dy,
    replacement: '{{inner}}',
    cost: 1,
    message: 'The keys of an entry must be in curly brackets, not in parentheses.',
    hint: 'Write `{` instead of `(`, and `}` instead of `)`.',
  },
  {
    pattern: /(?<=- +)(?<bad>[^{\s])(?<rest>[^{]*\})$/dy,
    replacement: '{ {bad}{rest}',
    cost: 1,
    message: 'This line closes a bracket (`}`) that was never opened.',
    hint: 'Put `{` after the dash.',
  },
  {
    pattern: /(?<kept>["'].*\S(?=\s*,$)|.*["'](?=\s*[,;.]$)|.*[\]}\d](?=\s*,$))\s*(?<bad>[,;.])$/dy,
    replacement: '{kept}',
    cost: 1.2,
    message: '`{bad}` does not belong at the end of this line.',
    hint: 'Delete it, or put it before the quotation mark if it is part of the text.',
  },
];

/** Repairs of the dash and the key of a line. */
export const startRepairs = (line: Line): LineRepair[] => [
  ...slipRepairs(dashSlips, line, line.indent),
  ...missingDashes(line),
  ...slipRepairs(keySlips, line, line.column),
  ...missingKeys(line),
];

function missingDashes(line: Line): LineRepair[] {
  const { rows, at, indent } = line;
  const rest = line.text.slice(indent);
  if (/^-(?:\s|$)/.test(rest)) return [];
  const levels = new Set([indent, indent - 2, ...levelsAbove(line)]);
  return [...levels]
    .filter((level) => level >= 0 && Math.abs(level - indent) <= 4)
    .map((level) => ({
      rows: () => withText(rows, at, `${' '.repeat(level)}- ${rest}`),
      from: indent,
      to: indent + 1,
      cost: 2 + Math.abs(level - indent) / 20,
      message: 'The dash that starts an entry of this list is missing.',
      hint: `Write \`- ${nameOf(rest)}\`, with ${spaces(level)} before the dash like the other entries.`,
    }));
}

/** Repairs of an entry that lacks the key with which the other entries of its list start. */
function missingKeys(line: Line): LineRepair[] {
  const { rows, at, text, indent, column } = line;
  const rest = text.slice(column);
  if (column === indent || /^["'[{]|^[\w-]+:(?:\s|$)/.test(rest)) return [];
  const key = firstKeyNear(line);
  if (key === undefined) return [];
  return [
    {
      rows: () => withText(rows, at, `${text.slice(0, column)}${key}: ${rest}`),
      from: column,
      to: text.length,
      cost: 1,
      message: `The key of this entry is missing: the other entries of the list start with \`${key}: …\`.`,
      hint: `Write \`- ${key}: ${rest.slice(0, 30)}${rest.length > 30 ? '…' : ''}\`.`,
    },
  ];
}

/** The first key of a near entry of the same list. */
function firstKeyNear({ rows, at, indent }: Line): string | undefined {
  const start = new RegExp(`^ {${indent}}- +([A-Za-z][\\w-]*):(?:\\s|$)`);
  const above = rows.slice(Math.max(0, at - 200), at).reverse();
  const below = rows.slice(at + 1, at + 200);
  for (const side of [above, below]) {
    for (const { text } of side) {
      if (!isBare(text) && indentOf(text) < indent) break;
      const key = start.exec(text)?.[1];
      if (key !== undefined) return key;
    }
  }
  return undefined;
}
