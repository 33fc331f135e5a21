import { median, ratio } from './statistics.ts';

/** The results of each round, by generator. */
export type Results<Value> = Readonly<Record<string, readonly Value[]>>;

/** Digits after the decimal point. */
const digits = { s: 2, ms: 0, MiB: 0, KB: 1 } as const;
type Unit = keyof typeof digits;

export interface Row {
  readonly label: string;
  readonly unit: Unit;
  readonly figures: Results<number>;
}

/** One number of every result. */
export const rowOf = <Value>(
  label: string,
  unit: Unit,
  results: Results<Value>,
  of: (value: Value) => number,
): Row => ({
  label,
  unit,
  figures: Object.fromEntries(Object.entries(results).map(([name, values]) => [name, values.map(of)])),
});

/** A Markdown table of medians, with the ratio of the first of `names` to each other one, and its spread. */
export function table(title: string, names: readonly string[], rows: readonly Row[]): string {
  const [first = '', ...rivals] = names;
  const lines = [
    [title, ...names, ...rivals.map((rival) => `of ${rival}`)],
    [title, ...names, ...rivals].map(() => '---'),
    ...rows.map(({ label, unit, figures }) => [
      label,
      ...names.map((name) => figureOf(figures[name], unit)),
      ...rivals.map((rival) => ratioOf(figures[first], figures[rival])),
    ]),
  ];
  return lines.map((cells) => `|${cells.map((cell) => (cell ? ` ${cell} |` : ' |')).join('')}\n`).join('');
}

const figureOf = (values: readonly number[] | undefined, unit: Unit) =>
  values ? `${median(values).toFixed(digits[unit])} ${unit}` : '';

function ratioOf(ours: readonly number[] | undefined, theirs: readonly number[] | undefined): string {
  if (!ours || !theirs) return '';
  const { ofMedians, least, largest } = ratio(ours, theirs);
  return `${ofMedians.toFixed(2)} (${least.toFixed(2)} to ${largest.toFixed(2)})`;
}
