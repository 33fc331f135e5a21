import { hashOf } from '../lib/content-hash.ts';

/** Characters; a longer object goes into the key as its hash. */
const maxJson = 100;

/** Makes keys of plain data that share a key. Pages share many posts and pictures, and each of these is serialized once. */
export function createPageKeys(sharedKey: string): (props: object) => string {
  const hashes = new WeakMap<object, string>();
  /** A loop, because lists of the entries of all these objects would take twice as long. */
  function fields(value: object): string {
    let json = '';
    for (const name in value) json += `"${name}":${write(value[name as keyof typeof value])},`;
    return `{${json}}`;
  }
  function write(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(write).join()}]`;
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value !== 'object' || value === null) return String(value);
    const known = hashes.get(value);
    if (known !== undefined) return known;
    const json = 'toJSON' in value ? JSON.stringify(value) : fields(value);
    if (json.length <= maxJson) return json;
    const hash = hashOf(json);
    hashes.set(value, hash);
    return hash;
  }
  return (props) => hashOf(sharedKey + fields(props));
}
