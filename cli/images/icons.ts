import { readFileSync } from 'node:fs';
import type { Edition, OutputFile } from '../model.ts';
import { placeAt } from '../problems/locate.ts';
import { type Outcome, problemAt } from '../problems/problem.ts';
import { bytesOf } from './image.ts';
import { inPool, processImage } from './pool.ts';
import type { ImageRenderer } from './renderer.ts';

/** Sides of the images in `favicon.ico`, in pixels. */
const faviconSizes = [16, 32, 48];
/** For the home screen of phones, and for search engines; in pixels. */
const touchSize = 180;
const logoSize = 512;

/**
 * The paper's icon as `favicon.ico`, `apple-touch-icon.png` and `logo.png`. An image that is too small for them is enlarged, with a
 * warning. Rejects with what sharp and the disk throw.
 */
export async function icons(
  edition: Edition,
  { cache, draw }: ImageRenderer,
): Promise<Outcome<OutputFile[]>> {
  const { source, data } = edition.shared.site;
  const image = edition.pictures.get(data.icon);
  const original = edition.media.find(({ path }) => path === data.icon);
  // A missing icon has been reported.
  if (!image || !original) return { value: [], problems: [] };

  const make = (size: number, isOpaque = false) => {
    const key = cache.keyOf('icon', image.key, data.shortName, String(size), String(isOpaque));
    const drawInitials = async () =>
      png(Buffer.from(await draw(({ initials }, faces) => initials(faces, data.shortName))), size, isOpaque);
    return inPool(() =>
      cache.file(key, 'png', () =>
        image.drawing?.isCheap === false
          ? drawInitials()
          : // A drawing can fail in more ways than its text shows.
            png(bytesOf(image, original.absolute), size, isOpaque).catch(drawInitials),
      ),
    );
  };
  const [touch, logo, ...small] = await Promise.all([
    make(touchSize, true),
    make(logoSize),
    ...faviconSizes.map((size) => make(size)),
  ]);
  const value: OutputFile[] = [
    { path: 'apple-touch-icon.png', content: { copyOf: touch } },
    { path: 'logo.png', content: { copyOf: logo } },
    { path: 'favicon.ico', content: ico(small.map((file) => readFileSync(file))) },
  ];
  if (image.drawing || Math.max(image.width, image.height) >= touchSize) return { value, problems: [] };
  const warning = problemAt(placeAt(source, ['icon']), {
    rule: 'invalid-picture',
    severity: 'warning',
    message: `The paper’s icon is ${image.width} by ${image.height} pixels, and phones show it larger: it will be blurred.`,
    hint: `Name a drawing (SVG), or a picture of ${logoSize} by ${logoSize} pixels.`,
  });
  return { value, problems: [warning] };
}

/** An image whole and in the middle of a square. */
const png = (original: Buffer, size: number, isOpaque: boolean): Promise<Buffer> =>
  processImage(original, (image) => {
    const square = image
      .autoOrient()
      .resize({ width: size, height: size, fit: 'contain', background: '#0000' });
    return (isOpaque ? square.flatten({ background: '#fff' }) : square).png({ compressionLevel: 9 });
  });

/** Square PNGs in one icon file: https://en.wikipedia.org/wiki/ICO_(file_format)#Icon_file_structure */
function ico(images: readonly Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 1, 0, images.length, 0]);
  let offset = header.length + 16 * images.length;
  const entries = images.map((image, i) => {
    const side = faviconSizes[i] ?? 0;
    const entry = Buffer.alloc(16);
    // One plane of 32 bits a pixel.
    entry.set([side, side, 0, 0, 1, 0, 32]);
    entry.writeUInt32LE(image.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += image.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images]);
}
