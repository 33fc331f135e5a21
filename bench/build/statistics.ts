export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2;
};

export interface Ratio {
  readonly ofMedians: number;
  /** Of two values of one round. */
  readonly least: number;
  readonly largest: number;
}

/** The ratio of `ours` to `theirs`, of one value per round each. */
export function ratio(ours: readonly number[], theirs: readonly number[]): Ratio {
  const pairs = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  return {
    ofMedians: median(ours) / median(theirs),
    least: Math.min(...pairs),
    largest: Math.max(...pairs),
  };
}

/** Rotates the items each round, so that each is first equally often. */
export function rotated<Item>(items: readonly Item[], round: number): readonly Item[] {
  const start = round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
