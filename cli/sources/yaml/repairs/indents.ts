import {
  changed,
  indentOf,
  isBare,
  type Line,
  type LineRepair,
  lastOfBlock,
  levelsAbove,
  nameOf,
  type Row,
  spaces,
} from './row.ts';

/** Moves a line, alone or with the lines below it, to the columns at which lines near it start. */
export function indentRepairs(line: Line): LineRepair[] {
  const { rows, at, text, indent } = line;
  const step = stepOf(rows);
  const children = lastOfBlock(rows, at, indent + 1);
  const lasts = [...new Set([at, children, lastOfBlock(rows, at, indent)])];
  return [...levelsNear(line)].flatMap((level) =>
    lasts.map((last): LineRepair => {
      const by = level - indent;
      const count = rows.slice(at + 1, last + 1).filter((row) => row.text.trim() !== '').length;
      const below = `, and the same for the ${count === 1 ? 'line' : `${count} lines`} below it`;
      const farFetched = last === at ? 0 : last === children ? 0.05 : 0.4;
      const odd = level % step === 0 ? 0 : 0.05;
      return {
        rows: () => changed(rows, at, last, (line) => moved(line, by)),
        from: 0,
        to: Math.max(1, indent),
        cost: 1 + Math.abs(by) / 10 + farFetched + odd + Math.min(0.04, (last - at) / 1000),
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
function levelsNear(line: Line): Set<number> {
  const { rows, at, indent } = line;
  const below = rows.slice(at + 1, at + 400).filter(({ text }) => !isBare(text));
  const outer = below.find(({ text }) => indentOf(text) < indent);
  const levels = levelsAbove(line);
  for (const row of [below[0], outer]) if (row) levels.add(indentOf(row.text));
  levels.delete(indent);
  return levels;
}

/** By how many spaces blocks are indented in a text. */
function stepOf(rows: readonly Row[]): number {
  const indents = rows.map(({ text }) => indentOf(text)).filter((indent) => indent > 0);
  const odd = indents.filter((indent) => indent % 2 === 1).length;
  return odd * 3 <= indents.length ? 2 : (indents[0] ?? 2);
}
