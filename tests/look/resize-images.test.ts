import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { openFileCache } from '../../cli/lib/file-cache.ts';
import { resizeImages } from '../../cli/look/resize-images.ts';
import { placed } from '../../cli/problems/problem.ts';
import { atLeastOne } from '../at-least-one.ts';
import { temporaryFolder } from '../helpers.ts';

/** A picture of one color. */
const plain = (width: number, height: number, background = '#fff') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A photograph as cameras write it: lying on its side, with the place it was taken at. */
const photograph = (width: number, height: number) =>
  plain(width, height, '#1f6f8b')
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'Rosa Quint', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 46/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

const rgbOf = (color: string) => {
  const [r, g, b] = Buffer.from(color, 'hex');
  return { r, g, b };
};

/** The colors of the middle of both halves of an image, from left to right, or downward where it is higher than wide. */
async function halvesOf(image: Buffer) {
  const { data, info } = await sharp(image)
    .autoOrient()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return [0.25, 0.75].map((part) => {
    const [x, y] = height > width ? [0.5, part] : [part, 0.5];
    const start = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
    return [...data.subarray(start, start + 4)];
  });
}

/** Three frames of silence, as MPEG 1 layer III of 128 kbit/s. */
const frame = Buffer.alloc(417);
frame.set([0xff, 0xfb, 0x90, 0x00]);
const sound = Buffer.concat([frame, frame, frame]);

/** Publishes files given by name. Gives the published bytes by path, the images, and the folder of the cache. */
async function publish(originals: Readonly<Record<string, Uint8Array | string>>, unresized: string[] = []) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'media'));
  const media = Object.entries(originals).map(([name, bytes]) => {
    writeFileSync(join(folder, 'media', name), bytes);
    return { path: `media/${name}`, absolute: join(folder, 'media', name), bytes: bytes.length };
  });
  const cache = join(folder, 'cache');
  const run = (onPicture?: (path: string) => void) =>
    resizeImages(media, 'content', new Set(unresized), new Set(), openFileCache(cache, ''), onPicture);
  const { value, problems } = await run();
  const files = new Map(
    [...value.files.values()].flat().map(({ path, content }) => {
      if (typeof content === 'string') return [path, Buffer.from(content)];
      if (!('copyOf' in content)) throw new Error(`${path} is no copy`);
      return [path, readFileSync(content.copyOf)];
    }),
  );
  return { pictures: value.pictures, files, problems: problems.map(placed), cache, run };
}

describe('publishing media', () => {
  it('makes an upright image in five widths as AVIF, beside a fallback under its own name', async () => {
    const { pictures, files } = await publish({ 'ferry.jpg': await photograph(3000, 2000) });
    const picture = pictures.get('media/ferry.jpg');
    expect(picture).toMatchObject({ src: '/media/ferry.jpg', width: 1600, height: 2400 });
    expect(picture?.sources?.map(({ type }) => type)).toEqual(['image/avif']);
    for (const { type, srcset } of picture?.sources ?? []) {
      const inWidths = srcset.split(', ').map((candidate) => candidate.split(' '));
      expect(inWidths.map(([, width]) => width)).toEqual(['320w', '480w', '680w', '1080w', '1600w']);
      for (const [address = '', width = ''] of inWidths) {
        const { format, width: real, height, ...rest } = await sharp(files.get(address.slice(1))).metadata();
        expect([format === 'heif' ? 'image/avif' : `image/${format}`, `${real}w`]).toEqual([type, width]);
        expect(height).toBe(Math.round((Number.parseInt(width, 10) * 3000) / 2000));
        expect([rest.exif, rest.orientation]).toEqual([undefined, undefined]);
      }
    }
    const fallback = files.get('media/ferry.jpg');
    expect(await sharp(fallback).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 2400 });
    expect(picture?.bytes).toBe(fallback?.length);
  });

  it('copies sounds, images that move, and those that are not to be resized, and gives the size of images', async () => {
    const frame = await plain(20, 20).png().toBuffer();
    const originals = {
      'icon.png': await sharp({ create: { width: 32, height: 32, channels: 4, background: '#000' } })
        .png()
        .toBuffer(),
      'hymn.mp3': 'no picture at all',
      'moving.webp': await sharp([frame, await sharp(frame).negate().toBuffer()], {
        join: { animated: true },
      })
        .webp()
        .toBuffer(),
    };
    const { pictures, files } = await publish(originals, ['media/icon.png']);
    expect([...files].map(([path, bytes]) => [path, bytes.toString('latin1')]).sort()).toEqual(
      Object.entries(originals)
        .map(([name, bytes]) => [`media/${name}`, Buffer.from(bytes).toString('latin1')])
        .sort(),
    );
    expect(Object.fromEntries(pictures)).toMatchObject({
      'media/icon.png': { width: 32, height: 32 },
    });
    expect(pictures.has('media/hymn.mp3')).toBe(false);
  });

  it('publishes the clean text of a drawing, also of one that is not to be resized', async () => {
    const plan = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"/>';
    const { pictures, files } = await publish(
      { 'plan.svg': `<!-- rosa -->${plan}`, 'icon.SVG': `\uFEFF<?notes rosa?>${plan}` },
      ['media/icon.SVG'],
    );
    for (const path of ['media/plan.svg', 'media/icon.SVG']) {
      expect(files.get(path)?.toString()).toBe(`${plan}\n`);
      expect(pictures.get(path)).toMatchObject({ width: 60, height: 40, bytes: plan.length + 1 });
    }
    expect(pictures.get('media/plan.svg')?.key).toBe(pictures.get('media/icon.SVG')?.key);
  });

  it('reports the place where a drawing does more than show itself, and publishes nothing of it', async () => {
    const { files, problems } = await publish({
      'script.svg':
        '<svg xmlns="http://www.w3.org/2000/svg">\r\n  <s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script></svg>',
      'latin.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><title>é</title></svg>', 'latin1'),
      'large.svg': '<'.repeat(5 * 1024 * 1024 + 1),
    });
    expect(problems.map(({ file, line, column, message }) => [file, line, column, message]).sort()).toEqual([
      ['content/media/large.svg', 1, 1, 'This drawing is 5.0 MiB large; the most is 5 MiB.'],
      ['content/media/latin.svg', 1, 1, 'This drawing is not saved as UTF-8.'],
      ['content/media/script.svg', 2, 3, 'This drawing holds a script, which would run in the paper’s name.'],
    ]);
    expect([...files.values()].map((bytes) => bytes.length)).toEqual([0, 0, 0]);
  });

  it('never renders a drawing to measure it, whatever its name is', async () => {
    const costly = `<svg xmlns="http://www.w3.org/2000/svg" width="16000" height="16000">
      <filter id="f"><feTurbulence numOctaves="10"/></filter><rect width="16000" height="16000" filter="url(#f)"/></svg>`;
    const { pictures, problems } = await publish({
      'costly.svg': costly,
      'costly.png': costly,
      'zipped.png': gzipSync(costly),
    });
    expect(pictures.get('media/costly.svg')).toMatchObject({ width: 8192, height: 8192 });
    expect(problems.map(({ file, message }) => [file, message]).sort()).toEqual([
      ['content/media/costly.png', 'This file is called PNG, and holds SVG.'],
      ['content/media/zipped.png', 'This file is called PNG, and holds SVG.'],
    ]);
  });

  it.each([
    ['lying', 'jpg', (image: Sharp) => image.removeAlpha().jpeg().withMetadata({ orientation: 6 }), 255],
    ['sixteen bits', 'png', (image: Sharp) => image.toColourspace('rgb16').png(), 255],
    ['a wide gamut', 'jpg', (image: Sharp) => image.jpeg().withIccProfile('p3'), 255],
    ['for print', 'jpg', (image: Sharp) => image.toColourspace('cmyk').jpeg().withIccProfile('cmyk'), 255],
    ['half clear', 'png', (image: Sharp) => image.png(), 128],
  ])('shows an original that is %s as it is meant, in every width', async (_, ending, change, opacity) => {
    const background = (color: string) => ({ ...rgbOf(color), alpha: opacity / 255 });
    const half = { width: 400, height: 600, channels: 4 as const, background: background('3060c0') };
    const whole = await sharp({ create: half })
      .extend({ right: 400, background: background('c04020') })
      .png()
      .toBuffer();
    const original = await change(sharp(whole)).toBuffer();
    const { files, problems } = await publish({ [`halves.${ending}`]: original });
    expect(problems).toEqual([]);
    expect(files.size).toBeGreaterThanOrEqual(4);
    const wanted = (await halvesOf(original)).flat();
    expect(wanted).toHaveLength(8);
    expect([wanted[3], wanted[7]]).toEqual([opacity, opacity]);
    for (const bytes of files.values()) {
      const { space, depth, icc } = await sharp(bytes).metadata();
      expect([space, depth, icc]).toEqual(['srgb', 'uchar', undefined]);
      const differences = (await halvesOf(bytes))
        .flat()
        .map((value, i) => Math.abs(value - (wanted[i] ?? 0)));
      expect(Math.max(...differences)).toBeLessThan(10);
    }
  });

  it('names each image once when it is made, and none that is in the cache', async () => {
    const { cache, run } = await publish({
      'ferry.jpg': await photograph(900, 600),
      'bridge.jpg': await photograph(500, 400),
      'words.png': 'These are words.',
    });
    const named: string[] = [];
    await run((path) => named.push(path));
    expect(named).toEqual([]);
    rmSync(cache, { recursive: true });
    await run((path) => named.push(path));
    expect(named.sort()).toEqual(['media/bridge.jpg', 'media/ferry.jpg']);
  });

  it('refuses an image of too many pixels, or of too long a side, by its header, without reading the rest', async () => {
    const png = await plain(7000, 6000).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
    const { problems, files } = await publish({
      'huge.png': png,
      'cut.png': png.subarray(0, 2000),
      'high.png': await plain(1, 17_000).png().toBuffer(),
      'long.png': await plain(2, 100_000).png().toBuffer(),
    });
    expect(files.size).toBe(4);
    expect(problems.map(({ file, message }) => `${file}: ${message}`).sort()).toEqual(
      Object.entries({
        cut: '7000 by 6000',
        high: '1 by 17000',
        huge: '7000 by 6000',
        long: '2 by 100000',
      }).map(
        ([name, size]) =>
          `content/media/${name}.png: This picture is ${size} pixels; the most is 40 megapixels for its format, 65535 pixels for a side, and 16383 times as high as wide.`,
      ),
    );
  });

  it.each([
    ['paper.pdf', '<html><script>1</script>', ['invalid-file']],
    ['paper.pdf', ' %PDF-1.7', ['invalid-file']],
    ['paper.pdf', '%PDF-1.7\n', []],
    ['song.mp3', '<html>', ['invalid-file']],
    ['song.mp3', 'ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0004text and words', ['invalid-file']],
    ['song.mp3', Buffer.from([0xff, 0xfe, 0x61, 0x00]), ['invalid-file']],
    ['song.mp3', sound, []],
    [
      'song.mp3',
      Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0004text'), sound]),
      [],
    ],
  ])('checks the first bytes of %s: %#', async (name, bytes, rules) => {
    const { problems } = await publish({ [name]: bytes });
    expect(problems.map(({ rule }) => rule)).toEqual(rules);
  });

  it('reports a file that is not an image, or is one of another format, and publishes the others', async () => {
    const good = await photograph(500, 400);
    const { pictures, problems } = await publish({
      'cut.jpg': (await photograph(2000, 1500)).subarray(0, 9000),
      'good.jpg': good,
      'words.png': 'These are words.',
      'broken.svg': '<svg><g></svg>',
      'jpeg.svg': good,
      'jpeg.png': good,
    });
    expect(
      problems.map(({ file, rule, message }) => [file, rule, /holds JPEG/.test(message)]).sort(),
    ).toEqual([
      ['content/media/broken.svg', 'invalid-picture', false],
      ['content/media/cut.jpg', 'invalid-picture', false],
      ['content/media/jpeg.png', 'invalid-picture', true],
      ['content/media/jpeg.svg', 'invalid-picture', true],
      ['content/media/words.png', 'invalid-picture', false],
    ]);
    expect(pictures.get('media/good.jpg')).toMatchObject({ width: 400, height: 500 });
  });

  it('publishes the tallest and the flattest images, and one original under two extensions', async () => {
    const solid = (width: number, height: number) => plain(width, height, '#456').jpeg().toBuffer();
    const twin = await solid(600, 400);
    const { pictures, files, problems } = await publish({
      'tall.jpg': await solid(100, 18_000),
      'flat.jpg': await solid(6000, 1),
      'twin.jpg': twin,
      'twin.jpeg': twin,
    });
    expect(problems).toEqual([]);
    expect(pictures.get('media/tall.jpg')?.height).toBeLessThanOrEqual(16_383);
    expect(pictures.get('media/flat.jpg')).toMatchObject({ width: 1600, height: 1 });
    for (const twin of ['media/twin.jpg', 'media/twin.jpeg']) {
      expect(files.has(twin)).toBe(true);
      for (const [, path = ''] of atLeastOne(
        pictures.get(twin)?.sources?.[0]?.srcset.matchAll(/\/(\S+)/g) ?? [],
      ))
        expect(files.has(path)).toBe(true);
    }
  });
});
