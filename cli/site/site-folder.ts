import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { attempt, EnvironmentError, hasCode } from '../lib/errors.ts';
import { orUndefined } from '../lib/or-undefined.ts';
import { lstatOf } from '../lib/ordinary-file.ts';

/** The file that marks a folder as Galley's, and lists what a build wrote there. Preview never serves it. */
export const markerName = '.galley-site';

const finished = 'Made by Galley. The next build replaces the files listed here.\n';

/** Marks a complete site with its files. The time, with a random fraction, tells it from others of the same tick of the clock. */
export function writeMarker(site: string, paths: Iterable<string>): void {
  const marker = join(site, markerName);
  writeFileSync(marker, finished + [...paths].map(encodePath).sort().join('\n'));
  const time = (Date.now() + Math.random()) / 1000;
  utimesSync(marker, time, time);
}

/** When the site in a folder was complete, in milliseconds, unlike any other site; `undefined` where there is no site. */
export const timeOfSite = (folder: string): number | undefined => lstatOf(join(folder, markerName))?.mtimeMs;

/** How often a site is read that other builds take away: each has it for the time of two renames. */
const maxLooks = 100;

/** The result of `look`, which reads the site in a folder, and reads it again if another build has replaced it meanwhile. */
export function lookAt<T>(folder: string, look: () => T): T {
  for (let looks = 1; ; looks++) {
    const time = timeOfSite(folder);
    try {
      const result = look();
      if (timeOfSite(folder) === time) return result;
    } catch (error) {
      // A build that gives up puts the same site back. Where there was none before and after, several may have come and gone.
      const mayBeBack = (hasCode(error, 'ENOENT') || time === undefined) && looks < maxLooks;
      if (timeOfSite(folder) === time && !mayBeBack) throw error;
    }
  }
}

/** The files that the last build wrote into a folder: none where its marker is damaged; `undefined` where there is no marker. */
export function listedFiles(folder: string): ReadonlySet<string> | undefined {
  const file = join(folder, markerName);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const marker = stat.isFile() ? readFileSync(file, 'utf8') : '';
  if (!marker.startsWith(finished)) return new Set();
  return new Set(marker.slice(finished.length).split('\n').map(decodePath));
}

// One line for each path, whatever is in it. Some file systems take names apart (é into e and ´), so they are compared composed.
const encodePath = (path: string) => path.replace(/[%\n\r]/g, encodeURIComponent).normalize();
const decodePath = (line: string) => line.replace(/%(?:25|0A|0D)/g, decodeURIComponent);

/** Files that desktops and file servers put into every folder; they may always be removed. */
const systemFile =
  /^(?:\.DS_Store|Thumbs\.db|ehthumbs\.db|desktop\.ini|\.directory|\._.*|\.nfs[0-9a-f]+|\.fuse_hidden[0-9a-f]+)$/i;
const isSystemFile = (name: string) => systemFile.test(name);

/** The paths of all files below a folder except system files; links are not followed. */
export function* filesIn(folder: string, inside = ''): Generator<string> {
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(folder, path);
    else if (!isSystemFile(entry.name)) yield path;
  }
}

/** Of the files `paths` in a built folder, those that its build did not write. */
export function foreignFiles(folder: string, paths: Iterable<string> = filesIn(folder)): readonly string[] {
  const own = listedFiles(folder);
  if (!own) return [];
  return [...paths].filter((path) => !own.has(path.normalize()) && path !== markerName).sort();
}

/** The outermost folder around a file; the name of a file that is in none. */
export const topOf = (path: string): string => path.replace(/\/.*/s, '');

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
    if (inside === '' || !inside.startsWith('..') || !around.startsWith('..'))
      throw new EnvironmentError(
        `The output folder ${target} and ${folder} must be separate: neither may be inside the other.`,
      );
  }
  const requireOurs = () => {
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) throw new EnvironmentError(`${target} is not a folder.`);
    if (!existsSync(join(target, markerName)) && !readdirSync(target).every(isSystemFile))
      throw new EnvironmentError(
        `${target} holds files that Galley did not make; a build would delete them. Empty it, or choose another --out.`,
      );
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
