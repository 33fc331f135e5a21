import { changed, indentOf, type Line, type LineRepair, lastOfBlock, withText } from './row.ts';
import { type Slip, slipRepairs } from './slips.ts';

/** Characters that cannot start a text without quotation marks. */
const special = /^[-@%&*!|>[\]{}#?:,`]/;

/** A text in the quotation marks that suit it. */
function quote(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`;
  return `'${text.replaceAll("'", "''")}'`;
}

const withoutQuotes = (text: string) => text.replace(/^["'](.*)$/, '$1').replace(/^(.*)["']$/, '$1');

/** Mistakes with quotation marks and behind brackets. `{quoted}` is the value in quotation marks, `{requoted}` in others than its own. */
const valueSlips: readonly Slip[] = [
  {
    pattern: /(?<bad>(?<mark>["'])(?:(?!\k<mark>).)*)$/dy,
    replacement: '{bad}{mark}',
    cost: 1,
    message: 'A quotation mark (`{mark}`) opens here and is never closed.',
    hint: 'Put `{mark}` at the end of the text too.',
  },
  {
    pattern: /(?<bad>(?<mark>["'])(?=.*\k<mark>).*(?<!\k<mark>))$/dy,
    replacement: '{quoted}',
    cost: 1.4,
    message: 'The quotation marks end before the text does.',
    hint: 'Put the whole text in quotation marks: `{before} {quoted}`.',
  },
  {
    pattern: /(?<bad>(?<mark>["'])(?=.*\k<mark>.).*\k<mark>)$/dy,
    replacement: '{requoted}',
    cost: 1.1,
    message: 'This text is in `{mark}` and has another `{mark}` in it, which ends it too early.',
    hint: 'Use other quotation marks around the text: `{requoted}`.',
  },
  {
    pattern: /(?<bad>"(?=[^"]*\\)[^"]*")$/dy,
    replacement: '{requoted}',
    cost: 1.3,
    message: 'Between `"` and `"`, a `\\` has a special meaning, and this one is not allowed.',
    hint: "Use `'` around the text, or write each `\\` twice.",
  },
  {
    pattern: /(?<bad>[^"'](?:[^"]*(?=")|[^']*(?='))(?<mark>["']))$/dy,
    replacement: '{requoted}',
    cost: 1.5,
    message: 'A quotation mark (`{mark}`) closes here and was never opened.',
    hint: 'Put one before the text too, or delete this one.',
  },
  {
    pattern: /(?<kept>[[{].*[\]}])(?<bad>\s*[^\s\]}][^\]}]*)$/dy,
    replacement: '{kept}',
    cost: 1.2,
    message: 'There is something after the closing bracket.',
    hint: 'Delete it, or put the whole text in quotation marks.',
  },
];

/** Mistakes between brackets. All of one kind in a line are repaired together. */
const bracketSlips: readonly {
  readonly pattern: RegExp;
  readonly replacement: string;
  readonly message: string;
  readonly hint: string;
}[] = [
  {
    pattern: /,(?=\s*,)/g,
    replacement: '',
    message: 'There are two commas here with nothing between them.',
    hint: 'Delete one of them.',
  },
  {
    pattern: /;(?=\s)/g,
    replacement: ',',
    message: 'There is a semicolon between two entries instead of a comma.',
    hint: 'Replace it with a comma.',
  },
  {
    pattern: /(?<=[[{,]\s*)(#[^\s,\]}#]+)/g,
    replacement: '"$1"',
    message: 'Everything after `#` is ignored here, because it is read as a comment.',
    hint: 'Put each entry that starts with `#` in quotation marks: `"#dallas"`.',
  },
  {
    pattern: /([\w"]):(?=[^\s/])/g,
    replacement: '$1: ',
    message: 'A space is missing after the colon.',
    hint: 'Write a colon, a space, and then the value.',
  },
  {
    pattern: /(["\w]) +(?=[\w-]+: )/g,
    replacement: '$1, ',
    message: 'A comma is missing between two entries.',
    hint: 'Put a comma and a space between them.',
  },
];

const entry = /^(\s*(?:- +)*(?:(?:[\w-]+|"[^"]*"|'[^']*'):\s+)?)(\S.*)$/;

/** Repairs of what follows a key or a dash on its line. */
export function valueRepairs(line: Line): LineRepair[] {
  const { rows, at, text } = line;
  const [, before = '', value = ''] = entry.exec(text.trimEnd()) ?? [];
  if (value === '' || before.trim() === '') return [];
  const words = { before: before.trim(), quoted: quote(value), requoted: quote(withoutQuotes(value)) };
  const last = lastOfBlock(rows, at, indentOf(before) + (/^\s*-/.test(before) ? 2 : 1));
  return [
    ...slipRepairs(valueSlips, line, before.length, words),
    ...bracketRepairs(line, before, value),
    ...(last > at ? slipRepairs([blockHeader], line, before.length) : []),
    ...quoteRepairs(line, last, before, value),
  ];
}

/** The sign that starts a text on the lines below it. */
const blockHeader: Slip = {
  pattern: /(?<sign>[|>])(?![-+]?$)(?<bad>.*)$/dy,
  replacement: '{sign}-',
  cost: 1,
  message: 'After `{sign}`, only `-` or `+` can follow on this line.',
  hint: 'Write `>-` or `|`, and start the text on the next line. `>-` joins its lines, `|` keeps them as they are.',
};

/** Repairs of a value with brackets: pairs of them, and what is between them. */
function bracketRepairs({ rows, at }: Line, before: string, value: string): LineRepair[] {
  const repair = (cost: number, column: number, repaired: string, message: string, hint: string) => ({
    rows: () => withText(rows, at, before + repaired),
    from: before.length + column,
    to: before.length + column + 1,
    cost,
    message,
    hint,
  });
  return ['[]}', '{}]'].flatMap(([open = '', close = '', otherClose = '']) => {
    const [opened, closed] = [value.split(open).length, value.split(close).length];
    const found: LineRepair[] = [];
    if (closed > opened) {
      const message = `A bracket (\`${close}\`) closes here and was never opened.`;
      const column = value.lastIndexOf(close);
      const hint = `Delete it, or put \`${open}\` before the first entry.`;
      if (opened === 1) found.push(repair(1.05, column, open + value, message, hint));
      const without = value.slice(0, column) + value.slice(column + 1);
      found.push(repair(1.1, column, without, message, hint));
    }
    if (!value.startsWith(open)) return found;
    if (opened > closed) {
      const message = `A bracket (\`${open}\`) opens here and is never closed.`;
      const hint = `Put \`${close}\` at the end of the list. If this is not a list, put the whole text in quotation marks.`;
      for (const list of [value, value.replace(/\s+#.*$/, '')])
        found.push(repair(1, 0, list + close, message, hint));
    }
    if (value.endsWith(otherClose)) {
      const message = `\`${open}\` opens here, but \`${otherClose}\` closes it.`;
      const hint = `Put \`${close}\` at the end instead of \`${otherClose}\`.`;
      found.push(repair(1, value.length - 1, value.slice(0, -1) + close, message, hint));
    }
    for (const { pattern, replacement, message, hint } of bracketSlips) {
      const column = value.search(pattern);
      if (column !== -1) found.push(repair(1.05, column, value.replace(pattern, replacement), message, hint));
    }
    for (const { column, mark, repaired } of closedQuotes(value)) {
      const message = `A quotation mark (\`${mark}\`) opens here and is never closed.`;
      found.push(repair(1.1, column, repaired, message, `Put \`${mark}\` at the end of these words too.`));
    }
    return found;
  });
}

/** Lists with a quotation mark that is not closed: its column, and the list with it closed. */
function closedQuotes(list: string) {
  return [...list.matchAll(/(?<=[[{,:]\s*)["']/g)].flatMap(({ index, 0: mark }) => {
    if (list.split(mark).length % 2 === 1) return [];
    return [...list.matchAll(/\s*(?:,|[\]}]?$)/g)]
      .filter((end) => end.index > index + 1)
      .slice(0, 2)
      .map((end) => ({
        column: index,
        mark,
        repaired: list.slice(0, end.index) + mark + list.slice(end.index),
      }));
  });
}

/** Puts a value in quotation marks, alone or with the lines below that belong to its text. */
function quoteRepairs({ rows, at }: Line, last: number, before: string, value: string): LineRepair[] {
  const first = value[0] ?? '';
  const isSpecial = special.test(value);
  const hasColon = !/^["']/.test(value) && value.search(/:(?:\s|$)/) > 0;
  const more = rows.slice(at + 1, last + 1).map((row) => row.text.trim());
  const quoted = (text: string, end: number, cost: number): LineRepair => ({
    rows: () =>
      withText(
        changed(rows, at + 1, end, () => ''),
        at,
        before + quote(text),
      ),
    from: before.length,
    to: before.length + value.length,
    cost,
    rule: !hasColon && /[*&]/.test(first) ? 'yaml-alias' : 'yaml-syntax',
    message: hasColon
      ? 'A colon and a space in this text make it look like a second key.'
      : isSpecial
        ? `A text cannot start with \`${first}\`.`
        : 'This text contains characters that have a special meaning here.',
    hint: `Put the whole text in quotation marks: \`${before.trim()} ${quote(value)}\`.`,
  });
  const cost = isSpecial ? 1.6 : 2;
  const alone = quoted(value, at, cost + 0.1);
  if (more.length === 0 || more.length >= 12) return [alone];
  return [quoted([value, ...more].join(' '), last, cost), alone];
}
