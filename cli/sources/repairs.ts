import type { Problem } from '../problems/problem.ts';

/** A line of a YAML text; `line` is its number there, counted from 1, which stays as repairs add and take lines. */
export interface Row {
  readonly text: string;
  readonly line: number;
}

type Details = Pick<Problem, 'rule' | 'message'> & Partial<Pick<Problem, 'hint' | 'suggestion'>>;

/** One change to a text that may be the cure of what is wrong in it. */
export interface Repair {
  /** The lines as they would be. */
  readonly rows: () => readonly Row[];
  /** The line that is blamed, as an index, and the stretch of it, as columns from 0. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** How far-fetched it is, from 0. */
  readonly cost: number;
  readonly details: Details;
}

export const rowsOf = (text: string): Row[] =>
  text.split('\n').map((line, i) => ({ text: line, line: i + 1 }));
export const textOf = (rows: readonly Row[]): string => rows.map(({ text }) => text).join('\n');

export const indentOf = (text: string): number => /^ */.exec(text)?.[0].length ?? 0;
export const isBare = (text: string): boolean => /^\s*(?:#.*)?$/.test(text);

const spaces = (n: number) => (n === 0 ? 'no space' : n === 1 ? '1 space' : `${n} spaces`);
const moreSpaces = (n: number) => (n === 1 ? 'one more space' : `${n} more spaces`);

/** What an editor calls a line: its key, its dash, or its first word. */
function nameOf(text: string): string {
  const line = text.trimStart();
  return /^([\w-]+)\s*:/.exec(line)?.[1] ?? /^-(?=\s)/.exec(line)?.[0] ?? /^\S{1,30}/.exec(line)?.[0] ?? '';
}

function changed(rows: readonly Row[], first: number, last: number, change: (text: string) => string): Row[] {
  return rows.map((row, i) => (i >= first && i <= last ? { ...row, text: change(row.text) } : row));
}

const withText = (rows: readonly Row[], at: number, text: string): Row[] => changed(rows, at, at, () => text);

function withInserted(rows: readonly Row[], at: number, texts: readonly string[]): Row[] {
  const line = rows[at]?.line ?? rows.length;
  return [...rows.slice(0, at), ...texts.map((text) => ({ text, line })), ...rows.slice(at + 1)];
}

/** The columns in which lines above a line start, their dashes skipped too: nearest first. */
function levelsAbove(rows: readonly Row[], at: number): Set<number> {
  const levels = new Set<number>();
  let open = Infinity;
  for (let i = at - 1; i >= 0 && open > 0 && at - i < 400; i--) {
    const text = rows[i]?.text ?? '';
    if (isBare(text)) continue;
    const indent = indentOf(text);
    if (indent > open) continue;
    const dashes = /^ *((?:- +)*)/.exec(text)?.[1]?.length ?? 0;
    if (levels.size === 0 && /:\s*(?:[|>][-+]?)?$/.test(text)) levels.add(indent + dashes + 2);
    if (dashes > 0) levels.add(indent + dashes);
    levels.add(indent);
    open = indent;
  }
  return levels;
}

/** The last of the lines that belong to the block of the line `at`: those that follow and start no further left. */
function lastOfBlock(rows: readonly Row[], at: number, least: number): number {
  let last = at;
  for (let i = at + 1; i < rows.length; i++) {
    const text = rows[i]?.text ?? '';
    if (text.trim() === '') continue;
    if (indentOf(text) < least) break;
    last = i;
  }
  return last;
}

/** By how many spaces the blocks of a text are further in than what they stand under. */
function stepOf(rows: readonly Row[]): number {
  const indents = rows.map(({ text }) => indentOf(text)).filter((indent) => indent > 0);
  const odd = indents.filter((indent) => indent % 2 === 1).length;
  return odd * 3 <= indents.length ? 2 : (indents[0] ?? 2);
}

function reindents(rows: readonly Row[], at: number): Repair[] {
  const text = rows[at]?.text ?? '';
  const indent = indentOf(text);
  const levels = levelsAbove(rows, at);
  const below = rows.slice(at + 1).find((row) => !isBare(row.text))?.text;
  if (below !== undefined) levels.add(indentOf(below));
  const beyond = rows
    .slice(at + 1, at + 400)
    .find((row) => !isBare(row.text) && indentOf(row.text) < indent)?.text;
  if (beyond !== undefined) levels.add(indentOf(beyond));
  const step = stepOf(rows);
  const children = lastOfBlock(rows, at, indent + 1);
  const block = lastOfBlock(rows, at, indent);
  const lasts = [...new Set([at, children, block])];
  const found: Repair[] = [];
  for (const level of levels) {
    if (level === indent) continue;
    const by = level - indent;
    for (const last of lasts) {
      const move = (line: string) =>
        line.trim() === ''
          ? line
          : by > 0
            ? ' '.repeat(by) + line
            : line.replace(new RegExp(`^ {0,${-by}}`), '');
      const more = rows.slice(at + 1, last + 1).filter((row) => row.text.trim() !== '').length;
      const name = nameOf(text);
      const under =
        more === 0 ? '' : `, and the same with the ${more === 1 ? 'line' : `${more} lines`} under it`;
      const hint =
        by > 0
          ? `Put ${moreSpaces(by)} before \`${name}\`${under}.`
          : `Take ${spaces(-by)} away before \`${name}\`${under}.`;
      found.push({
        rows: () => changed(rows, at, last, move),
        at,
        from: 0,
        to: Math.max(1, indent),
        cost:
          1 +
          Math.abs(by) / 10 +
          (last === at ? 0 : last === children ? 0.05 : 0.4) +
          (level % step === 0 ? 0 : 0.05) +
          Math.min(0.04, (last - at) / 1000),
        details: {
          rule: 'yaml-indentation',
          message: `This line starts with ${spaces(indent)}; the lines of its block start with ${level === 0 ? 'none' : level}.`,
          hint,
        },
      });
    }
  }
  return found;
}

const special: Readonly<Record<string, string>> = {
  '@': 'an at sign',
  '%': 'a percent sign',
  '&': 'an ampersand',
  '*': 'an asterisk',
  '!': 'an exclamation mark',
  '|': 'an upright stroke',
  '>': 'a greater-than sign',
  '[': 'a square bracket',
  ']': 'a square bracket',
  '{': 'a curly bracket',
  '}': 'a curly bracket',
  '#': 'a hash sign',
  '-': 'a hyphen',
  '?': 'a question mark',
  ':': 'a colon',
  ',': 'a comma',
  '`': 'a back tick',
};

/** A text in the quotation marks that suit it, in YAML's way. */
function quote(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`;
  return `'${text.replaceAll("'", "''")}'`;
}

/** Takes the halves of quotation marks off both ends. */
const bare = (value: string) => value.replace(/^["'](.*)$/, '$1').replace(/^(.*)["']$/, '$1');

const entry = /^(\s*(?:- +)*(?:(?:[\w-]+|"[^"]*"|'[^']*'):\s+)?)(\S.*?)\s*$/;

/** Repairs of a line that holds two entries. */
function splits(rows: readonly Row[], at: number, known: ReadonlySet<string>): Repair[] {
  const [, before = '', value = ''] = entry.exec(rows[at]?.text ?? '') ?? [];
  const found: Repair[] = [];
  if (before.trim() === '') return found;
  for (const { index, 1: dash = '', 2: key = '' } of value.matchAll(/\s+(-\s+)?([\w-]+):(?=\s|$)/g)) {
    if (!known.has(key)) continue;
    const indent = /^ */.exec(before)?.[0].length ?? 0;
    const dashes = before.length - before.trimStart().length;
    const inner = indentOf(before) + (/^\s*((?:- +)*)/.exec(before)?.[1]?.length ?? 0);
    for (const level of new Set(dash ? [indent, dashes] : [inner, indent, Math.max(0, inner - 2)])) {
      found.push({
        rows: () =>
          withInserted(rows, at, [
            before + value.slice(0, index),
            ' '.repeat(level) + value.slice(index).trimStart(),
          ]),
        at,
        from: before.length + index + (/^\s+/.exec(value.slice(index))?.[0].length ?? 0),
        to: before.length + index + value.slice(index).indexOf(':'),
        cost: 1.9,
        details: {
          rule: 'yaml-syntax',
          message: `A second entry, \`${key}\`, stands on this line.`,
          hint: `Put \`${dash.trim() ? '- ' : ''}${key}: …\` on a line of its own that starts with ${spaces(level)}; or put the whole text in quotation marks.`,
        },
      });
    }
  }
  return found;
}

/** What goes wrong between brackets; of several in one line all are mended. */
const flowSlips: readonly {
  readonly pattern: RegExp;
  readonly mend: string;
  readonly message: string;
  readonly hint: string;
}[] = [
  {
    pattern: /,(?=\s*,)/g,
    mend: '',
    message: 'Two commas stand here with nothing between them.',
    hint: 'Take one of them away.',
  },
  {
    pattern: /;(?=\s)/g,
    mend: ',',
    message: 'A semicolon stands between two entries, and a comma belongs there.',
    hint: 'Put a comma in its place.',
  },
  {
    pattern: /(?<=[[{,]\s*)(#[^\s,\]}#]+)/g,
    mend: '"$1"',
    message: 'Everything from `#` on is left out here, as a note to yourself.',
    hint: 'Put each entry that starts with `#` in quotation marks: `"#dallas"`.',
  },
];

/** Texts in brackets in which a quotation mark is not closed: where it opens, and the text with it closed. */
function closedQuotes(value: string): [opening: number, mended: string][] {
  return [...value.matchAll(/(?<=[[{,:]\s*)["']/g)].flatMap(({ index, 0: mark }) => {
    if (value.split(mark).length % 2 === 1) return [];
    const ends = [...value.matchAll(/\s*(?:,|[\]}]?$)/g)]
      .map((end) => end.index)
      .filter((end) => end > index + 1);
    return ends
      .slice(0, 2)
      .map((end): [number, string] => [index, value.slice(0, end) + mark + value.slice(end)]);
  });
}

/** Repairs of what stands after a key or a dash. */
function valueRepairs(rows: readonly Row[], at: number): Repair[] {
  const text = rows[at]?.text ?? '';
  const match = entry.exec(text);
  const [, before = '', value = ''] = match ?? [];
  if (!match || value === '' || before.trim() === '') return [];
  const found: Repair[] = [];
  const last = lastOfBlock(rows, at, indentOf(before) + (/^\s*-/.test(before) ? 2 : 1));
  const add = (cost: number, written: string, details: Details, from = 0, to = value.length) =>
    found.push({
      rows: () => withText(rows, at, before + written),
      at,
      from: before.length + from,
      to: before.length + to,
      cost,
      details: { ...details, ...(details.suggestion && { suggestion: details.suggestion }) },
    });
  const first = value[0] ?? '';
  const end = value.at(-1) ?? '';
  const inQuotes = 'Put the whole text in quotation marks';
  const quoteWith = (shown: string) => ({ hint: `${inQuotes}: \`${before.trim()} ${shown}\`.` });

  if (/^["']/.test(value)) {
    const count = value.split(first).length - 1;
    if (end !== first || value.length === 1) {
      if (count === 1) {
        add(1, value.replace(/\s*$/, first), {
          rule: 'yaml-syntax',
          message: `A quotation mark (\`${first}\`) opens here and is never closed.`,
          hint: `Put \`${first}\` at the end of the text as well.`,
        });
      } else {
        const rest = value.slice(value.lastIndexOf(first) + 1);
        const inside = value.slice(0, value.length - rest.length);
        if (/^\s*[,;.]$/.test(rest))
          add(
            1.2,
            inside,
            {
              rule: 'yaml-syntax',
              message: `\`${rest.trim()}\` stands after the closing quotation mark.`,
              hint: `Take the \`${rest.trim()}\` away, or put it before the quotation mark.`,
            },
            inside.length,
          );
        add(1.4, quote(value), {
          rule: 'yaml-syntax',
          message: 'The quotation marks end before the text does.',
          ...quoteWith(quote(value)),
        });
      }
    } else if (count > 2) {
      const inner = value.slice(1, -1);
      const shown = first === "'" && !inner.includes('"') ? `"${inner}"` : `'${inner.replaceAll("'", "''")}'`;
      add(1.1, shown, {
        rule: 'yaml-syntax',
        message: `\`${first}\` stands inside a text that is in \`${first}\` itself, and ends it too early.`,
        hint:
          first === "'"
            ? `Use \`"\` around the text: \`${shown}\`.`
            : `Use \`'\` around the text: \`${shown}\`.`,
      });
    } else if (first === '"' && value.includes('\\')) {
      add(1.3, `'${value.slice(1, -1).replaceAll("'", "''")}'`, {
        rule: 'yaml-syntax',
        message: 'Between `"` and `"` a `\\` has a meaning of its own, and not this one.',
        hint: `Use \`'\` around the text, or write each \`\\\` twice.`,
      });
    }
  } else if (/["']/.test(end) && value.split(end).length === 2) {
    add(1.5, quote(bare(value)), {
      rule: 'yaml-syntax',
      message: `A quotation mark (\`${end}\`) closes here and was never opened.`,
      hint: 'Put one before the text as well, or take this one away.',
    });
  }

  const flow = [
    ['[', ']'],
    ['{', '}'],
  ] as const;
  for (const [open, close] of flow) {
    const opened = value.split(open).length - 1;
    const closed = value.split(close).length - 1;
    if (opened > closed && first === open) {
      for (const mended of [value + close, value.replace(/\s+#.*$/, '') + close])
        add(
          1,
          mended,
          {
            rule: 'yaml-syntax',
            message: `A bracket (\`${open}\`) opens here and is never closed.`,
            hint: `Put \`${close}\` at the end of the list, or the whole text in quotation marks where it is no list.`,
          },
          0,
          1,
        );
    }
    if (closed > opened) {
      const column = value.lastIndexOf(close);
      if (opened === 0)
        add(
          1.05,
          open + value,
          {
            rule: 'yaml-syntax',
            message: `A bracket (\`${close}\`) closes here and was never opened.`,
            hint: `Put \`${open}\` before the first entry, or take this one away.`,
          },
          column,
          column + 1,
        );
      add(
        1.1,
        value.slice(0, column) + value.slice(column + 1),
        {
          rule: 'yaml-syntax',
          message: `A bracket (\`${close}\`) closes here and was never opened.`,
          hint: `Take the \`${close}\` away.`,
        },
        column,
        column + 1,
      );
    }
    if (first === open)
      for (const { pattern, mend, ...details } of flowSlips) {
        const column = value.search(pattern);
        const mended = value.replace(pattern, mend);
        const bracketed = mended.endsWith(close) ? mended : `${mended.slice(0, -1)}${close}`;
        if (column !== -1) add(1.05, bracketed, { rule: 'yaml-syntax', ...details }, column, column + 1);
      }
    if (first === open)
      for (const [opening, mended] of closedQuotes(value))
        add(
          1.1,
          mended,
          {
            rule: 'yaml-syntax',
            message: `A quotation mark (\`${value[opening] ?? ''}\`) opens here and is never closed.`,
            hint: 'Put one behind the words that it stands before.',
          },
          opening,
          opening + 1,
        );
    const wrongEnd = flow.find(([, end]) => end !== close && value.endsWith(end))?.[1];
    if (first === open && wrongEnd) {
      add(
        1,
        `${value.slice(0, -1)}${close}`,
        {
          rule: 'yaml-syntax',
          message: `\`${open}\` opens here, and \`${wrongEnd}\` closes it.`,
          hint: `Put \`${close}\` at the end, in place of \`${wrongEnd}\`.`,
        },
        value.length - 1,
      );
    }
    if (first === open && opened === closed) {
      const spaced = value.replace(/([\w"]):(?=[^\s/])/g, '$1: ');
      if (spaced !== value) {
        const column = /[\w"]:(?=[^\s/])/.exec(value)?.index ?? 0;
        add(
          1,
          spaced,
          {
            rule: 'yaml-syntax',
            message: 'A space is missing after the colon.',
            hint: 'Write a colon, a space, and then the value.',
          },
          column,
          column + 2,
        );
      }
      const commas = value.replace(/(["\w]) +(?=[\w-]+: )/g, '$1, ');
      if (commas !== value) {
        const column = /(["\w]) +(?=[\w-]+: )/.exec(value)?.index ?? 0;
        add(
          1,
          commas,
          {
            rule: 'yaml-syntax',
            message: 'A comma is missing between two entries.',
            hint: 'Put a comma and a space between them.',
          },
          column,
          column + 1,
        );
      }
      const rest = value.slice(value.lastIndexOf(close) + 1);
      if (rest.trim())
        add(
          1.2,
          value.slice(0, value.length - rest.length),
          {
            rule: 'yaml-syntax',
            message: `\`${rest.trim()}\` stands after the closing bracket.`,
            hint: 'Take it away, or put the whole text in quotation marks.',
          },
          value.length - rest.length,
        );
    }
  }

  const header = /^([|>])(\S*)(.*)$/.exec(value);
  if (header && !/^[-+]?$/.test(header[2] ?? '') && last > at) {
    add(
      1,
      `${first}-`,
      {
        rule: 'yaml-syntax',
        message: `\`${first}${header[2] ?? ''}\` has no meaning here.`,
        hint: 'Write `>-` for a text that runs on over several lines, `|` for one whose lines stay as they are.',
      },
      0,
      1 + (header[2]?.length ?? 0),
    );
  } else if (header && (header[3] ?? '').trim() && last > at) {
    add(
      1,
      `${first}-`,
      {
        rule: 'yaml-syntax',
        message: `Nothing may stand on the line after \`${first}${header[2] ?? ''}\`.`,
        hint: 'Let the text start on the next line.',
      },
      (header[0].length ?? 0) - (header[3] ?? '').trim().length,
    );
  }

  // What follows belongs to the text too, unless it is a block of its own.
  const folded = rows.slice(at + 1, last + 1).map((row) => row.text.trim());
  const wholes = folded.length > 0 && folded.length < 12 ? [[value, ...folded].join(' '), value] : [value];
  for (const whole of wholes) {
    const colon = /^["']/.test(value) ? -1 : value.search(/:(?:\s|$)/);
    const details: Details =
      colon > 0
        ? {
            rule: 'yaml-syntax',
            message: 'A colon and a space stand in this text, so it reads like a second key.',
            ...quoteWith(quote(value)),
          }
        : {
            rule: first === '*' || first === '&' ? 'yaml-alias' : 'yaml-syntax',
            message: special[first]
              ? `A text cannot start with ${special[first]} (\`${first}\`).`
              : 'This text has marks in it that mean something else here.',
            ...quoteWith(quote(value)),
          };
    found.push({
      rows: () =>
        withText(
          changed(rows, at + 1, whole === value ? at : last, () => ''),
          at,
          before + quote(whole),
        ),
      at,
      from: before.length,
      to: before.length + value.length,
      cost: (special[first] ? 1.6 : 2) + (whole === value ? 0.1 : 0),
      details,
    });
  }

  return found;
}

/** The key with which the other entries of a list start. */
function firstKeyNear(rows: readonly Row[], at: number, indent: number): string | undefined {
  const start = new RegExp(`^ {${indent}}- +([A-Za-z][\\w-]*):(?:\\s|$)`);
  const isOut = ({ text }: Row) => !isBare(text) && indentOf(text) < indent;
  const above = rows.slice(Math.max(0, at - 200), at).reverse();
  const below = rows.slice(at + 1, at + 200);
  for (const side of [above, below]) {
    const end = side.findIndex(isOut);
    for (const { text } of side.slice(0, end === -1 ? undefined : end)) {
      const key = start.exec(text)?.[1];
      if (key !== undefined) return key;
    }
  }
  return undefined;
}

/** Repairs of a line's dash and key. */
function startRepairs(rows: readonly Row[], at: number, known: ReadonlySet<string>): Repair[] {
  const text = rows[at]?.text ?? '';
  const indent = indentOf(text);
  const line = text.slice(indent);
  const pad = ' '.repeat(indent);
  const found: Repair[] = [];
  const add = (cost: number, written: string, details: Details, from = indent, to = from + 1) =>
    found.push({ rows: () => withText(rows, at, written), at, from, to, cost, details });

  const wide = /^-( {2,}|\s*[\t\u00A0]\s*)(?=\S)/.exec(line);
  if (wide) {
    add(1, `${pad}- ${line.slice(wide[0].length)}`, {
      rule: 'yaml-indentation',
      message: `Between the dash and \`${nameOf(line.slice(wide[0].length))}\` stand ${spaces(wide[1]?.length ?? 2)}; the lines under it fit one space.`,
      hint: 'Leave one space after the dash.',
    });
  }
  const tight = /^-(?=[^\s-])/.exec(line);
  if (tight) {
    add(1, `${pad}- ${line.slice(1)}`, {
      rule: 'yaml-syntax',
      message: 'A space is missing after the dash.',
      hint: `Write \`- ${nameOf(line.slice(1))}\`: a dash, a space, and then the entry.`,
    });
  }
  const bullet = /^([–—•*·‣])\s*(?=\S)/.exec(line);
  if (bullet) {
    add(1, `${pad}- ${line.slice(bullet[0].length)}`, {
      rule: 'yaml-syntax',
      message: `An entry of a list starts with a hyphen (\`-\`), not with \`${bullet[1] ?? ''}\`.`,
      hint: 'Write a hyphen and a space before the entry.',
    });
  }
  if (!/^-(?:\s|$)/.test(line)) {
    for (const level of new Set([indent, indent - 2, ...levelsAbove(rows, at)])) {
      if (level < 0 || Math.abs(level - indent) > 4) continue;
      add(2 + Math.abs(level - indent) / 20, `${' '.repeat(level)}- ${line}`, {
        rule: 'yaml-syntax',
        message: `The dash is missing that starts an entry of this list.`,
        hint: `Write \`- ${nameOf(line)}\`; the dash stands after ${spaces(level)}, like those of the other entries.`,
      });
    }
  } else if (/^- +\S/.test(line)) {
    add(3, `${pad}  ${line.replace(/^- +/, '')}`, {
      rule: 'yaml-syntax',
      message: 'A dash stands here, and no new entry of a list starts here.',
      hint: 'Put a space in place of the dash, if this line belongs to the entry above.',
    });
  }

  const [dashes = ''] = /^(?:- +)*/.exec(line) ?? [];
  const rest = line.slice(dashes.length);
  const column = indent + dashes.length;
  const start = pad + dashes;
  const key = /^["']?([A-Za-z][\w-]*)["']?/.exec(rest);
  const name = key?.[1] ?? '';
  const after = rest.slice(key?.[0].length ?? 0);
  const end = column + (key?.[0].length ?? 0);
  const isKnown = known.has(name);
  const odd = /^:[\t ]*[\u00A0\u2000-\u200A\u202F\u3000]/.test(after);
  if (key && (odd || /^:(?=\S)/.test(after)) && (isKnown || !/^:\/\//.test(after))) {
    add(
      isKnown ? 1 : 1.3,
      `${start}${name}: ${after.slice(1).trim()}`,
      {
        rule: 'yaml-syntax',
        message: odd
          ? `A no-break space stands after \`${name}:\`, which looks like a space and is none.`
          : `A space is missing after \`${name}:\`.`,
        hint: odd
          ? 'Delete it, and type a plain space.'
          : `Write \`${name}: …\`: the key, a colon, a space, and then the value.`,
      },
      end,
      end + 1,
    );
  }
  const sign = /^\s*(：|︰|﹕|=>|[=;,]|->?|–|—|:=)\s*(?=\S|$)/.exec(after);
  if (key && sign && isKnown && sign[1] !== undefined) {
    add(
      1,
      `${start}${name}: ${after.slice(sign[0].length)}`,
      {
        rule: 'yaml-syntax',
        message: `After \`${name}\` stands \`${sign[1]}\`, and a colon belongs there.`,
        hint: `Write \`${name}: …\`: the key, a colon, a space, and then the value.`,
      },
      end,
      end + sign[0].length,
    );
  }
  if (key && isKnown && /^(?:\s+[^\s:=]|\s*$)/.test(after)) {
    add(
      1.2,
      `${start}${name}:${after.trim() ? ` ${after.trim()}` : ''}`,
      {
        rule: 'yaml-syntax',
        message: `The colon is missing after \`${name}\`.`,
        hint: `Write \`${name}: …\`: the key, a colon, a space, and then the value.`,
      },
      end,
    );
  }
  const round = /^\((.*)\)$/.exec(rest.trimEnd());
  if (dashes && round?.[1] !== undefined) {
    add(
      1,
      `${start}{${round[1]}}`,
      {
        rule: 'yaml-syntax',
        message: 'Parentheses stand here, and curly brackets belong around the keys of an entry.',
        hint: 'Write `{` in place of `(`, and `}` in place of `)`.',
      },
      column,
    );
  }
  if (dashes && rest.trimEnd().endsWith('}') && !rest.includes('{')) {
    add(
      1,
      `${start}{ ${rest}`,
      {
        rule: 'yaml-syntax',
        message: 'A bracket (`}`) closes on this line and was never opened.',
        hint: `Put \`{\` before \`${nameOf(rest)}\`.`,
      },
      column,
    );
  }
  const double = key && isKnown ? /^\s*:\s*:\s*(?=\S)/.exec(after) : undefined;
  if (double) {
    add(
      1,
      `${start}${name}: ${after.slice(double[0].length)}`,
      {
        rule: 'yaml-syntax',
        message: `Two colons stand after \`${name}\`.`,
        hint: 'Take one of them away.',
      },
      end,
      end + double[0].length,
    );
  }
  const stray = /^([+\-~>|]|\d+[.:|]?)(?=\s*((?:- +)*)([A-Za-z][\w-]*):(?:\s|$))/.exec(line);
  if (stray?.[1] !== undefined && known.has(stray[3] ?? '') && !(stray[1] === '-' && /^-\s?\S/.test(line))) {
    const without = pad + line.slice(stray[1].length);
    for (const cost of [1, 1.1])
      add(
        cost,
        cost === 1 ? without : ' '.repeat(stray[1].length) + without,
        {
          rule: 'yaml-syntax',
          message: `\`${stray[1]}\` stands before the line, and does not belong to it: it was copied along.`,
          hint: `Take it away, and let \`${stray[3] ?? ''}\` start below the keys of the same entry.`,
        },
        indent,
        indent + stray[1].length,
      );
  }
  const own = dashes && !/^["'[{]/.test(rest) ? firstKeyNear(rows, at, indent) : undefined;
  if (own && !/^[\w-]+:(?:\s|$)/.test(rest)) {
    add(
      1,
      `${start}${own}: ${rest}`,
      {
        rule: 'yaml-syntax',
        message: `The key of this entry is missing: the other entries of the list start with \`${own}: …\`.`,
        hint: `Write \`- ${own}: ${rest.slice(0, 30)}${rest.length > 30 ? '…' : ''}\`.`,
      },
      column,
      column + rest.length,
    );
  }
  const json = /^(.*\S)\s*,$/.exec(rest);
  if (json?.[1] && (/^["']/.test(rest) || /["'\]}\d],$/.test(rest))) {
    add(
      1.2,
      start + json[1],
      {
        rule: 'yaml-syntax',
        message: 'A comma stands at the end of this line, and lines end without one.',
        hint: 'Take the comma away.',
      },
      column + json[1].length,
    );
  }
  if (/^(?:\/\/|\/\*|<!--|--(?= )|;)/.test(rest)) {
    const mark = /^(?:\/\/|\/\*|<!--|--|;)/.exec(rest)?.[0] ?? '';
    add(
      1,
      `${pad}# ${rest}`,
      {
        rule: 'yaml-syntax',
        message: `\`${mark}\` starts no comment here.`,
        hint: 'Write `# ` before a note to yourself, or take the line out.',
      },
      column,
      column + mark.length,
    );
  }

  return found;
}

/** Repairs of a line on which no more stands than the beginning of a key. */
function completions(rows: readonly Row[], at: number, known: ReadonlySet<string>): Repair[] {
  const text = rows[at]?.text ?? '';
  const [, before = '', piece] = /^(\s*(?:- +)*)([A-Za-z][\w-]*)\s*$/.exec(text) ?? [];
  if (piece === undefined) return [];
  const meant = [...known].filter((key) => key.startsWith(piece));
  // What stands under it may be its own.
  const written = meant.flatMap((key) => [': x', ':'].map((value) => [key, value] as const));
  return written.map(([key, value]) => ({
    rows: () => withText(rows, at, `${before}${key}${value}`),
    at,
    from: before.length,
    to: before.length + piece.length,
    cost: 2,
    details: {
      rule: 'yaml-syntax',
      message: `This line ends before its colon: it seems to be the beginning of \`${key}: …\`.`,
      hint: 'Write the key, a colon, a space and the value; or take the line out.',
      suggestion: `${key}:`,
    },
  }));
}

/** Repairs of a line that is none of its own. */
function joins(rows: readonly Row[], at: number, known: ReadonlySet<string>): Repair[] {
  const text = rows[at]?.text ?? '';
  if (isBare(text)) return [];
  const indent = indentOf(text);
  const line = text.slice(indent);
  const found: Repair[] = [];
  let above = at - 1;
  while (above >= 0 && isBare(rows[above]?.text ?? '')) above--;
  const up = rows[above];
  const isMarks = !/[\p{L}\p{N}]/u.test(line);
  const isText = !isMarks && !/^(?:- |["']?[\w-]+["']?:(?:\s|$))/.test(line);
  if (up && isText) {
    const piece = /^\S+/.exec(line)?.[0] ?? '';
    const joined = withText(withText(rows, at, ''), above, `${up.text.trimEnd()} ${line}`);
    const glued = withText(withText(rows, at, ''), above, `${up.text.trimEnd()}${line}`);
    for (const rows of [joined, glued])
      found.push({
        rows: () => rows,
        at,
        from: indent,
        to: text.length,
        cost: 2.5,
        details: {
          rule: 'yaml-syntax',
          message: 'This line has neither a key nor a dash: it seems to be the end of the line above.',
          hint: `Put \`${piece}\` and what follows it at the end of the line above.`,
        },
      });
  }
  const brackets = /^[\][{}(),;]+$/.test(line.trim());
  found.push({
    rows: () => withText(rows, at, ''),
    at,
    from: indent,
    to: text.length,
    // Where a key stands, it is what stands behind it that is wrong.
    cost: isMarks ? 2.4 : known.has(nameOf(line.replace(/^(?:- +)+/, ''))) ? 12 : 6,
    details: {
      rule: 'yaml-syntax',
      message: /^(?:---|\.\.\.)/.test(line)
        ? `A line of \`${line.slice(0, 3)}\` ends the fields, and more of them follow.`
        : brackets
          ? 'A line of brackets stands here, and no bracket is open.'
          : /^(?:```|~~~|={3,}|\*{3,}|-{2,}|_{3,})/.test(line)
            ? `A line of \`${line.slice(0, 3)}\` means nothing among the fields.`
            : 'This line fits nothing around it.',
      hint: /^\W+$/.test(line)
        ? 'Take the line out.'
        : 'Each line is `key: value`, or starts an entry of a list with `- `, or goes on with the text above, further in than its key. Mend the line, or take it out.',
    },
  });
  return found;
}

/** The changes to one line that may cure a text. `known` are the keys of its schema. */
export function repairsOf(rows: readonly Row[], at: number, known: ReadonlySet<string>): Repair[] {
  return [
    ...placings(rows, at, known),
    ...completions(rows, at, known),
    ...joins(rows, at, known),
    ...valueRepairs(rows, at),
  ];
}

/** Of these, those that may cure a text that can be read, and says something else than it should. */
export function placings(rows: readonly Row[], at: number, known: ReadonlySet<string>): Repair[] {
  if (isBare(rows[at]?.text ?? '')) return [];
  return [...reindents(rows, at), ...startRepairs(rows, at, known), ...splits(rows, at, known)];
}

/** Spaces that YAML does not take for such. */
const oddSpace = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/;

/** Lines that start with tabs, or with spaces that are none to YAML: one mistake, however many lines have it. */
export function spaceRepairs(rows: readonly Row[]): Repair[] {
  const wrong = rows.flatMap(({ text }, i) => {
    const start = /^\s*/.exec(text)?.[0] ?? '';
    return text.trim() !== '' && oddSpace.test(start) ? [i] : [];
  });
  const at = wrong[0];
  if (at === undefined) return [];
  const text = rows[at]?.text ?? '';
  const from = text.search(oddSpace);
  const isTab = text[from] === '\t';
  const others = wrong.length - 1;
  const also =
    others > 0
      ? ` So ${others === 1 ? 'does one more line' : `do ${others.toLocaleString('en-US')} more lines`}.`
      : '';
  const set = new Set(wrong);
  const details: Details = isTab
    ? {
        rule: 'yaml-tab',
        message: `This line starts with a tab, and only spaces may stand before a key or a dash.${also}`,
        hint: 'Put spaces for each tab, as many as the lines of the same block have.',
      }
    : {
        rule: 'yaml-tab',
        message: `This line starts with a no-break space, which looks like a space and is none.${also}`,
        hint: 'Delete what stands before the first letter, and type plain spaces.',
      };
  return [2, 4, 1, 8, 6, 0].map((width) => ({
    rows: () =>
      rows.map((row, i) =>
        set.has(i)
          ? {
              ...row,
              text: row.text.replace(/^\s*/, (start) =>
                start.replaceAll('\t', ' '.repeat(width)).replace(/[^ ]/g, ' '),
              ),
            }
          : row,
      ),
    at,
    from,
    to: from + 1,
    cost: 0,
    details,
  }));
}
