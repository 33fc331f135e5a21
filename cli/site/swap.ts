import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { keyOf } from '../lib/content-hash.ts';
import { attempt, EnvironmentError, hasCode, isSystemError } from '../lib/errors.ts';
import { lstatOf } from '../lib/ordinary-file.ts';
import { listedFiles, realPath, timeOfSite, topOf } from './site-folder.ts';

// There is no lock. Each build has a folder of its own beside the output folder, and whole sites go from one name to another by renames, of
// which only one process succeeds. So a build that was killed, or suspended for long, is in nobody's way.

export type Staging = ReturnType<typeof newStaging>;

/** What a build took from the old site is no longer there, because another build has replaced it. Build again. */
export class SiteReplaced extends Error {}

/** Makes a staging folder for the output folder `out`. Throws `EnvironmentError` where the disk refuses. */
export function openStaging(out: string): Staging {
  const target = realPath(out);
  const parent = dirname(target);
  return attempt(parent, 'written', () => {
    mkdirSync(parent, { recursive: true });
    const staging = newStaging(target);
    mkdirSync(staging.folder);
    mkdirSync(staging.site);
    return staging;
  });
}

/** The folder beside `target` that one build has to itself: for the new site, then for the old one as well. `oldTime` is that of the site there now. */
function newStaging(target: string) {
  const name = `${machine()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const folder = join(dirname(target), `.${basename(target)}.next.${name}`);
  const oldTime = timeOfSite(target);
  return { target, folder, site: join(folder, 'site'), old: join(folder, 'old'), oldTime };
}

const pidNamespace = '/proc/self/ns/pid';

/** The host and, on Linux, the PID namespace: a container has its own, and may have the name of its host. */
const machine = () => keyOf(hostname(), existsSync(pidNamespace) && readlinkSync(pidNamespace)).slice(0, 8);

/** Throws `SiteReplaced` unless the folder `site` has the site that was there when the build began. */
export function requireSame({ oldTime }: Staging, site: string): void {
  if (timeOfSite(site) !== oldTime) throw new SiteReplaced();
}

/** Puts the new site in place, with the folders `names` of the old one. If it `hasOld` files, throws `SiteReplaced` where that is another by now. */
export function swap(staging: Staging, names: Iterable<string>, hasOld: boolean): void {
  const { target, folder, site, old } = staging;
  move(target, old, 'ENOENT');
  try {
    // Here it is out of reach of other builds.
    if (hasOld) requireSame(staging, old);
    for (const name of names) renameSync(join(old, name), join(site, name));
    // Another build may put its site there in between: the last one wins.
    for (let i = 0; !putInPlace(site, target); i++) {
      move(old, join(folder, `older-${i}`), 'ENOENT');
      move(target, old, 'ENOENT');
    }
  } catch (error) {
    giveBack(staging);
    throw error;
  }
  discard(staging);
}

/** Moves a folder; `false` where the system answers with one of `codes`, because another process was quicker. */
function move(folder: string, to: string, ...codes: readonly string[]): boolean {
  try {
    renameSync(folder, to);
    return true;
  } catch (error) {
    if (hasCode(error, ...codes)) return false;
    throw error;
  }
}

const putInPlace = (site: string, target: string) => move(site, target, 'ENOTEMPTY', 'EEXIST');

/** Puts the old site back, with the folders that the new one has of it, unless another build has put a site there. */
function giveBack({ target, site, old }: Staging) {
  for (const name of new Set(Array.from(listedFiles(old) ?? [], topOf)))
    if (!existsSync(join(old, name)) && existsSync(join(site, name)))
      renameSync(join(site, name), join(old, name));
  if (existsSync(old)) putInPlace(old, target);
}

/** Removes a staging folder, unless the disk did not let the old site be put back from it. Never throws. */
export function discard({ target, folder, old }: Staging): void {
  try {
    if (existsSync(target) || !existsSync(old)) remove(folder);
  } catch {
    // The next build removes it, and reports what prevents that.
  }
}

/** Cleans up after killed builds: puts back the old site, and removes the rest. Throws `EnvironmentError`. Not for a process that builds into this folder. */
export function recover(out: string): void {
  const target = realPath(out);
  try {
    for (const folder of deadFolders(target)) {
      const staging = newStaging(target);
      // Of several processes one gets it, as its own.
      if (!attempt(folder, 'removed', () => move(folder, staging.folder, 'ENOENT'))) continue;
      if (!existsSync(target)) attempt(target, 'replaced', () => giveBack(staging));
      attempt(staging.folder, 'removed', () => remove(staging.folder));
    }
  } catch (error) {
    // An existing site can be read from a folder that cannot be written.
    const isRefused = error instanceof EnvironmentError && isSystemError(error.cause);
    if (!isRefused || !existsSync(target)) throw error;
  }
}

function deadFolders(target: string): readonly string[] {
  const parent = dirname(target);
  const start = `.${basename(target)}.next.`;
  const names = existsSync(parent) ? attempt(parent, 'read', () => readdirSync(parent)) : [];
  return names.flatMap((name) => {
    const owner = name.startsWith(start) && /^([\w-]{8})-(\d+)-[\da-f]{8}$/.exec(name.slice(start.length));
    return owner && isDead(join(parent, name), owner[1], Number(owner[2])) ? [join(parent, name)] : [];
  });
}

/** After how long a build counts as dead whose process cannot be asked for, in milliseconds. */
const maxAge = 60 * 60_000;

function isDead(folder: string, owner: string | undefined, pid: number): boolean {
  const stat = lstatOf(folder);
  if (stat && Date.now() - stat.mtimeMs > maxAge) return true;
  if (owner !== machine()) return false;
  try {
    // A process id is used again, in a container even by the next build.
    return pid === process.pid || !process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

/** Removes a folder. Node's `rmSync` takes three times as long for thousands of files. */
function remove(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) remove(path);
    else unlinkSync(path);
  }
  rmdirSync(folder);
}
