import { hashOf } from '../lib/content-hash.ts';

/** Characters; a longer object goes into the key as its hash, which takes as long as writing so many. */
const maxWritten = 200;

/** Makes keys of plain data that share a key. Pages share many posts and pictures, and each of these is written once. */
export function createPageKeys(sharedKey: string): (props: object) => string {
  const hashes = new WeakMap<object, string>();
  /** A loop, because lists of the entries of all these objects would take twice as long. */
  function fields(value: object): string {
    let written = '';
    for (const name in value) written += `${name}=${write(value[name as keyof typeof value])},`;
    return `{${written}}`;
  }
  function list(values: readonly unknown[]): string {
    let written = '';
    for (const value of values) written += `${write(value)},`;
    return `[${written}]`;
  }
  /** A text comes after its length, because it may hold any character. */
  function write(value: unknown): string {
    if (typeof value === 'string') return `${value.length}:${value}`;
    if (Array.isArray(value)) return list(value);
    if (typeof value !== 'object' || value === null) return String(value);
    if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON());
    const known = hashes.get(value);
    if (known !== undefined) return known;
    const written = fields(value);
    if (written.length <= maxWritten) return written;
    const hash = hashOf(written);
    hashes.set(value, hash);
    return hash;
  }
  return (props) => hashOf(sharedKey + fields(props));
}
