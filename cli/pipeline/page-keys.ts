import { hashOf } from '../lib/content-hash.ts';

/** Characters; a longer object goes into the key as its hash. */
const maxJson = 100;

/** Makes keys of plain data that share a key. Pages share many posts and pictures, and each of these is serialized once. */
export function createPageKeys(sharedKey: string): (props: object) => string {
  const hashes = new WeakMap<object, string>();
  function write(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(write).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    const known = hashes.get(value);
    if (known !== undefined) return known;
    const json = JSON.stringify(value);
    if (json.length <= maxJson) return json;
    const hash = hashOf(json);
    hashes.set(value, hash);
    return hash;
  }
  return (props) => {
    const all = Object.entries(props).map(([name, value]) => `"${name}":${write(value)}`);
    return hashOf(`${sharedKey}{${all.join()}}`);
  };
}
