import type { Sharp } from 'sharp';

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

/** The file that `change` makes from an original. Rejects with what sharp throws. */
export async function processImage(original: Buffer, change: (image: Sharp) => Sharp): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(original, { limitInputPixels: false }).metadata();
  const run = () => change(sharp(original)).toBuffer();
  return width * height < heavyPixels ? run() : alone(run);
}
