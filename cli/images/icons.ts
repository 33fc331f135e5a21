import { readFileSync } from 'node:fs';
import type { Sharp } from 'sharp';
import type { Edition, OutputFile } from '../model.ts';
import { placeAt } from '../problems/locate.ts';
import { type Outcome, problemAt } from '../problems/problem.ts';
import type { Artist } from './renderer.ts';

/** Sides of the pictures in `favicon.ico`, in pixels. */
const faviconSizes = [16, 32, 48];
/** What phones put on their first screen, and what search engines show beside the paper's name; in pixels. */
const touchSize = 180;
const logoSize = 512;

/**
 * The paper's icon in the forms that are asked for by name: `favicon.ico`, `apple-touch-icon.png` and `logo.png`. A picture that is too
 * small for them is enlarged, and told of. Rejects with what drawing and the disk throw.
 */
export async function icons(edition: Edition, artist: Artist): Promise<Outcome<OutputFile[]>> {
  const { source, data } = edition.shared.site;
  const picture = edition.pictures.get(data.icon);
  const original = edition.media.find(({ path }) => path === data.icon);
  // That there is none has been told.
  if (!picture || !original) return { value: [], problems: [] };

  const print = (size: number, isOpaque = false) => {
    const key = artist.keyOf('icon', picture.key, data.shortName, String(size), String(isOpaque));
    return artist.memory.file(key, 'png', async () => {
      const own = picture.drawing ? Buffer.from(picture.drawing.text) : readFileSync(original.absolute);
      const canBeDrawn = picture.drawing?.isCheap ?? true;
      // Drawings have more ways to be beyond what can be drawn than can be told from their text.
      if (canBeDrawn) return png(own, size, isOpaque).catch(drawInitials);
      return drawInitials();

      async function drawInitials() {
        const { faces, drawings } = await artist.hand();
        return png(Buffer.from(drawings.initials(faces, data.shortName)), size, isOpaque);
      }
    });
  };
  // One after the other: an icon may be a photograph of many pixels.
  const touch = await print(touchSize, true);
  const logo = await print(logoSize);
  const small: Buffer[] = [];
  for (const size of faviconSizes) small.push(readFileSync(await print(size)));
  const value: OutputFile[] = [
    { path: 'apple-touch-icon.png', content: { copyOf: touch } },
    { path: 'logo.png', content: { copyOf: logo } },
    { path: 'favicon.ico', content: ico(small) },
  ];
  const side = Math.max(picture.width, picture.height);
  if (picture.drawing || side >= touchSize) return { value, problems: [] };
  const warning = problemAt(placeAt(source, ['icon']), {
    rule: 'invalid-picture',
    severity: 'warning',
    message: `The paper’s icon is ${picture.width} by ${picture.height} pixels, and phones show it larger: it will be blurred.`,
    hint: `Name a drawing (SVG), or a picture of ${logoSize} by ${logoSize} pixels.`,
  });
  return { value, problems: [warning] };
}

/** A picture as a square, whole in its middle. */
async function png(picture: Buffer, size: number, isOpaque: boolean): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const flat = (image: Sharp) => (isOpaque ? image.flatten({ background: '#fff' }) : image);
  const square = sharp(picture)
    .autoOrient()
    .resize({ width: size, height: size, fit: 'contain', background: '#0000' });
  return flat(square).png({ compressionLevel: 9 }).toBuffer();
}

/** Square PNGs in one icon file: https://en.wikipedia.org/wiki/ICO_(file_format)#Icon_file_structure */
function ico(pictures: readonly Buffer[]): Buffer {
  const entrySize = 16;
  const header = Buffer.alloc(6 + entrySize * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [i, picture] of pictures.entries()) {
    const at = 6 + entrySize * i;
    header.writeUInt8(faviconSizes[i] ?? 0, at);
    header.writeUInt8(faviconSizes[i] ?? 0, at + 1);
    // One plane of 32 bits a pixel.
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(picture.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([header, ...pictures]);
}
