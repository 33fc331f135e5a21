import {
  changed,
  indentOf,
  isBare,
  lastOfBlock,
  levelsAbove,
  nameOf,
  type Repair,
  type Row,
  spaces,
} from './row.ts';

/** Moves a line, alone or with the lines below it, to the columns at which lines near it start. */
export function indentRepairs(rows: readonly Row[], at: number): Repair[] {
  const text = rows[at]?.text ?? '';
  const indent = indentOf(text);
  const step = stepOf(rows);
  const children = lastOfBlock(rows, at, indent + 1);
  const lasts = [...new Set([at, children, lastOfBlock(rows, at, indent)])];
  return [...levelsNear(rows, at)].flatMap((level) =>
    lasts.map((last): Repair => {
      const by = level - indent;
      const lines = rows.slice(at + 1, last + 1).filter((row) => row.text.trim() !== '').length;
      const below =
        lines === 0 ? '' : `, and the same for the ${lines === 1 ? 'line' : `${lines} lines`} below it`;
      const farFetched = last === at ? 0 : last === children ? 0.05 : 0.4;
      return {
        rows: () => changed(rows, at, last, (line) => moved(line, by)),
        at,
        from: 0,
        to: Math.max(1, indent),
        cost:
          1 +
          Math.abs(by) / 10 +
          farFetched +
          (level % step === 0 ? 0 : 0.05) +
          Math.min(0.04, (last - at) / 1000),
        details: {
          rule: 'yaml-indentation',
          message: `This line starts with ${spaces(indent)}; the lines of its block start with ${level === 0 ? 'none' : level}.`,
          hint:
            by > 0
              ? `Put ${by === 1 ? 'one more space' : `${by} more spaces`} before \`${nameOf(text)}\`${below}.`
              : `Delete ${spaces(-by)} before \`${nameOf(text)}\`${below}.`,
        },
      };
    }),
  );
}

function moved(line: string, by: number): string {
  if (line.trim() === '') return line;
  return by > 0 ? ' '.repeat(by) + line : line.replace(new RegExp(`^ {0,${-by}}`), '');
}

/** The columns at which the lines around a line start, except its own. */
function levelsNear(rows: readonly Row[], at: number): Set<number> {
  const indent = indentOf(rows[at]?.text ?? '');
  const below = rows.slice(at + 1, at + 400).filter(({ text }) => !isBare(text));
  const outer = below.find(({ text }) => indentOf(text) < indent);
  const levels = levelsAbove(rows, at);
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
