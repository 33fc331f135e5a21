import { type Change, encoding, openImage, type Pixels } from './pool.ts';
import { UnusableImage } from './unusable-image.ts';

export interface Measured {
  /** In pixels, after EXIF rotation. */
  readonly width: number;
  readonly height: number;
  /** As in file extensions. */
  readonly format: string;
  /** More than one for animations. */
  readonly pages: number;
  readonly isProgressive?: boolean;
}

/** WebP stores a side in 14 bits. */
export const maxWebpSide = 16_383;
/** JPEG stores a side in 16 bits. */
const maxSide = 65_535;
/** Baseline JPEG can be decoded at a fraction of its size; progressive JPEG and the other formats cannot. */
const maxPixels = { jpeg: 100_000_000, others: 40_000_000 };
/** The largest original, in bytes. */
export const maxBytes = 100 * 1024 * 1024;
const limit = { seconds: 30 };

const smaller = 'Make it smaller in a picture program: pages show at most 1,600 pixels of its width.';

function refuseUnreadable(): never {
  throw new UnusableImage(
    'This file cannot be read as a picture.',
    'Is it whole? Save it once more from a picture program.',
  );
}

export const tooLarge = (bytes: number) =>
  new UnusableImage(
    `This picture is ${Math.ceil(bytes / 1024 / 1024)} MiB large; the most is ${maxBytes / 1024 / 1024} MiB.`,
    smaller,
  );

/** Decodes an image, rotated upright and resized to `width`. Rejects with `UnusableImage`. */
export const decode = (original: Buffer, width: number): Promise<Pixels> =>
  openImage(original, (image) =>
    image.autoOrient().resize({ width }).timeout(limit).raw().toBuffer({ resolveWithObject: true }),
  ).catch(refuseUnreadable);

/** Encodes pixels as `change` says. Rejects with `UnusableImage`. */
export async function encode({ data, info }: Pixels, change: Change): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return encoding(() =>
    change(sharp(data, { raw: info }))
      .timeout(limit)
      .toBuffer()
      .catch(refuseUnreadable),
  );
}

/** Reads the metadata in a file's header. Rejects with `UnusableImage` if the file is not an image. */
export async function readHeader(original: Buffer): Promise<Measured> {
  // sharp would render an SVG to measure it.
  if (isDrawing(original)) return { width: 1, height: 1, format: 'svg', pages: 1 };
  const { default: sharp } = await import('sharp');
  const header = await sharp(original, { limitInputPixels: false }).metadata().catch(refuseUnreadable);
  const { autoOrient, mediaType, pages = 1, isProgressive } = header;
  const format = mediaType === 'image/avif' ? 'avif' : header.format;
  return { width: autoOrient.width, height: autoOrient.height, format, pages, isProgressive };
}

/** Throws `UnusableImage` for an image of another format than `named`, or one that is too large. */
export function refuseUnfit({ format, width, height, isProgressive }: Measured, named: string): void {
  const refuse = (message: string, hint: string) => {
    throw new UnusableImage(message, hint);
  };
  if (format !== named) {
    const hint = `Give its name the ending \`.${format === 'jpeg' ? 'jpg' : format}\`.`;
    refuse(`This file is called ${named.toUpperCase()}, and holds ${format.toUpperCase()}.`, hint);
  }
  const most = format === 'jpeg' && !isProgressive ? maxPixels.jpeg : maxPixels.others;
  if (width * height <= most && Math.max(width, height) <= maxSide && height <= maxWebpSide * width) return;
  const limits = `the most is ${most / 1_000_000} megapixels for its format, ${maxSide} pixels for a side, and ${maxWebpSide} times as high as wide`;
  refuse(`This picture is ${width} by ${height} pixels; ${limits}.`, smaller);
}

/** Whether sharp would load a file as SVG, compressed or not. */
const isDrawing = (bytes: Buffer): boolean =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(bytes.toString('latin1', 0, 1000));
