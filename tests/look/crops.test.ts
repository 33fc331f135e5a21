import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openFileCache } from '../../cli/lib/file-cache.ts';
import { addCrops } from '../../cli/look/crops.ts';
import { resizeImages } from '../../cli/look/resize-images.ts';
import type { Picture } from '../../templates/types.ts';
import { temporaryFolder } from '../helpers.ts';

/** A picture whose longer side goes from black to white, so that it is seen what a crop has of it. */
function shaded(width: number, height: number) {
  const data = Buffer.alloc(width * height);
  for (let i = 0; i < data.length; i += 1)
    data[i] = width > height ? (255 * (i % width)) / width : (255 * Math.floor(i / width)) / height;
  return sharp(data, { raw: { width, height, channels: 1 } })
    .webp()
    .toBuffer();
}

test.each<[string, number, number, Picture['focus'], string[]]>([
  ['loses its sides', 1600, 1067, undefined, ['1200x675 0-100', '1200x900 10-90', '1067x1067 20-80']],
  ['keeps its left side', 1600, 800, 'left', ['1200x675 0-90', '1067x800 0-70', '800x800 0-50']],
  ['keeps its upper part if it is upright', 900, 1350, undefined, ['900x675 0-50', '900x900 0-70']],
  ['is not cropped to the shape that it has', 1280, 720, undefined, ['960x720 10-90', '720x720 20-80']],
  ['is not cropped if it is small', 690, 460, undefined, []],
])('a photograph of a story %s', async (_, width, height, focus, expected) => {
  const folder = temporaryFolder();
  const absolute = join(folder, 'ferry.webp');
  const path = 'media/ferry.webp';
  writeFileSync(absolute, await shaded(width, height));
  const cache = openFileCache(join(folder, 'cache'), '');
  const media = [{ path, absolute, bytes: 1 }];
  const { value } = await resizeImages(media, 'content', new Set(), new Set(), cache);
  const { pictures, files } = await addCrops(value, new Map([[path, focus]]), cache);
  const made = pictures.get(path)?.crops?.map(async (crop) => {
    const file = files.get(path)?.find((file) => `/${file.path}` === crop)?.content as { copyOf: string };
    const { data, info } = await sharp(file.copyOf).greyscale().raw().toBuffer({ resolveWithObject: true });
    const share = (value = 0) => 10 * Math.round(value / 25.5);
    return `${info.width}x${info.height} ${share(data[0])}-${share(data.at(-1))}`;
  });
  expect(await Promise.all(made ?? [])).toEqual(expected);
});
