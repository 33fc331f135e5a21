import { createHash } from 'node:crypto';
import { slugify } from '../sources/schema/slugs.ts';

/** A file name from words in any script: readable, short enough for every file system, and unique for each `hash`. */
export function fileName(words: string, hash = createHash('sha256').update(words).digest('hex')): string {
  const slug = slugify(words).slice(0, 60).replace(/-$/, '');
  return [slug, hash.slice(0, 8)].filter(Boolean).join('-');
}
