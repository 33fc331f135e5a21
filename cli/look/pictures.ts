import { hash as hashOf } from 'node:crypto';
import type { Picture } from '../../templates/types.ts';
import type { Images } from '../content/model.ts';
import { slugify } from '../content/schema/slugs.ts';

/** An image of content as pages show it; without `alt` it is decorative. */
export function pictureAt(path = '', alt = '', pictures: Images): Picture | undefined {
  const image = pictures.get(path);
  if (!image) return undefined;
  const { src, width, height, sources, crops } = image;
  return { src, alt, width, height, sources, crops };
}

/** A placeholder as pages show it, decorative. */
export const placeholderAt = (src: string, size: Size): Picture => ({ src, alt: '', ...size });

export const iconPath = '/art/icon.svg';

/** The icon as a PNG of 512 pixels, for search engines and feeds. */
export const logoPath = '/logo.png';

/** The default image of feeds: the icon as a PNG of 32 pixels. */
export const feedIconPath = '/art/icon-32.png';

export const missingCoverPath = '/art/cover-missing.svg';

/** The image of a word, for posts of a category and for advertisements without an image. */
export const wordImagePath = (word: string): string => `/art/plate-${fileName(word)}.svg`;

export const coverPath = (title: string, author: string): string =>
  `/art/cover-${fileName(`${title} ${author}`)}.svg`;

export const initialsPath = (name: string): string => `/art/initials-${fileName(name)}.svg`;

/** A readable file name for words in any script, short enough for every file system, with a part of `hash` to keep it unique. */
export function fileName(words: string, hash = hashOf('sha256', words)): string {
  const slug = slugify(words).slice(0, 60).replace(/-$/, '');
  return [slug, hash.slice(0, 8)].filter(Boolean).join('-');
}

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const coverSize = { width: 400, height: 600 };
export const wordImageSize = { width: 1200, height: 675 };
export const initialsSize = { width: 320, height: 320 };
/** What social networks show. */
export const shareSize = { width: 1200, height: 630 };
