import { createHash } from 'node:crypto';
import type { Picture } from '../../templates/types.ts';
import { slugify } from '../schemas/fields.ts';

/** Plates are drawn at this size, in CSS pixels. */
export const plateSize = { width: 1200, height: 675 };

/** A picture of content, or the one drawn in its place, which only decorates. Sizes are in CSS pixels. */
export function pictureOf(
  own: { readonly path: string | undefined; readonly alt: string | undefined },
  drawn: string,
  size: { readonly width: number; readonly height: number },
): Picture {
  return own.path ? { src: `/${own.path}`, alt: own.alt ?? '', ...size } : { src: drawn, alt: '', ...size };
}

/** What a broken cover is replaced by. */
export const coverPlaceholder = '/art/cover-missing.svg';

/** The plate that stands for posts of a category without a picture of their own. */
export const platePath = (category: string): string => artPath('plate', category);

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
