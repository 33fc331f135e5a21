import { changed, type Repair, type RepairDetails, type Row } from './row.ts';

/** Spaces that YAML does not accept before a key or a dash. */
const otherSpace = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/;

/** Repairs of lines that start with tabs or other spaces: one mistake, however many lines have it. */
export function spaceRepairs(rows: readonly Row[]): Repair[] {
  const isWrong = (text: string) => text.trim() !== '' && otherSpace.test(/^\s*/.exec(text)?.[0] ?? '');
  const wrong = rows.filter(({ text }) => isWrong(text));
  const first = wrong[0];
  if (!first) return [];
  const from = first.text.search(otherSpace);
  const others = wrong.length - 1;
  const also =
    others === 0
      ? ''
      : ` So ${others === 1 ? 'does one more line' : `do ${others.toLocaleString('en-US')} more lines`}.`;
  const details: RepairDetails =
    first.text[from] === '\t'
      ? {
          rule: 'yaml-tab',
          message: `This line starts with a tab, but only spaces can come before a key or a dash.${also}`,
          hint: 'Replace each tab with spaces. Use as many as the lines of the same block have.',
        }
      : {
          rule: 'yaml-tab',
          message: `This line starts with a no-break space, which looks like a space but is a different character.${also}`,
          hint: 'Delete what comes before the first letter, and type ordinary spaces.',
        };
  const widen = (text: string, width: number) =>
    text.replace(/^\s*/, (start) => start.replaceAll('\t', ' '.repeat(width)).replace(/[^ ]/g, ' '));
  return [2, 4, 1, 8, 6, 0].map((width) => ({
    rows: () => changed(rows, 0, rows.length, (text) => (isWrong(text) ? widen(text, width) : text)),
    at: rows.indexOf(first),
    from,
    to: from + 1,
    cost: 0,
    details,
  }));
}
