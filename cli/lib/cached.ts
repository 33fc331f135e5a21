/** A function that computes the result for each key once. */
export function cached<K, V>(compute: (key: K) => V): (key: K) => V {
  const results = new Map<K, V>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as V;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
