import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmSync, type Stats, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from './errors.ts';
import { makeOwnFolder, requireNoLink } from './galley-folder.ts';
import { groupBy } from './group-by.ts';
import { readOrdinaryFile } from './ordinary-file.ts';
import { day, removeOld } from './remove-old.ts';
import { replaceFile } from './replace-file.ts';

export type FileCache = ReturnType<typeof openFileCache>;

type Make = () => Uint8Array | string | Promise<Uint8Array | string>;

/** The names of files in the cache, also while they are written. Any other file may be somebody's own. */
const ownName = /\.[\da-f]{16}\.\w+(?:\.[\da-f]{8}~)?$/;
/** Files that no build has used for this long are removed. */
const maxAge = 60 * day;

/**
 * A cache of files that are costly to make and depend on their keys alone, in `folder`, which is made with the first file. `ready` is a
 * read-only cache that is used as well, and `version` that of the code that makes the files. A cache that `isFresh` takes only files that this
 * process has made or verified, and replaces all others. File names include the hash of the content, so that a damaged file is noticed.
 */
export function openFileCache(
  folder: string,
  version: string,
  { ready, isFresh = false }: { readonly ready?: string; readonly isFresh?: boolean } = {},
) {
  requireNoLink(folder);
  const folders = ready === undefined ? [folder] : [folder, ready];
  const paths = folders.flatMap((within) => namesIn(within).map((name) => join(within, name)));
  // By key and extension, without the hash between them.
  const stored = groupBy(paths, (path) => basename(path).replace(/\.[\da-f]+\./, '.'));
  const requested = new Map<string, Promise<string>>();
  let isReady = false;

  async function find(key: string, extension: string, make: Make): Promise<string> {
    const known = stored.get(`${key}.${extension}`) ?? [];
    const intact = known.find((file) => isIntact(file, isFresh));
    if (intact !== undefined) return intact;
    const made = store(key, extension, await make());
    for (const file of known) if (dirname(file) === folder && file !== made) rmSync(file, { force: true });
    return made;
  }

  const store = (key: string, extension: string, content: Uint8Array | string): string =>
    attempt(`The cache ${folder}`, 'written', () => {
      if (!isReady) {
        makeOwnFolder(folder);
        removeOld(folder, maxAge, ownName);
        isReady = true;
      }
      const file = join(folder, `${key}.${hashOf(content)}.${extension}`);
      replaceFile(file, content);
      verified.set(file, stampOf(lstatSync(file)));
      return file;
    });

  return {
    /** The content hash of `parts` and of the version. */
    keyOf(...parts: readonly (string | Uint8Array)[]): string {
      const hash = createHash('sha256');
      for (const part of [version, ...parts]) hash.update(`${part.length}:`).update(part);
      return hash.digest('hex').slice(0, 24);
    },
    /** The path of the file of `key`, made first where it is missing. Rejects with what `make` and the disk throw. */
    file(key: string, extension: string, make: Make): Promise<string> {
      const name = `${key}.${extension}`;
      const file = requested.get(name) ?? find(key, extension, make);
      requested.set(name, file);
      return file;
    },
  };
}

const namesIn = (folder: string): readonly string[] =>
  attempt(folder, 'read', () => (existsSync(folder) ? readdirSync(folder) : []));

const hashOf = (content: Uint8Array | string) =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/** The stamps of files that this process verified or made, so that `dev` reads each only once. */
const verified = new Map<string, string>();

/** The change time is that of the last link as well. */
const stampOf = ({ size, mtimeMs, ino }: Stats) => `${size} ${mtimeMs} ${ino}`;

/** Whether a file is no link, and its content has the hash in its name. Touches the file once a day, as used. */
function isIntact(file: string, isFresh: boolean): boolean {
  try {
    const stat = lstatSync(file);
    const stamp = stampOf(stat);
    if (verified.get(file) !== stamp) {
      if (isFresh) return false;
      if (hashOf(readOrdinaryFile(file, dirname(file))) !== basename(file).split('.').at(-2)) return false;
    }
    verified.set(file, stamp);
    const now = Date.now();
    // Sites may have it as a link, with its time.
    if (stat.nlink === 1 && now - stat.mtimeMs > day) utimesSync(file, now / 1000, now / 1000);
    return true;
  } catch {
    return false;
  }
}
