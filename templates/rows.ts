/** Divides things into rows of at most `most`, as even as can be, longer rows last: 5 is 2 and 3, 11 is 3, 4 and 4. */
export function inRows<T>(all: readonly T[], most: number): T[][] {
  if (all.length <= most) return all.length > 0 ? [[...all]] : [];
  const rows = Math.ceil(all.length / most);
  let end = 0;
  return Array.from({ length: rows }, (_, row) => {
    const start = end;
    end += Math.floor((all.length + row) / rows);
    return all.slice(start, end);
  });
}
