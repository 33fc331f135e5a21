import { changed, edit, type Line, type Repair } from './repair.ts';

/** A text in the quotation marks that suit it. */
export function quote(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`;
  return `'${text.replaceAll("'", "''")}'`;
}

/** Mistakes between brackets, each with its correction, message and hint. All of one kind in a line are repaired together. */
const bracketTypos: readonly (readonly [pattern: RegExp, right: string, message: string, hint: string])[] = [
  [/,(?=\s*,)/g, '', 'There are two commas here with nothing between them.', 'Delete one of them.'],
  [
    /;(?=\s)/g,
    ',',
    'There is a semicolon between two entries instead of a comma.',
    'Replace it with a comma.',
  ],
  [
    /(?<=[[{,]\s*)(#[^\s,\]}#]+)/g,
    '"$1"',
    'Everything after `#` is ignored here, because it is read as a comment.',
    'Put each entry that starts with `#` in quotation marks: `"#dallas"`.',
  ],
  [
    /([\w"]):(?=[^\s/])/g,
    '$1: ',
    'A space is missing after the colon.',
    'Write a colon, a space, and then the value.',
  ],
  [
    /(?<=[[{,:]\s*)"([^",\]}]*?)(?=\s*[,\]}])/g,
    '"$1"',
    'A quotation mark (`"`) opens here and is never closed.',
    'Put `"` at the end of these words too.',
  ],
  [
    /(?<=["\w]) +(?=[\w-]+: )|(?<=["'}]) +(?=["'{\w])/g,
    ', ',
    'A comma is missing between two entries.',
    'Put a comma and a space between them.',
  ],
  [
    /(?<=[[,]\s*)(?=[^,[\]]*[{}#&*!|>%@`])([^\s,"'[\]](?:[^,"[\]]*[^\s,"[\]])?)/g,
    '"$1"',
    'An entry of this list has signs in it that have a special meaning.',
    'Put it in quotation marks.',
  ],
];

/** Repairs of unbalanced brackets, and of the text inside brackets. */
export function bracketRepairs(line: Line, before: string, value: string): Repair[] {
  const repair = (cost: number, column: number, repaired: string, message: string, hint: string): Repair => ({
    ...edit(line, before + repaired, before.length + column, before.length + column + 1),
    cost,
    message,
    hint,
  });
  return ['[]}', '{}]'].flatMap(([open = '', close = '', otherClose = '']) => {
    const [opened, closed] = [value.split(open).length, value.split(close).length];
    const found: Repair[] = [];
    if (closed > opened) {
      const message = `A bracket (\`${close}\`) closes here and was never opened.`;
      const column = value.lastIndexOf(close);
      const hint = `Delete it, or put \`${open}\` before the first entry.`;
      if (opened === 1) found.push(repair(1.05, column, open + value, message, hint));
      found.push(repair(1.1, column, value.slice(0, column) + value.slice(column + 1), message, hint));
    }
    if (!value.startsWith(open)) return found;
    if (opened > closed) {
      const message = `A bracket (\`${open}\`) opens here and is never closed.`;
      const hint = `Put \`${close}\` at the end of the list. If this is not a list, put the whole text in quotation marks.`;
      found.push(repair(1, 0, value.replace(/\s+#.*$/, '') + close, message, hint));
    }
    if (value.endsWith(otherClose)) {
      const message = `\`${open}\` opens here, but \`${otherClose}\` closes it.`;
      const hint = `Put \`${close}\` at the end instead of \`${otherClose}\`.`;
      found.push(repair(1, value.length - 1, value.slice(0, -1) + close, message, hint));
    }
    for (const [pattern, right, message, hint] of bracketTypos) {
      const column = value.search(pattern);
      if (column !== -1) found.push(repair(1.05, column, value.replace(pattern, right), message, hint));
    }
    return found;
  });
}

/** Adds the missing commas to lines of a list that have an entry in quotation marks each. */
export function commaRepair({ lines, at, text }: Line): Repair | [] {
  const lacksComma = (i: number) =>
    /["']\s*$/.test(lines[i] ?? '') && /^\s*["'][^:]*$/.test(lines[i + 1] ?? '');
  if (!lacksComma(at)) return [];
  let last = at;
  while (lacksComma(last + 1)) last++;
  return {
    lines: () => changed(lines, at, last, (line) => `${line.trimEnd()},`),
    at,
    from: text.trimEnd().length - 1,
    to: text.trimEnd().length,
    cost: 1,
    message: 'A comma is missing between two entries.',
    hint: 'Put one at the end of this line, and of each line below it but the last.',
  };
}

/** Puts a value in quotation marks, alone or with the lines below that belong to its text. */
export function quoteRepairs(line: Line, last: number, before: string, value: string): Repair[] {
  const { lines, at } = line;
  const first = value[0] ?? '';
  // Characters that cannot start a text without quotation marks.
  const isSpecial = /^[-@%&*!|>[\]{}#?:,`]/.test(value);
  const hasColon = !/^["']/.test(value) && value.search(/:(?:\s|$)/) > 0;
  const more = lines.slice(at + 1, last + 1).map((text) => text.trim());
  const quoted = (text: string, end: number, cost: number): Repair => ({
    lines: () => changed(lines.with(at, before + quote(text)), at + 1, end, () => ''),
    at,
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
  // Below `- name: …`, the other keys of the entry are indented too.
  const column = before.search(/[^\s-]/);
  const hasKeys = lines.slice(at + 1, last + 1).some((text) => text.search(/\S/) === column);
  if (more.length === 0 || more.length >= 12 || hasKeys) return [alone];
  return [quoted([value, ...more].join(' '), last, cost), alone];
}
