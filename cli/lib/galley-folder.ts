import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** The folder beside `content/` for files that no editor writes. */
const folderName = '.galley';

/** A folder for one kind of such files. */
export const ownFolderOf = (content: string, kind: string): string => join(cacheFolderOf(content), kind);

/** The folder for what is kept between builds and can be made again: `named`, or the one beside `content/`. */
export const cacheFolderOf = (content: string, named?: string): string =>
  resolve(named ?? join(dirname(resolve(content)), folderName));

/** Makes such a folder; git ignores it if it is in `.galley/`. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const parent = dirname(resolve(folder));
  const ignore = join(parent, '.gitignore');
  if (basename(parent) === folderName && !existsSync(ignore)) replaceFile(ignore, '*\n');
}
