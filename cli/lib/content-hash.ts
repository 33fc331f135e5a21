import { createHash, hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const algorithm = 'sha256';

/** Letters of a hash: 132 bits. */
const length = 22;

/** The content hash of a text or bytes, as 22 letters, digits, `-` and `_`. */
export const hashOf = (content: string | Uint8Array): string =>
  hash(algorithm, content, 'base64url').slice(0, length);

/** Hashes content that comes in parts. */
export function createHasher() {
  const hasher = createHash(algorithm);
  return {
    add: (part: string | Uint8Array): unknown => hasher.update(part),
    hash: (): string => hasher.digest('base64url').slice(0, length),
  };
}

/** In bytes: larger files are read in parts. */
const partSize = 1 << 20;

/** The hash of a file, without keeping it in memory. Throws what the disk throws. */
export function hashOfFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const hasher = createHasher();
    const part = Buffer.allocUnsafe(partSize);
    for (let size = 1; size > 0; ) {
      size = readSync(file, part, 0, partSize, null);
      hasher.add(part.subarray(0, size));
    }
    return hasher.hash();
  } finally {
    closeSync(file);
  }
}

/** The hash of several values that are plain data. */
export const keyOf = (...values: readonly unknown[]): string => hashOf(JSON.stringify(values));

/** The hashes of the files directly in a folder, by name; none of a missing folder. Throws what the disk throws. */
export function hashesIn(folder: string): ReadonlyMap<string, string> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  return new Map(files.map((path) => [basename(path), hashOfFile(path)]));
}
