import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** One day, in milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** Removes the files and folders directly in `folder` that were not modified for `maxAge` milliseconds, if `own` matches their name; files that have other links are in use. */
export function removeOld(folder: string, maxAge: number, own = /(?:)/): void {
  const names = readdirSync(folder).filter((name) => own.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat || (stat.isFile() && stat.nlink > 1)) continue;
    if (Date.now() - stat.mtimeMs > maxAge) rmSync(path, { recursive: true, force: true });
  }
}
