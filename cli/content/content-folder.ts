import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf, hashOfFile } from '../lib/content-hash.ts';
import { attempt, EnvironmentError } from '../lib/errors.ts';
import { stampOf } from '../lib/ordinary-file.ts';
import { acknowledges } from '../problems/acknowledged.ts';
import type { Problem } from '../problems/problem.ts';

/** A file or folder below `content/`. */
export interface Entry {
  /** Inside `content/`, with `/`. */
  readonly path: string;
  /** Where it is, if not in `content/` itself: a file that the papers of a network share. */
  readonly absolute?: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Bytes of a file. */
  readonly size: number;
  /** The content hash of a file that could be read. */
  readonly hash: string;
  /** Whether a file that is read as a text is one: UTF-8 without zero bytes. */
  readonly isText?: boolean;
  /** Whether a text may have comments that acknowledge warnings. */
  readonly acknowledges?: boolean;
  readonly error?: unknown;
}

/** Everything below `content/`, each file read once. */
export interface ContentFolder {
  /** In the order of their paths, a folder before what is in it. */
  readonly entries: readonly Entry[];
  /** The hash of all entries: paths, kinds, sizes and content, not times. */
  readonly hash: string;
  /** The bytes of a text file, read again. Throws `EnvironmentError` if the file has changed since. */
  readonly bytesOf: (entry: Entry) => Buffer;
  readonly textOf: (entry: Entry) => string;
  /** What is wrong with the folder as a whole, for reports that show it so. */
  readonly problems?: (shownAs: string) => Iterable<Problem>;
  /** Whether the binary files are unchanged since they were read. */
  readonly isUnchanged: () => boolean;
}

/** A text without a byte order mark, with `\n` as line ends. */
export function normalized(saved: string): string {
  const text = saved.startsWith('\uFEFF') ? saved.slice(1) : saved;
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The one folder with a dot that sites publish: https://www.rfc-editor.org/rfc/rfc8615 */
const wellKnown = '.well-known';

/** Whether a file, by its path inside `content/`, was left by an editor or the system; `read` and `dev` ignore it. Other dot files in `public/` are reported. */
export function isIgnored(path: string): boolean {
  const name = basename(path);
  const isHidden = name.startsWith('.') && name !== wellKnown && !path.startsWith('public/');
  return (
    isHidden ||
    /^\.(?:_|#|git|DS_Store$|directory$)|~$|^#.*#$|\.sw[a-p]$|^Thumbs\.db$|^desktop\.ini$/.test(name)
  );
}

/** Bytes of cached texts; the rest is read again when needed. A post has some 5,000. */
const maxKept = 32_000_000;

/** Files whose bytes are published as they are, or as pictures. */
const isBinary = (path: string) => /^(?:media|public)\//.test(path);

/**
 * Reads `content/`. Links are not followed; temporary files of editors and the system are skipped.
 *
 * @throws {EnvironmentError} if the folder itself cannot be read
 */
export function openContentFolder(folder: string): ContentFolder {
  const entries: Entry[] = [];
  /** Texts, by the hash of their file. */
  const kept = new Map<string, string>();
  const stamps = new Map<string, string>();
  let room = maxKept;

  function readFile(path: string): Entry {
    const absolute = join(folder, path);
    try {
      if (isBinary(path)) {
        const stamp = stampOf(absolute);
        const [size] = stamp.split(' ');
        stamps.set(absolute, stamp);
        return { path, kind: 'file', size: Number(size), hash: hashOfFile(absolute) };
      }
      const bytes = readFileSync(absolute);
      const isText = isUtf8(bytes) && !bytes.includes(0);
      const hash = hashOf(bytes);
      room -= bytes.length;
      if (isText && room >= 0) kept.set(hash, normalized(bytes.toString('utf8')));
      return { path, kind: 'file', size: bytes.length, hash, isText, acknowledges: acknowledges(bytes) };
    } catch (error) {
      return { path, kind: 'file', size: 0, hash: '', error };
    }
  }

  function visit(inside: string, found: readonly Dirent[]) {
    for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (isIgnored(path)) continue;
      if (entry.isDirectory()) visitFolder(path);
      else if (entry.isFile()) entries.push(readFile(path));
      else entries.push({ path, kind: entry.isSymbolicLink() ? 'link' : 'other', size: 0, hash: '' });
    }
  }

  function visitFolder(path: string) {
    const entry: Entry = { path, kind: 'folder', size: 0, hash: '' };
    try {
      const found = entriesOf(join(folder, path));
      entries.push(entry);
      visit(path, found);
    } catch (error) {
      entries.push({ ...entry, error });
    }
  }

  const top = attempt(folder, 'read', () => entriesOf(folder));
  visit('', top);
  let last: { readonly hash: string; readonly text: string } | undefined;
  function bytesOf({ path, hash }: Entry): Buffer {
    const file = join(folder, path);
    const bytes = attempt(file, 'read', () => readFileSync(file));
    if (hashOf(bytes) === hash) return bytes;
    throw new EnvironmentError(`${file} was saved while the site was built. Run this again.`);
  }
  return {
    entries,
    get hash() {
      return hashOf(JSON.stringify(entries.map(({ path, kind, size, hash }) => [path, kind, size, hash])));
    },
    bytesOf,
    textOf(entry) {
      const { hash } = entry;
      // Stages go file by file and use each text several times.
      if (last?.hash !== hash)
        last = { hash, text: kept.get(hash) ?? normalized(bytesOf(entry).toString('utf8')) };
      return last.text;
    },
    isUnchanged: () => [...stamps].every(([path, stamp]) => stampOf(path) === stamp),
  };
}

const entriesOf = (folder: string) => readdirSync(folder, { withFileTypes: true });
