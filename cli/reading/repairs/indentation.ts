import {
  changed,
  indentOf,
  isBare,
  type Line,
  lastOfBlock,
  levelsAbove,
  nameOf,
  type Repair,
  spaces,
} from './repair.ts';

const startsKey = /^\s*[\w-]+:(?:\s|$)/;

/** Moves a line, alone with the lines nested in it, or with the rest of its block, to the columns at which lines near it start. */
export function indentRepairs(line: Line): Repair[] {
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
