import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildCache } from '../lib/build-cache.ts';
import { cached } from '../lib/cached.ts';
import { hashOf, keyOf } from '../lib/content-hash.ts';
import { filledLine, placeholdersIn } from '../lib/fill.ts';
import { valueAt } from '../lib/value-at.ts';
import { type Place, problemAt } from '../problems/problem.ts';
import { readDocument } from '../problems/yaml-document.ts';
import { type ContentFolder, type Entry, normalized, openContentFolder } from '../sources/content-folder.ts';

/** The folder of a network that has what its papers share. */
export const sharedName = 'shared';

/** The file that makes a folder a paper. */
export const siteFile = 'site.yaml';

export type SharedFiles = ReturnType<typeof openShared>;

/** Reads the shared files of a network, once for all papers. Throws `EnvironmentError` if they cannot be read. */
export function openShared(network: string) {
  const place = join(network, sharedName);
  const folder = existsSync(place) ? openContentFolder(place) : undefined;
  const entries = (folder?.entries ?? []).map((entry) => ({ ...entry, absolute: join(place, entry.path) }));
  const texts = entries.filter(({ isText, path }) => isText && /\.(?:md|yaml)$/.test(path));
  /** The lines of texts with placeholders, by path. */
  const templates = new Map<string, readonly string[]>();
  for (const entry of texts) {
    const text = folder?.textOf(entry) ?? '';
    if (placeholdersIn(text).length > 0) templates.set(entry.path, text.split('\n'));
  }
  const same = entries.filter(({ path }) => !templates.has(path));
  /** The hashes of all other files, which are the same in every paper. */
  const hashes: ReadonlySet<string> = new Set(same.map(({ hash }) => hash));
  return { folder, entries, templates, hashes };
}

/** Adds one cache of the records of shared files to the cache of each paper. */
export function cacheShared({ hashes }: SharedFiles): (own: BuildCache) => BuildCache {
  const records = new Map<string, unknown>();
  // The keys of records start with the hash of their file.
  const isShared = (stage: string, key: string) =>
    stage === 'parse' && hashes.has(key.slice(0, key.indexOf(' ')));
  return (own) => ({
    ...own,
    get: <T>(stage: string, key: string) =>
      isShared(stage, key) ? (records.get(key) as T | undefined) : own.get<T>(stage, key),
    set: (stage, key, value) =>
      isShared(stage, key) ? void records.set(key, value) : own.set(stage, key, value),
  });
}

/** The content folder of a paper with the shared files that it has none of its own for. */
export interface PaperFolder extends ContentFolder {
  /** The place in the file that is wrong, own or shared, of a place in the paper. */
  readonly sourceOf: (place: Place, shownAs: string) => Place;
}

/** Lays the files of a paper over the shared ones, whose placeholders are filled from its site.yaml. */
export function openPaper(content: string, shared: SharedFiles): PaperFolder {
  const own = openContentFolder(content);
  const ownPaths = new Set(own.entries.map(({ path }) => path));
  const taken = shared.entries.filter(({ path }) => !ownPaths.has(path));
  const takenPaths = new Set(taken.map(({ path }) => path));
  const folderOf = ({ absolute }: Entry) => (absolute === undefined ? own : (shared.folder ?? own));
  const filled = new Map<string, string>();
  const fieldOf = fieldsOf(content);
  const valueFor = (key: string) => fieldOf(key) ?? key;
  let entries: readonly Entry[] | undefined;

  function fill(entry: Entry): Entry {
    const lines = shared.templates.get(entry.path);
    if (!lines) return entry;
    const text = lines.map((line) => filledLine(line, valueFor)).join('\n');
    const hash = hashOf(text);
    filled.set(hash, text);
    return { ...entry, hash, size: Buffer.byteLength(text) };
  }

  return {
    // Only a build needs them; whether anything has changed, the hash says.
    get entries() {
      entries ??= [...own.entries, ...taken.map(fill)].sort(inOrder);
      return entries;
    },
    hash: keyOf(own.hash, shared.folder?.hash),
    bytesOf: (entry) => folderOf(entry).bytesOf(entry),
    textOf: (entry) => filled.get(entry.hash) ?? folderOf(entry).textOf(entry),
    isUnchanged: () => own.isUnchanged() && shared.folder?.isUnchanged() !== false,
    reread: () => openPaper(content, shared),
    *problems(shownAs) {
      for (const { path } of taken)
        for (const [i, line] of (shared.templates.get(path) ?? []).entries())
          for (const key of placeholdersIn(line).filter((key) => fieldOf(key) === undefined))
            yield problemAt(placeOfLine(`${shownAs}/${path}`, i + 1, line), {
              rule: 'missing-key',
              message: `\`{{${key}}}\` is filled from the \`${key}\` of each paper’s ${siteFile}, which has none.`,
              hint: `Add \`${key}\` to ${siteFile}, or give the paper its own ${path}.`,
            });
    },
    sourceOf(place, shownAs) {
      const path = place.file.slice(shownAs.length + 1);
      if (!takenPaths.has(path)) return place;
      const file = `${shownAs.replace(/[^/]*$/, sharedName)}/${path}`;
      const line = shared.templates.get(path)?.[place.line - 1] ?? '';
      // Its columns are those of the filled line.
      const isFilled = placeholdersIn(line).length > 0;
      return { ...place, file, ...(isFilled && placeOfLine(file, place.line, line)) };
    },
  };
}

const placeOfLine = (file: string, line: number, text: string): Place => {
  const column = text.search(/\S/) + 1;
  return { file, line, column, endLine: line, endColumn: text.length + 1 };
};

/** In the order of `openContentFolder`: a folder before what is in it. */
const inOrder = (a: Entry, b: Entry) =>
  a.path.replaceAll('/', '\0') < b.path.replaceAll('/', '\0') ? -1 : 1;

/** The texts of one line and the numbers in site.yaml, by key: `name`, `contact.city`. Only the parts that are asked for are read as YAML. */
function fieldsOf(content: string): (key: string) => string | undefined {
  const read = () => normalized(readFileSync(join(content, siteFile), 'utf8')).split(/^(?=\w)/m);
  let parts: readonly string[] | undefined;
  const fieldOf = cached((key: string) => {
    parts ??= read();
    const path = key.split('.');
    const part = parts.find((text) => text.startsWith(`${path[0]}:`)) ?? '';
    const { document } = readDocument(part) ?? {};
    const value = document?.errors.length === 0 ? valueAt(document.toJS(), path) : undefined;
    const isLine = typeof value === 'number' || (typeof value === 'string' && !value.trim().includes('\n'));
    return isLine ? String(value).trim() : undefined;
  });
  // The place in words may be in any of these.
  const placeKeys = ['geo.placename', 'contact.city', 'region'];
  return (key) =>
    key === 'place' ? placeKeys.map(fieldOf).find((value) => value !== undefined) : fieldOf(key);
}
