import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { createHasher, hashOf, keyOf } from '../lib/content-hash.ts';
import { makeOwnFolder } from '../lib/galley-folder.ts';
import { orUndefined } from '../lib/or-undefined.ts';
import { lstatOf } from '../lib/ordinary-file.ts';
import { day, removeOld } from '../lib/remove-old.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { realPath } from './site-folder.ts';

/** A file of a built site: its key, and its size and time on the disk. */
export interface Output {
  readonly key: string | undefined;
  readonly size: number;
  /** Modification time, in milliseconds with a fraction. */
  readonly time: number;
}

export type Outputs = ReadonlyMap<string, Output>;

/** What a site was built from, and what its build said. */
export interface BuildRecord {
  /** Key of the program, its packages and Node: the whole cache depends on it. */
  readonly program: string;
  /** Keys of the flags, and of the content with the headlines of its feeds. */
  readonly flags: string;
  readonly content: string;
  /** The names of the snapshots of these feeds. */
  readonly feeds: readonly string[];
  /** The time of the build and the time when it expires, in milliseconds; `null` for never. */
  readonly from: number;
  readonly until: number | null;
  readonly report: unknown;
}

/** The saved result and cache of the last build into an output folder. */
export interface Manifest extends BuildRecord {
  readonly outputs: Outputs;
  /** The entries of the build cache, one a line. */
  readonly entries: () => string;
}

/** Whether a file is as a build left it. */
export function isAsIn({ size, time }: Output, path: string): boolean {
  const stat = lstatOf(path);
  return stat?.isFile() === true && stat.size === size && stat.mtimeMs === time;
}

/** The manifest file of an output folder, named by relative paths, so that a paper may be moved. */
export function manifestFile(folder: string, content: string, out: string): string {
  const paths = [content, out].map((path) => relative(realPath(folder), realPath(path)));
  return join(folder, `${basename(out)}-${keyOf(...paths)}`);
}

/** The manifest in a file; `undefined` if there is none, or it is damaged. */
export const readManifest = (file: string): Manifest | undefined =>
  orUndefined(() => {
    const bytes = readFileSync(file);
    const end = bytes.lastIndexOf('\n');
    const rest = bytes.subarray(0, end + 1);
    if (hashOf(rest) !== bytes.toString('utf8', end + 1)) return undefined;
    const [record, more] = cutLine(rest);
    const [outputs, entries] = cutLine(more);
    return {
      ...(JSON.parse(record) as BuildRecord),
      outputs: new Map(JSON.parse(outputs)),
      entries: () => entries.toString('utf8'),
    };
  });

function cutLine(bytes: Buffer): readonly [line: string, rest: Buffer] {
  const end = bytes.indexOf('\n');
  return [bytes.toString('utf8', 0, end), bytes.subarray(end + 1)];
}

/** Manifests of output folders that nobody has built into for so long are removed, in milliseconds. */
const maxAge = 60 * day;

export const removeOldManifests = (folder: string): void => removeOld(folder, maxAge, /-[\w-]{22}$/);

/** Saves a manifest, whole or not at all; `entries` are lines with their ends. Throws what the disk throws. */
export function saveManifest(file: string, record: BuildRecord, outputs: Outputs, entries: Iterable<string>) {
  makeOwnFolder(dirname(file));
  replaceFile(file, inParts(`${JSON.stringify(record)}\n${JSON.stringify([...outputs])}\n`, entries));
}

/** The text of a manifest, with its hash at the end. As one string, it would be the most memory that a build takes. */
function* inParts(head: string, entries: Iterable<string>) {
  const hasher = createHasher();
  let part = head;
  for (const entry of entries) {
    part += entry;
    if (part.length < partLength) continue;
    hasher.add(part);
    yield part;
    part = '';
  }
  hasher.add(part);
  yield part + hasher.hash();
}

const partLength = 1 << 18;
