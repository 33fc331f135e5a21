import { realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { decoded } from '../../lib/web-address.ts';
import { paths } from '../../site/headers.ts';

/** The result of a request: a file of the site, a redirect to the canonical address of a page, or nothing. */
export type Destination =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'missing' };

/** Resolves a path as static hosts do: other forms of an address (`/x/`, `/x.html`) redirect to it; links out of `out` and dot files are missing. */
export function resolvePath(out: string, pathname: string): Destination {
  const path = decoded(pathname) ?? '';
  const isHidden = new RegExp(paths.hidden).test(path);
  if (!path.startsWith('/') || /[\\\0]/.test(path) || isHidden) return { kind: 'missing' };

  const bare = new RegExp(paths.anyForm).exec(path)?.[1] || '/';
  const page = `${bare === '/' ? '/index' : bare}.html`;
  if (isFileIn(out, page)) {
    if (path !== bare) return { kind: 'moved', to: encodeURI(bare) };
    return { kind: 'file', file: page };
  }
  return isFileIn(out, path) ? { kind: 'file', file: path } : { kind: 'missing' };
}

function isFileIn(out: string, path: string): boolean {
  const file = join(out, path);
  try {
    if (!statSync(file).isFile()) return false;
    const inside = relative(realpathSync(out), realpathSync(file));
    return !inside.startsWith('..') && inside.split(sep).join('/') === path.slice(1);
  } catch {
    // Missing, too long a name, a circle of links or no permission: all the same to a visitor.
    return false;
  }
}
