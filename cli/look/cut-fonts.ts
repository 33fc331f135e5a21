import { readFileSync } from 'node:fs';
import type { FileCache } from '../lib/file-cache.ts';
import { frequencies, letteringCharacters, pageCharacters } from './characters.ts';
import { type Axes, type Family, type Role, unusable } from './family.ts';

/** Average character widths, relative to the font size. */
export interface Widths {
  readonly regular: number;
  readonly bold: number;
}

export interface CutFamily {
  readonly family: Family;
  readonly font: string;
  /** The font for drawings: one weight, uncompressed. */
  readonly lettering: string;
  readonly widths: Widths;
}

/** Subsets the fonts of a family and measures them, through the cache. Rejects with system errors. */
export async function cutFamily(family: Family, role: Role, cache: FileCache): Promise<CutFamily> {
  const original = readFileSync(family.path);
  const cut = (axes: Axes, characters: string, format: 'woff2' | 'truetype') => {
    const key = cache.keyOf('font', original, characters, JSON.stringify([axes, keepFeatures]), format);
    return cache.file(key, format === 'woff2' ? 'woff2' : 'ttf', () =>
      subset(family.path, original, characters, axes, format),
    );
  };
  const font = await cut(family.axes, pageCharacters, 'woff2');
  const lettering = await cut(family.lettering, letteringCharacters, 'truetype');
  const key = cache.keyOf('widths', role, original);
  const record = await cache.file(key, 'json', async () => JSON.stringify(await measure(family, original)));
  return { family, font, lettering, widths: JSON.parse(readFileSync(record, 'utf8')) };
}

/** What browsers use by default, and figures of equal width. Others, such as fractions, would bring glyphs that no page shows. */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum'];

/** Subsets a font and limits its axes. Loads HarfBuzz on demand. */
async function subset(
  path: string,
  original: Buffer,
  characters: string,
  axes: Axes,
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

async function measure({ path, axes }: Family, original: Buffer): Promise<Widths> {
  const { create } = await import('fontkit');
  const characters = frequencies.map(([letter]) => letter).join('');
  const count = frequencies.reduce((sum, [, count]) => sum + count, 0);
  const width = async (wght: number) => {
    const cut = await subset(path, original, characters, { ...axes, wght }, 'truetype');
    const font = create(cut) as import('fontkit').Font;
    const widths = frequencies.map(([letter, count]) => count * font.layout(letter).advanceWidth);
    return widths.reduce((sum, width) => sum + width, 0) / font.unitsPerEm / count;
  };
  return { regular: await width(400), bold: await width(600) };
}
