import { changed, type Repair, type Row } from './row.ts';

/** Spaces that YAML does not accept before a key or a dash. */
const otherSpace = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/;

/** Repairs of lines that start with tabs or other spaces: one mistake, however many lines have it. */
export function spaceRepairs(rows: readonly Row[]): Repair[] {
  const isWrong = (text: string) => text.trim() !== '' && otherSpace.test(/^\s*/.exec(text)?.[0] ?? '');
  const wrong = rows.filter(({ text }) => isWrong(text));
  const first = wrong[0];
  if (!first) return [];
  const from = first.text.search(otherSpace);
  const sign = first.text[from] === '\t' ? 'tab' : 'no-break space, which looks like a space';
  const count = wrong.length === 1 ? '' : ` There are ${wrong.length.toLocaleString('en-US')} such lines.`;
  const widen = (text: string, width: number) =>
    text.replace(/^\s*/, (start) => start.replaceAll('\t', ' '.repeat(width)).replace(/[^ ]/g, ' '));
  return [2, 4, 1, 8, 6, 0].map((width) => ({
    rows: () => changed(rows, 0, rows.length, (text) => (isWrong(text) ? widen(text, width) : text)),
    at: rows.indexOf(first),
    from,
    to: from + 1,
    cost: 0,
    rule: 'yaml-tab',
    message: `This line starts with a ${sign}; only ordinary spaces can come before a key or a dash.${count}`,
    hint: 'Delete what comes before the first letter, and type as many spaces as the lines of the same block have.',
  }));
}
