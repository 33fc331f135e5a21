import { closeSync, lstatSync, openSync, readFileSync, readSync, realpathSync, type Stats } from 'node:fs';
import { join, relative } from 'node:path';
import { EnvironmentError, hasCode } from './errors.ts';

/** @throws {EnvironmentError} if `path` is no ordinary file or is reached through a link; errors of the system */
export function requireOrdinaryFile(path: string, folder: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink() || realpathSync(path) !== join(realpathSync(folder), relative(folder, path)))
    throw new EnvironmentError(
      `${path} is a link, or stands behind one, and only what stands in ${folder} itself is taken: put a copy of the file there.`,
    );
  if (!found.isFile()) throw new EnvironmentError(`${path} is not an ordinary file.`);
}

/** The bytes of a file; if `folder` is given, only of an ordinary file in it. @throws as above */
export function readOrdinaryFile(path: string, folder: string | undefined): Buffer {
  if (folder !== undefined) requireOrdinaryFile(path, folder);
  return readFileSync(path);
}

/** The stat of a path; `undefined` if there is nothing, or a file in place of a folder. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Size, times and inode of a file, which change with its content; the size comes first. Empty if there is no file. */
export function stampOf(path: string): string {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}` : '';
}

/** Up to `length` bytes of a file from `start`. Throws system errors. */
export function bytesAt(path: string, start: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, start));
  } finally {
    closeSync(file);
  }
}
