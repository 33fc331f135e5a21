import { readFileSync } from 'node:fs';
import pLimit from 'p-limit';
import type { OutputInfo, Sharp } from 'sharp';
import type { Image } from '../content/model.ts';

/** Runs a task that holds an image in memory; at most three run at once. */
export const inPool = pLimit(3);

/** Decoding takes up to forty bytes per pixel in some formats, so images of this many pixels are decoded one at a time. */
const heavyPixels = 10_000_000;
const alone = pLimit(1);

/** Runs a task that encodes an image. libvips holds some 100 MB for each AVIF file at work, and has four at work by itself. */
export const encoding = pLimit(2);

/** Called with the path of an image before it is made, to show progress. */
export type OnPicture = (path: string) => void;

export interface Pixels {
  readonly data: Buffer;
  readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

export type Change = (image: Sharp) => Sharp;

/** Applies `change` to an image file and returns the encoded result. Rejects with errors of sharp. */
export const processImage = (original: Buffer, change: Change): Promise<Buffer> =>
  openImage(original, (image) => change(image).toBuffer());

/** Runs a task on an image file; a large image alone. Rejects with errors of sharp. */
export async function openImage<T>(original: Buffer, run: (image: Sharp) => Promise<T>): Promise<T> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(original, { limitInputPixels: false }).metadata();
  const task = () => run(sharp(original));
  return width * height < heavyPixels ? task() : alone(task);
}

/** The source for derived images: the clean text of an SVG, else the bytes of the file at `absolute`. */
export const bytesOf = ({ drawing }: Image, absolute: string): Buffer =>
  drawing ? Buffer.from(drawing.text) : readFileSync(absolute);
