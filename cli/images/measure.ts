import { readFileSync } from 'node:fs';
import type { Cache } from '../lib/cache.ts';
import { decodeImage, encodeImage, type Pixels } from './pool.ts';
import { type Issue, UnusableImage } from './unusable-image.ts';

/** What an image file contains. */
export interface Measured {
  /** When upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** As file extensions name it; empty where it is not an image. */
  readonly format: string;
  /** More than one where the image moves. */
  readonly pages: number;
  readonly isProgressive?: boolean;
}

const notAnImage: Measured = { width: 0, height: 0, format: '', pages: 1 };

/** WebP counts the pixels of a side in 14 bits. */
export const maxWebpSide = 16_383;
/** JPEG counts the pixels of a side in 16 bits. */
const maxSide = 65_535;
/** JPEG is read at a fraction of its size, unless it is progressive; other formats are read whole. */
const maxPixels = { jpeg: 100_000_000, others: 40_000_000 };
/** The largest original, in bytes. */
export const maxBytes = 100 * 1024 * 1024;
/** Work on one image ends after this many seconds. */
const maxSeconds = 30;

const smaller = 'Make it smaller in a picture program: pages show at most 1,600 pixels of its width.';

const unreadable: Issue = {
  message: 'This file cannot be read as a picture.',
  hint: 'Is it whole? Save it once more from a picture program.',
};

const tooSlow: Issue = {
  message: `This picture takes longer than ${maxSeconds} seconds to read.`,
  hint: 'Save it once more from a picture program, smaller and without layers or progressive steps.',
};

export const tooLarge = (bytes: number) =>
  new UnusableImage({
    message: `This picture is ${Math.ceil(bytes / 1024 / 1024)} MiB large; the most is ${maxBytes / 1024 / 1024} MiB.`,
    hint: smaller,
  });

/** The pixels of an image, upright and `width` wide. Rejects with `UnusableImage`. */
export const decode = (original: Buffer, width: number): Promise<Pixels> =>
  explaining(decodeImage(original, (image) => image.autoOrient().resize({ width }).timeout(limit)));

/** A file of `pixels` in another size and format. Rejects with `UnusableImage`. */
export const encode = (pixels: Pixels, change: Parameters<typeof encodeImage>[1]): Promise<Buffer> =>
  explaining(encodeImage(pixels, (image) => change(image).timeout(limit)));

const limit = { seconds: maxSeconds };

async function explaining<T>(processed: Promise<T>): Promise<T> {
  try {
    return await processed;
  } catch (error) {
    const isTimeout = error instanceof Error && error.message.startsWith('timeout');
    throw new UnusableImage(isTimeout ? tooSlow : unreadable);
  }
}

/**
 * What a file contains, from the cache where `key` is known; else `readAll` reads it to its end. Rejects with `UnusableImage` only where
 * reading takes too long.
 */
export async function measure(
  original: Buffer,
  key: string,
  cache: Cache,
  readAll: (found: Measured) => Promise<unknown> = () => decode(original, 1),
): Promise<Measured> {
  const make = async () => JSON.stringify(await readWhole(original, readAll));
  const file = await cache.file(key, 'json', make);
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function readWhole(
  original: Buffer,
  readAll: (found: Measured) => Promise<unknown>,
): Promise<Measured> {
  if (isDrawing(original)) return { ...notAnImage, format: 'svg' };
  const { default: sharp } = await import('sharp');
  const header = await sharp(original, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header) return notAnImage;
  const { autoOrient, mediaType, pages = 1, isProgressive } = header;
  const format = mediaType === 'image/avif' ? 'avif' : header.format;
  const found = { width: autoOrient.width, height: autoOrient.height, format, pages, isProgressive };
  // A file that was cut short has a good header: only reading all of it shows that.
  if (format === 'svg' || hasTooManyPixels(found)) return found;
  try {
    await readAll(found);
    return found;
  } catch (error) {
    if (error instanceof UnusableImage && error.issue === unreadable) return notAnImage;
    throw error;
  }
}

const maxPixelsOf = ({ format, isProgressive }: Measured) =>
  format === 'jpeg' && !isProgressive ? maxPixels.jpeg : maxPixels.others;

const hasTooManyPixels = (found: Measured) =>
  found.width * found.height > maxPixelsOf(found) || Math.max(found.width, found.height) > maxSide;

/** Why a file that is named as an image of format `named` cannot be shown. */
export function issueOf(found: Measured, named: string): Issue | undefined {
  const { format, width, height } = found;
  if (format === '') return unreadable;
  if (format !== named) {
    return {
      message: `This file is called ${named.toUpperCase()}, and holds ${format.toUpperCase()}.`,
      hint: `Give its name the ending \`.${format === 'jpeg' ? 'jpg' : format}\`.`,
    };
  }
  const is = `This picture is ${width} by ${height} pixels`;
  if (hasTooManyPixels(found)) {
    const millions = (pixels: number) => Math.ceil(pixels / 1_000_000);
    const kind = `${found.isProgressive ? 'progressive ' : ''}${format.toUpperCase()}`;
    return {
      message: `${is}, which is ${millions(width * height)} megapixels; the most for ${kind} is ${millions(maxPixelsOf(found))}, and ${maxSide} for a side.`,
      hint: smaller,
    };
  }
  return height > maxWebpSide * width
    ? { message: `${is}, too narrow to be shown.`, hint: 'Cut it to a part.' }
    : undefined;
}

/** Whether sharp would read a file as SVG, compressed or not. */
const isDrawing = (bytes: Buffer): boolean =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
  /^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 1000));
