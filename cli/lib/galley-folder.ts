import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** The folder beside `content/` for caches and pulled headlines. */
const folderName = '.galley';

/** The folder for one kind of these files. */
export const ownFolderOf = (content: string, kind: string): string => join(cacheFolderOf(content), kind);

/** The cache folder: `named`, or the one beside `content/`. */
export const cacheFolderOf = (content: string, named?: string): string =>
  resolve(named ?? join(dirname(resolve(content)), folderName));

/** Makes such a folder; git ignores it if it is in `.galley/`. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const parent = dirname(resolve(folder));
  const ignore = join(parent, '.gitignore');
  if (basename(parent) === folderName && !existsSync(ignore)) replaceFile(ignore, '*\n');
}
