import { createHash } from 'node:crypto';
import type { Picture } from '../../templates/types.ts';
import { slugify } from '../sources/fields.ts';
import type { PrintedMedia } from './media.ts';

/** A picture of content, if it names one; without words it only adorns. */
export function pictureAt(
  path: string | undefined,
  alt: string | undefined,
  pictures: PrintedMedia['pictures'],
): Picture | undefined {
  const printed = path === undefined ? undefined : pictures.get(path);
  if (!printed) return undefined;
  const { src, width, height, sources } = printed;
  return { src, alt: alt ?? '', width, height, sources };
}

/** What is drawn in a picture's place; it only adorns. */
export const drawnAt = (src: string, size: { readonly width: number; readonly height: number }): Picture => ({
  src,
  alt: '',
  ...size,
});

/** What a broken cover is replaced by. */
export const coverPlaceholder = '/art/cover-missing.svg';

/** The plate that shows a word: a category's name for posts without a picture of their own, or what an advertisement is for. */
export const platePath = (words: string): string => artPath('plate', words);

/** The drawn cover of a book without one. */
export const coverPath = (title: string, author: string): string => artPath('cover', `${title} ${author}`);

/** The drawn initials of a person without a picture. */
export const initialsPath = (name: string): string => artPath('initials', name);

/** Readable, short enough for every file system, and different for different words in any script. */
function artPath(kind: string, words: string): string {
  const hash = createHash('sha256').update(words).digest('hex').slice(0, 8);
  const slug = slugify(words).slice(0, 60).replace(/-$/, '');
  return `/art/${[kind, slug, hash].filter(Boolean).join('-')}.svg`;
}
