import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildInMemory, smallContent } from '../helpers.ts';
import { endlessDrawings } from './svg/hostile-drawings.ts';

/** Builds the small site with another icon. */
async function build(name = 'icon.svg', icon?: Buffer | string) {
  const content = smallContent({
    'site.yaml': (text) => text.replace(/^icon: .*$/m, `icon: media/${name}`).concat('\n'),
  });
  if (icon !== undefined) writeFileSync(join(content, 'media', name), icon);
  const { report, files } = await buildInMemory(content);
  return { problems: report.problems, at: (path: string) => Buffer.from(files.get(path) ?? '', 'latin1') };
}

const square = (side: number, color: string) =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } })
    .png()
    .toBuffer();

test('the icon is there under the names that browsers, phones and search engines ask for', async () => {
  const { problems, at } = await build();
  expect(problems).toEqual([]);
  const favicon = at('favicon.ico');
  expect([0, 2, 4].map((i) => favicon.readUInt16LE(i))).toEqual([0, 1, 1]);
  const start = favicon.readUInt32LE(18);
  const inside = await sharp(favicon.subarray(start, start + favicon.readUInt32LE(14))).metadata();
  expect([inside.format, inside.width, inside.height]).toEqual(['png', favicon[6], favicon[7]]);
  const touch = await sharp(at('apple-touch-icon.png')).metadata();
  expect(touch).toMatchObject({ format: 'png', width: 180, height: 180, hasAlpha: false });
  const logo = await sharp(at('logo.png')).metadata();
  expect(logo).toMatchObject({ format: 'png', width: 512, height: 512 });
});

test('an icon that is not square is whole and in the middle, with a warning', async () => {
  const wide =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path fill="#f00" d="M0 0h20v10H0z"/></svg>';
  const { problems, at } = await build('icon.svg', wide);
  expect(problems).toMatchObject([{ rule: 'invalid-picture', severity: 'warning' }]);
  const { data, info } = await sharp(at('logo.png'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3];
  expect([alphaAt(256, 100), alphaAt(2, 256), alphaAt(509, 256), alphaAt(256, 400)]).toEqual([
    0, 255, 255, 0,
  ]);
});

test('a small icon is enlarged', async () => {
  const small = await build('icon.png', await square(32, '#00f'));
  expect(small.problems).toEqual([]);
  expect(await sharp(small.at('apple-touch-icon.png')).metadata()).toMatchObject({ width: 180 });
});

test('an icon that cannot be drawn is a problem at its file, and no other file is made of it', async () => {
  const costly = endlessDrawings['thousands of layers in memory'];
  const { problems, at } = await build('icon.svg', costly);
  expect(problems).toMatchObject([{ file: 'content/media/icon.svg', rule: 'invalid-picture' }]);
  expect(at('logo.png')).toHaveLength(0);
});
