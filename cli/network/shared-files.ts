import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, keyOf } from '../lib/content-hash.ts';
import { columnBefore, filledLine, placeholdersIn } from '../lib/fill.ts';
import { isRecord } from '../lib/is-record.ts';
import { type Place, problemAt } from '../problems/problem.ts';
import { readDocument } from '../problems/yaml-document.ts';
import { type ContentFolder, type Entry, normalized, openContentFolder } from '../sources/content-folder.ts';

/** The name of the folder of a network that has what its papers share. */
export const sharedName = 'shared';

/** The file that makes a folder a paper; it is never shared. */
export const siteFile = 'site.yaml';

/** The shared files of a network, read once for all papers. */
export interface SharedFiles {
  readonly opened?: ContentFolder;
  readonly entries: readonly Entry[];
  readonly hash: string;
  /** The lines of texts with placeholders, by path. */
  readonly templates: ReadonlyMap<string, readonly string[]>;
  /** The hashes of all other texts: these are the same in every paper. */
  readonly hashes: ReadonlySet<string>;
}

/** Opens the shared files of the network in a folder. Throws `EnvironmentError` if they cannot be read. */
export function openShared(network: string): SharedFiles {
  const folder = join(network, sharedName);
  if (!existsSync(folder)) return { entries: [], hash: '', templates: new Map(), hashes: new Set() };
  const opened = openContentFolder(folder);
  const entries = opened.entries
    .filter(({ path }) => path !== siteFile)
    .map((entry) => ({ ...entry, absolute: join(folder, entry.path) }));
  const templates = new Map<string, readonly string[]>();
  for (const entry of entries) {
    if (!entry.isText || !/\.(?:md|yaml)$/.test(entry.path)) continue;
    const text = opened.textOf(entry);
    if (placeholdersIn(text).length > 0) templates.set(entry.path, text.split('\n'));
  }
  const same = entries.filter(({ isText, path }) => isText && !templates.has(path));
  return {
    opened,
    entries,
    hash: opened.hash,
    templates,
    hashes: new Set(same.map(({ hash }) => hash)),
  };
}

/** The content folder of a paper with the shared files that it has none of its own for. */
export interface PaperFolder extends ContentFolder {
  /** The place of a problem in the file that is wrong, own or shared. */
  readonly sourceOf: (place: Place, shownAs: string) => Place & { readonly isShared: boolean };
}

/** Lays the files of a paper over the shared ones, whose placeholders are filled from the paper's site.yaml. */
export function openPaper(content: string, shared: SharedFiles): PaperFolder {
  const own = openContentFolder(content);
  const ownPaths = new Set(own.entries.map(({ path }) => path));
  const taken = shared.entries.filter(({ path }) => !ownPaths.has(path));
  const takenPaths = new Set(taken.map(({ path }) => path));
  const filled = new Map<string, string>();
  const missing: { readonly place: Place; readonly key: string }[] = [];
  let fields: ReturnType<typeof fieldsOf> | undefined;
  let entries: readonly Entry[] | undefined;
  const fieldsHere = () => (fields ??= fieldsOf(content));
  const valueFor = (key: string) => fieldsHere().values.get(key) ?? key;

  const folderOf = ({ absolute }: Entry) => (absolute === undefined ? own : (shared.opened ?? own));

  function fill(entry: Entry): Entry {
    const { path } = entry;
    const lines = shared.templates.get(path);
    if (!lines) return entry;
    const text = lines.map((line) => filledLine(line, valueFor)).join('\n');
    for (const [i, line] of lines.entries())
      for (const { key, at } of placeholdersIn(line)) {
        if (!fieldsHere().isGood || fieldsHere().values.has(key)) continue;
        const column = filledLine(line.slice(0, at), valueFor).length + 1;
        const endColumn = column + key.length;
        missing.push({ place: { file: path, line: i + 1, column, endLine: i + 1, endColumn }, key });
      }
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
    hash: keyOf(own.hash, shared.hash),
    bytesOf: (entry) => folderOf(entry).bytesOf(entry),
    textOf: (entry) => filled.get(entry.hash) ?? folderOf(entry).textOf(entry),
    isUnchanged: () => own.isUnchanged() && shared.opened?.isUnchanged() !== false,
    reread: () => openPaper(content, shared),
    problems: (shownAs) =>
      missing.map(({ place, key }) =>
        problemAt({ ...place, file: `${shownAs}/${place.file}` }, missingField(key)),
      ),
    sourceOf(place, shownAs) {
      const path = place.file.slice(shownAs.length + 1);
      if (!takenPaths.has(path)) return { ...place, isShared: false };
      const file = `${shownAs.replace(/[^/]*$/, sharedName)}/${path}`;
      const line = shared.templates.get(path)?.[place.line - 1] ?? '';
      const column = columnBefore(line, valueFor, place.column);
      const endColumn = Math.max(column + 1, columnBefore(line, valueFor, place.endColumn));
      return { ...place, file, column, endColumn, isShared: true };
    },
  };
}

/** In the order of `openContentFolder`: a folder before what is in it. */
const inOrder = (a: Entry, b: Entry) =>
  a.path.replaceAll('/', '\0') < b.path.replaceAll('/', '\0') ? -1 : 1;

const missingField = (key: string) =>
  ({
    rule: 'missing-key',
    message: `\`{{${key}}}\` is filled from the \`${key}\` of a paper’s ${siteFile}, which has none.`,
    hint: `Add \`${key}\` to ${siteFile} of the paper, or give the paper a file of its own for this one.`,
  }) as const;

/** The texts of one line and the numbers in site.yaml, by key: `name`, `contact.city`; `place` is the place in words. Not good if the file has mistakes of YAML. */
function fieldsOf(content: string) {
  const values = new Map<string, string>();
  function take(value: unknown, key: string) {
    if (isRecord(value))
      for (const [name, part] of Object.entries(value)) take(part, key === '' ? name : `${key}.${name}`);
    else if (typeof value === 'number' || (typeof value === 'string' && !value.trim().includes('\n')))
      values.set(key, String(value).trim());
  }
  const { document } = readDocument(normalized(readFileSync(join(content, siteFile), 'utf8'))) ?? {};
  const isGood = document?.errors.length === 0;
  if (isGood) take(document.toJS(), '');
  const place = values.get('geo.placename') ?? values.get('contact.city') ?? values.get('region');
  if (place !== undefined) values.set('place', place);
  return { values, isGood };
}
