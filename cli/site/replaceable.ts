import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { attempt, EnvironmentError } from '../lib/errors.ts';
import { orUndefined } from '../lib/or-undefined.ts';
import { foreignFiles, isOurs, lookAt } from './site-folder.ts';

/** A path without links in it, as far as it exists. */
export function realPath(path: string): string {
  const whole = resolve(path);
  const known = orUndefined(() => realpathSync(whole));
  return known ?? (whole === dirname(whole) ? whole : join(realPath(dirname(whole)), basename(whole)));
}

/** Throws `EnvironmentError` where a build may not replace `out`: it has what no build wrote (but with `force`), or overlaps with a folder in `protect`. */
export function requireReplaceable(out: string, protect: readonly string[], force = false): void {
  const target = realPath(out);
  for (const folder of protect.map(realPath)) {
    const inside = relative(target, folder);
    const around = relative(folder, target);
    if (inside === '' || !inside.startsWith('..') || !around.startsWith('..')) {
      throw new EnvironmentError(
        `The output folder ${target} and ${folder} must be separate: neither may be inside the other.`,
      );
    }
  }
  const requireOurs = () => {
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) throw new EnvironmentError(`${target} is not a folder.`);
    if (!isOurs(target)) {
      throw new EnvironmentError(
        `${target} holds files that Galley did not make; a build would delete them. Empty it, or choose another --out.`,
      );
    }
    if (!force) refuseForeign(target, foreignFiles(target));
  };
  attempt(target, 'read', () => lookAt(target, requireOurs));
}

/** Throws `EnvironmentError` that names the files, if there are any. */
export function refuseForeign(out: string, foreign: readonly string[]): void {
  if (foreign.length === 0) return;
  throw new EnvironmentError(
    `${out} holds files that no build wrote, and a build would delete them: ${firstOf(foreign)}. ` +
      'Move them elsewhere (files for readers to download belong in media/ or public/ of the content), or add --force to remove them.',
  );
}

/** Up to five names, and how many more there are. */
export function firstOf(names: readonly string[]): string {
  const more = names.length - 5;
  return names.slice(0, 5).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
