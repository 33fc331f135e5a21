import type { OutputInfo, Sharp } from 'sharp';

/** Runs tasks in their order, at most `max` at once. */
function createPool(max: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Runs a task that has an image in memory, when at most two others do. */
export const inPool = createPool(3);

/** Some formats take forty bytes for each pixel while they are read, so images of this many are read one at a time. */
const heavyPixels = 10_000_000;
const alone = createPool(1);

/** Told the path of an image before it is made, to show progress. */
export type OnPicture = (path: string) => void;

/** An image in memory: one pixel after the other, in sRGB. */
export interface Pixels {
  readonly data: Buffer;
  readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

type Change = (image: Sharp) => Sharp;

/** The file that `change` makes from an original. Rejects with what sharp throws. */
export const processImage = (original: Buffer, change: Change): Promise<Buffer> =>
  read(original, (image) => change(image).toBuffer());

/** What `change` makes of an original. Rejects with what sharp throws. */
export const decodeImage = (original: Buffer, change: Change): Promise<Pixels> =>
  read(original, (image) => change(image).raw().toBuffer({ resolveWithObject: true }));

async function read<T>(original: Buffer, run: (image: Sharp) => Promise<T>): Promise<T> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(original, { limitInputPixels: false }).metadata();
  const task = () => run(sharp(original));
  return width * height < heavyPixels ? task() : alone(task);
}

/** The file that `change` makes from pixels. Rejects with what sharp throws. */
export async function encodeImage({ data, info }: Pixels, change: Change): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return change(sharp(data, { raw: info })).toBuffer();
}
