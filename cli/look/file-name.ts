import { hash as hashOf } from 'node:crypto';
import { slugify } from '../content/schema/slugs.ts';

/** A readable file name for words in any script, short enough for every file system, with a part of `hash` to keep it unique. */
export function fileName(words: string, hash = hashOf('sha256', words)): string {
  const slug = slugify(words).slice(0, 60).replace(/-$/, '');
  return [slug, hash.slice(0, 8)].filter(Boolean).join('-');
}
