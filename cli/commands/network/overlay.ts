import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentFolder, type Entry, openContentFolder } from '../../content/content-folder.ts';
import type { BuildCache } from '../../lib/build-cache.ts';
import { hashOf, keyOf } from '../../lib/content-hash.ts';
import { filledLine, placeholdersIn } from '../../lib/fill.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { curl } from '../../lib/quotes.ts';
import { valueAt } from '../../lib/value-at.ts';
import type { Span } from '../../problems/locate.ts';
import { problem } from '../../problems/problem.ts';
import { readDocument } from '../../problems/yaml-document.ts';

/** The folder of a network that has what its papers share. */
export const sharedName = 'shared';

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
  /** Whether a file of the paper is its own or shared; `undefined` for a path that it does not have. */
  readonly ownerOf: (path: string) => 'own' | 'shared' | undefined;
  /** A line of a shared file, if it has placeholders. */
  readonly templateAt: (path: string, line: number) => string | undefined;
}

/** Lays the files of a paper over the shared ones, whose placeholders are filled from its site.yaml. */
export function openPaper(content: string, shared: SharedFiles): PaperFolder {
  const own = openContentFolder(content);
  const ownPaths = new Set(own.entries.map(({ path }) => path));
  const taken = shared.entries.filter(({ path }) => !ownPaths.has(path));
  const takenPaths = new Set(taken.map(({ path }) => path));
  const folderOf = ({ absolute }: Entry) => (absolute === undefined ? own : (shared.folder ?? own));
  const filled = new Map<string, string>();
  const site = own.entries.find(({ path, isText }) => path === siteFile && isText);
  let known: ReturnType<typeof siteFields> | undefined;
  const fields = () => (known ??= siteFields(site ? own.textOf(site) : ''));
  let entries: readonly Entry[] | undefined;

  function fill(entry: Entry): Entry {
    const lines = shared.templates.get(entry.path);
    if (!lines) return entry;
    const text = lines.map((line) => filledLine(line, (key) => fields().valueOf(key) ?? key)).join('\n');
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
    *problems(shownAs) {
      const isMissing = (key: string) => fields().valueOf(key) === undefined && fields().isReadable;
      for (const { path } of taken)
        for (const [i, line] of (shared.templates.get(path) ?? []).entries())
          for (const key of placeholdersIn(line).filter(isMissing))
            yield problem({ file: `${shownAs}/${path}` }, spanOfLine(i + 1, line), {
              rule: 'missing-key',
              message: `\`{{${key}}}\` is filled from the \`${key}\` of each paper’s ${siteFile}, which has no such text.`,
              hint: `Add \`${key}\` to ${siteFile}, as one line without \`"\` and \`\\\`, or give the paper its own ${path}.`,
            });
    },
    ownerOf: (path) => (takenPaths.has(path) ? 'shared' : ownPaths.has(path) ? 'own' : undefined),
    templateAt(path, line) {
      const text = takenPaths.has(path) ? shared.templates.get(path)?.[line - 1] : undefined;
      return placeholdersIn(text ?? '').length > 0 ? text : undefined;
    },
  };
}

/** A whole line: its columns are not those of the filled one. */
export const spanOfLine = (line: number, text: string): Span => {
  const column = text.search(/\S/) + 1;
  return { line, column, endLine: line, endColumn: text.length + 1 };
};

/** In the order of `openContentFolder`: a folder before what is in it. */
const inOrder = (a: Entry, b: Entry) =>
  a.path.replaceAll('/', '\0') < b.path.replaceAll('/', '\0') ? -1 : 1;

/** The fields that placeholders can name. */
export function siteFields(text: string) {
  const data = dataIn(text);
  const fieldOf = (key: string) => lineOf(valueAt(data, key.split('.')));
  const placeKeys = ['geo.placename', 'contact.city', 'region'];
  return {
    /** A text of one line, with curly quotation marks, or a number, by its key: `name`, `contact.city`. `place` is the first of three. */
    valueOf: (key: string) =>
      key === 'place' ? placeKeys.map(fieldOf).find((value) => value !== undefined) : fieldOf(key),
    /** Whether the whole file can be read, so that a field without a value is really missing. */
    isReadable: data instanceof Object,
  };
}

/** The data of a YAML text; `undefined` if it has mistakes. */
function dataIn(text: string): unknown {
  const { document } = readDocument(text) ?? {};
  return document && document.errors.length === 0 ? orUndefined(() => document.toJS()) : undefined;
}

/** A value as it is filled in: without the signs that end a text in double quotes. */
function lineOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const line = curl(String(value).trim());
  return /["\\\n]/.test(line) ? undefined : line;
}
