/** The values of a list that a test goes through. Throws where there are none, because such a test could not fail. */
export function atLeastOne<T>(values: Iterable<T>): readonly T[] {
  const all = [...values];
  if (all.length === 0) throw new Error('There is nothing to test.');
  return all;
}
