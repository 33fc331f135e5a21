import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { EnvironmentError } from './errors.ts';
import { lstatOf } from './ordinary-file.ts';
import { replaceFile } from './replace-file.ts';

/** The folder beside `content/` for caches and pulled headlines. */
const folderName = '.galley';

/** The folder for one kind of these files, in the cache folder. */
export function ownFolderOf(content: string, kind: string, named?: string): string {
  const folder = join(cacheFolderOf(content, named), kind);
  requireNoLink(folder);
  return folder;
}

/** The cache folder: `named`, or the one beside `content/`. */
export const cacheFolderOf = (content: string, named?: string): string =>
  resolve(named ?? join(dirname(resolve(content)), folderName));

/** Throws `EnvironmentError` if such a folder, or the one around it, is a link: files are deleted there, and published from it. */
export function requireNoLink(folder: string): void {
  const link = [dirname(folder), folder].find((path) => lstatOf(path)?.isSymbolicLink());
  if (link === undefined) return;
  throw new EnvironmentError(
    `${link} is a link, and Galley follows none to a folder where it deletes files. Name that folder itself with --cache (headlines: --feeds).`,
  );
}

/** Makes such a folder; git ignores it if it is in `.galley/`. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const parent = dirname(resolve(folder));
  const ignore = join(parent, '.gitignore');
  if (basename(parent) === folderName && !existsSync(ignore)) replaceFile(ignore, '*\n');
}
