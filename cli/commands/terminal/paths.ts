import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A folder as reports show it, with `/`: relative to the top of its repository, where CI looks for files, or to the current folder. */
export function shownPath(folder: string): string {
  const absolute = resolve(folder);
  const path = relative(repositoryOf(absolute) ?? process.cwd(), absolute)
    .split(sep)
    .join('/');
  return path === '' ? '.' : path;
}

/** A file or folder in `folder` as reports show it. */
export function shownIn(folder: string, path: string): string {
  const shown = shownPath(folder);
  return shown === '.' ? path : `${shown}/${path}`;
}

/** The folder with `.git`, which is a file in a second worktree and in a submodule. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}
