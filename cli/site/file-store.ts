import { copyFileSync, linkSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { OutputFile } from '../content/model.ts';
import { hashOfFile, keyOf } from '../lib/content-hash.ts';
import { attempt } from '../lib/errors.ts';
import { lstatOf } from '../lib/ordinary-file.ts';

/** The content of a file that is not made on demand. */
export type Content = Exclude<OutputFile['content'], { readonly key: string }>;

export const isCopy = (content: Content) => typeof content === 'object' && 'copyOf' in content;

type Bytes = Exclude<Content, string>;

/** Holds the text that was encoded last: to make a buffer for each takes longer than writing it. */
const encoded = Buffer.allocUnsafeSlow(1 << 18);

/** A text in UTF-8, which the next text may overwrite. */
export function bytesOf(content: Content): Bytes {
  if (typeof content !== 'string') return content;
  const isLong = content.length * 3 > encoded.length;
  return isLong ? Buffer.from(content) : encoded.subarray(0, encoded.write(content));
}

export function sizeOf(content: Bytes): number {
  if (isCopy(content)) return attempt(content.copyOf, 'read', () => statSync(content.copyOf).size);
  return content.length;
}

export function writeContent(path: string, content: Bytes): void {
  if (isCopy(content)) copyFileSync(content.copyOf, path);
  else writeFileSync(path, content);
}

/** Whether the file at `path`, which is no symlink, has exactly this content. */
export function isSame(path: string, content: Bytes, size: number): boolean {
  const stat = lstatOf(path);
  if (!stat?.isFile() || stat.size !== size) return false;
  if (isCopy(content)) return hashOfFile(path) === hashOfFile(content.copyOf);
  return readFileSync(path).equals(content);
}

export type FileStore = ReturnType<typeof openFileStore>;

/** Files that are named by what they show; others are seldom the same in two papers, or small. */
const isAsset = (path: string) => /^(?:assets|art)\//.test(path);

/** Files that several sites have, as hard links to one file each in `folder`; files of the folders `hashed` are linked themselves. */
export function openFileStore(folder: string, hashed: readonly string[]) {
  const verified = new Map<string, string>();

  function isVerified(file: string, content: Bytes): boolean {
    const stat = lstatOf(file);
    // Its change time is that of the last link.
    const stamp = stat && `${stat.size} ${stat.mtimeMs}`;
    if (stamp === undefined) return false;
    if (verified.get(file) !== stamp && !isSame(file, content, sizeOf(content))) return false;
    verified.set(file, stamp);
    return true;
  }

  function add(file: string, content: Bytes) {
    const staged = `${file}.${process.pid}-${threadId}~`;
    writeContent(staged, content);
    renameSync(staged, file);
  }

  return {
    /** The name of a file whose name has the hash of its content, because a cache made it. */
    hashedName: (path: string) => (hashed.includes(dirname(path)) ? basename(path) : undefined),
    /** Links the file of a site at `path`, with the key of its content, to `to`; `false` if it must be written there. */
    link(path: string, content: Bytes, key: string, to: string): boolean {
      if (isCopy(content) && hashed.includes(dirname(content.copyOf))) return tryLink(content.copyOf, to);
      if (!isCopy(content) && !isAsset(path)) return false;
      const file = join(folder, isCopy(content) ? keyOf(content.copyOf, key) : key);
      if (!isVerified(file, content)) add(file, content);
      return tryLink(file, to);
    },
  };
}

/** Links a file; `false` on file systems that cannot. */
export function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
