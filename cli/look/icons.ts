import { readFileSync } from 'node:fs';
import type { Edition, OutputFile } from '../content/model.ts';
import { feedIconPath, iconPath, logoPath } from './pictures.ts';
import { bytesOf, inPool, processImage } from './pool.ts';
import type { Drawing, ImageRenderer } from './renderer.ts';

/** For the home screen of phones, for search engines, and for `favicon.ico` and feeds; in pixels. */
const touchSize = 180;
const logoSize = 512;
const smallSize = 32;

/**
 * The paper's icon as `favicon.ico`, `apple-touch-icon.png`, `logo.png` and, unless the feed sets an image, a small PNG for feeds.
 * Without `icon` in site.yaml the default is the first letter of the paper's name, also as SVG. Small images are enlarged.
 * Rejects with errors of sharp and of the disk.
 */
export async function icons(edition: Edition, { cache, draw }: ImageRenderer): Promise<OutputFile[]> {
  const { data } = edition.shared.site;
  const image = edition.pictures.get(data.icon ?? '');
  const original = edition.media.find(({ path }) => path === data.icon);
  // An icon that is missing or cannot be used has been reported.
  if (data.icon !== undefined && (!image || image.isUnusable || !original)) return [];
  const named = image && original && { image, absolute: original.absolute };
  const name = data.shortName ?? data.name;
  async function render(size: number, isOpaque: boolean): Promise<Buffer> {
    const ofWords = async (drawing: Drawing) => png(Buffer.from(await draw(drawing)), size, isOpaque);
    if (!named) return ofWords(({ icon }, look) => icon(look, name));
    // librsvg may fail at one size only.
    return png(bytesOf(named.image, named.absolute), size, isOpaque).catch(() =>
      ofWords(({ initials }, look) => initials(look, name)),
    );
  }
  function make(size: number, isOpaque = false): Promise<string> {
    const key = cache.keyOf('icon', named?.image.key ?? '', name, String(size), String(isOpaque));
    return inPool(() => cache.file(key, 'png', () => render(size, isOpaque)));
  }
  const [touch, logo, small] = await Promise.all([make(touchSize, true), make(logoSize), make(smallSize)]);
  return [
    { path: 'apple-touch-icon.png', content: { copyOf: touch } },
    { path: logoPath.slice(1), content: { copyOf: logo } },
    { path: 'favicon.ico', content: ico(readFileSync(small)) },
    ...(named
      ? []
      : [{ path: iconPath.slice(1), content: await draw(({ icon }, look) => icon(look, name)) }]),
    ...(edition.hasFeed && data.feed?.image === undefined
      ? [{ path: feedIconPath.slice(1), content: { copyOf: small } }]
      : []),
  ];
}

/** A square PNG with the whole image centered. */
const png = (original: Buffer, size: number, isOpaque: boolean): Promise<Buffer> =>
  processImage(original, (image) => {
    const square = image
      .autoOrient()
      .resize({ width: size, height: size, fit: 'contain', background: '#0000' });
    return (isOpaque ? square.flatten({ background: '#fff' }) : square).png({ compressionLevel: 9 });
  });

/** An ICO file of one PNG: https://en.wikipedia.org/wiki/ICO_(file_format)#Icon_file_structure */
function ico(image: Buffer): Buffer {
  const header = Buffer.alloc(22);
  // One image, of one plane of 32 bits a pixel.
  header.set([0, 0, 1, 0, 1, 0, smallSize, smallSize, 0, 0, 1, 0, 32]);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}
