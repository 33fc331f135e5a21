/** Divides things into rows of at most `most`, as even as can be, longer rows last: 5 is 2 and 3, 11 is 3, 4 and 4. */
export function inRows<T>(all: readonly T[], most: number): T[][] {
  const rows = Math.ceil(all.length / most);
  const startOf = (row: number) =>
    Array.from({ length: row }, (_, i) => Math.floor((all.length + i) / rows)).reduce(
      (sum, size) => sum + size,
      0,
    );
  return Array.from({ length: rows }, (_, row) => all.slice(startOf(row), startOf(row + 1)));
}
