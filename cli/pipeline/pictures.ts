import { createHash } from 'node:crypto';
import type { Picture } from '../../templates/types.ts';
import { slugify } from '../schemas/fields.ts';
import type { PrintedMedia } from './media.ts';

/** A picture of content, or the one drawn in its place, which only decorates. */
export function pictureOf(
  own: {
    readonly path: string | undefined;
    readonly alt: string | undefined;
    readonly pictures: PrintedMedia['pictures'];
  },
  drawn: string,
  size: { readonly width: number; readonly height: number },
): Picture {
  const printed = own.path === undefined ? undefined : own.pictures.get(own.path);
  if (!printed) return { src: drawn, alt: '', ...size };
  const { bytes: _, ...picture } = printed;
  return { ...picture, alt: own.alt ?? '' };
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
