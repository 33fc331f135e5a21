import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** One day, in milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** Removes the files and folders directly in `folder` that were not modified for `maxAge` milliseconds, if `own` matches their name. */
export function removeOld(folder: string, maxAge: number, own = /(?:)/): void {
  const names = readdirSync(folder).filter((name) => own.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    const modified = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - modified > maxAge) rmSync(path, { recursive: true, force: true });
  }
}
