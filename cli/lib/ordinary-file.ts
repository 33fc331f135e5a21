import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join, relative } from 'node:path';
import { hasCode } from './environment-error.ts';

/** Throws, in words for the log, where `path` is no ordinary file, or is reached by a link in or out of `folder`; and what the system throws. */
export function requireOrdinaryFile(path: string, folder: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink() || realpathSync(path) !== join(realpathSync(folder), relative(folder, path)))
    throw new Error(
      `${path} is a link, or stands behind one, and only what stands in ${folder} itself is taken: put a copy of the file there.`,
    );
  if (!found.isFile()) throw new Error(notOrdinary(path));
}

const notOrdinary = (path: string) => `${path} is not an ordinary file.`;

/** The bytes of a file; where `folder` is given, only of one that stands there itself. Throws as above. */
export function readOrdinaryFile(path: string, folder: string | undefined): Buffer {
  if (folder === undefined) return readFileSync(path);
  requireOrdinaryFile(path, folder);
  // Whoever puts something else in its place meanwhile meets these: no link is followed, and no pipe is waited for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error(notOrdinary(path));
    requireOrdinaryFile(path, folder);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** What is at a path; `undefined` also where a file is at the place of a folder. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** What changes when a file does: its size, its times and its place on the disk; the size comes first. Empty where there is none. */
export function stampOf(path: string): string {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}` : '';
}
