import { readFileSync, statSync } from 'node:fs';
import type { OutputFile } from '../content/model.ts';
import { hashOfFile } from '../lib/content-hash.ts';
import { attempt } from '../lib/errors.ts';
import { lstatOf } from '../lib/ordinary-file.ts';

/** The content of a file that is not made on demand. */
export type Content = Exclude<OutputFile['content'], { readonly key: string }>;

export const isCopy = (content: Content) => typeof content === 'object' && 'copyOf' in content;

export function sizeOf(content: Content): number {
  if (isCopy(content)) return attempt(content.copyOf, 'read', () => statSync(content.copyOf).size);
  return Buffer.byteLength(content);
}

/** Whether the file at `path`, which is no symlink, has exactly this content. */
export function isSame(path: string, content: Content, size: number): boolean {
  const stat = lstatOf(path);
  if (!stat?.isFile() || stat.size !== size) return false;
  if (isCopy(content)) return hashOfFile(path) === hashOfFile(content.copyOf);
  return readFileSync(path).equals(typeof content === 'string' ? Buffer.from(content) : content);
}
