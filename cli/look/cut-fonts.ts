import { readFileSync } from 'node:fs';
import type { FileCache } from '../lib/file-cache.ts';
import { frequencies, letteringCharacters, pageCharacters } from './characters.ts';
import { type Family, type FontFile, type Role, unusable } from './family.ts';

export interface CutFont {
  readonly file: string;
  readonly weights: readonly [least: number, most: number];
}

/** Average character widths, relative to the font size. */
export interface Widths {
  readonly regular: number;
  readonly bold: number;
}

export interface CutFamily {
  readonly family: Family;
  readonly fonts: readonly CutFont[];
  /** The font for drawings: one weight, uncompressed. */
  readonly lettering: string;
  readonly widths: Widths;
}

/** Subsets the fonts of a family and measures them, through the cache. Rejects with system errors. */
export async function cutFamily(family: Family, role: Role, cache: FileCache): Promise<CutFamily> {
  const cut = ({ path, axes }: FontFile, characters: string, format: 'woff2' | 'truetype') => {
    const original = readFileSync(path);
    const key = cache.keyOf('font', original, characters, JSON.stringify([axes, keepFeatures]), format);
    return cache.file(key, format === 'woff2' ? 'woff2' : 'ttf', () =>
      subset(path, original, characters, axes, format),
    );
  };
  const fonts: CutFont[] = [];
  for (const file of family.files)
    fonts.push({ file: await cut(file, pageCharacters, 'woff2'), weights: file.weights });
  const lettering = await cut(family.lettering, letteringCharacters, 'truetype');
  const originals = family.files.map(({ path }) => readFileSync(path));
  const key = cache.keyOf('widths', role, ...originals);
  const record = await cache.file(key, 'json', async () => JSON.stringify(await measure(family)));
  return { family, fonts, lettering, widths: JSON.parse(readFileSync(record, 'utf8')) };
}

/** What browsers use by default, and figures of equal width. Others, such as fractions, would bring glyphs that no page shows. */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum'];

/** Subsets a font and limits its axes. Loads HarfBuzz on demand. */
async function subset(
  path: string,
  original: Buffer,
  characters: string,
  axes: FontFile['axes'],
  targetFormat: 'woff2' | 'truetype',
): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font');
  // Not written as an argument: its type does not have `keepFeatures` yet.
  const options = { targetFormat, variationAxes: axes, keepFeatures };
  try {
    return await subsetFont(original, characters, options);
  } catch (error) {
    throw unusable(path, error);
  }
}

async function measure({ files }: Family): Promise<Widths> {
  const { create } = await import('fontkit');
  const characters = frequencies.map(([letter]) => letter).join('');
  const width = async (file: FontFile | undefined, weight: number) => {
    if (!file) return 0;
    const axes = 'wght' in file.axes ? { ...file.axes, wght: weight } : file.axes;
    const cut = await subset(file.path, readFileSync(file.path), characters, axes, 'truetype');
    const font = create(cut) as import('fontkit').Font;
    const widths = frequencies.map(([letter, count]) => count * font.layout(letter).advanceWidth);
    const count = frequencies.reduce((sum, [, count]) => sum + count, 0);
    return widths.reduce((sum, width) => sum + width, 0) / font.unitsPerEm / count;
  };
  return { regular: await width(files[0], 400), bold: await width(files.at(-1), 600) };
}
