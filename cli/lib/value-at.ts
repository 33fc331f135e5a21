/** The value at a path of keys and positions; `undefined` if there is none. */
export const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    data,
  );
