import { readFileSync } from 'node:fs';
import type { Cache } from '../lib/cache.ts';
import { frequencies, letteringCharacters, lettersOf, pageCharacters } from './characters.ts';
import { type Family, type FontFile, type Role, unusable } from './family.ts';

/** A subset font for pages, in the cache. */
export interface CutFont {
  readonly file: string;
  readonly weights: readonly [least: number, most: number];
  /** Its characters, if the family is split into several files. */
  readonly only?: string;
}

/** Average character widths, relative to the font size. */
export interface Widths {
  readonly regular: number;
  readonly bold: number;
}

/** A family, subset for pages and drawings. */
export interface CutFamily {
  readonly family: Family;
  readonly fonts: readonly CutFont[];
  /** The font for drawings: one weight, uncompressed. */
  readonly lettering: string;
  readonly widths: Widths;
  /** Letters of the language that the family lacks. */
  readonly missing: string;
}

/** Cached measurements of a family. */
type Measured = Pick<CutFamily, 'widths' | 'missing'>;

/** Subsets the fonts of a family to the characters of a language and measures them, through the cache. Rejects with system errors. */
export async function cutFamily(
  family: Family,
  role: Role,
  language: string,
  cache: Cache,
): Promise<CutFamily> {
  const { latin, latinExt } = pageCharacters(language);
  const originals = new Map<string, Buffer>();
  const originalAt = (path: string) => {
    const original = originals.get(path) ?? readFileSync(path);
    originals.set(path, original);
    return original;
  };
  const cut = (path: string, characters: string, axes: FontFile['axes'], format: 'woff2' | 'truetype') => {
    const original = originalAt(path);
    const key = cache.keyOf('font', family.from, original, characters, JSON.stringify(axes), format);
    return cache.file(key, format === 'woff2' ? 'woff2' : 'ttf', () =>
      subset(path, original, characters, axes, format),
    );
  };
  const fonts: CutFont[] = [];
  for (const { latin: path, latinExt: extension, axes, weights } of family.files) {
    const font = { file: await cut(path, latin, axes, 'woff2'), weights };
    fonts.push(font);
    if (latinExt !== '' && extension !== undefined)
      fonts.push({ file: await cut(extension, latinExt, axes, 'woff2'), weights, only: latinExt });
  }
  const { lettering } = family;
  const drawn = await cut(lettering.latin, letteringCharacters(language), lettering.axes, 'truetype');
  const parts = family.files.flatMap(({ latin, latinExt }) => [latin, latinExt ?? latin].map(originalAt));
  const key = cache.keyOf('measured', role, language, family.from, ...parts);
  const record = await cache.file(key, 'json', async () => JSON.stringify(await measure(family, language)));
  const measured: Measured = JSON.parse(readFileSync(record, 'utf8'));
  return { family, fonts, lettering: drawn, ...measured };
}

/** Subsets a font and limits its axes. Loads HarfBuzz on demand. */
async function subset(
  path: string,
  original: Buffer,
  characters: string,
  axes: FontFile['axes'],
  targetFormat: 'woff2' | 'truetype',
): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font');
  try {
    return await subsetFont(original, characters, { targetFormat, variationAxes: axes });
  } catch (error) {
    throw unusable(path, error);
  }
}

async function measure({ files }: Family, language: string): Promise<Measured> {
  const { create } = await import('fontkit');
  const letters = lettersOf(language);
  const { latinExt } = pageCharacters(language);
  const open = async (path: string, characters: string, axes: FontFile['axes'], weight: number) => {
    const one = 'wght' in axes ? { ...axes, wght: weight } : axes;
    return create(
      await subset(path, readFileSync(path), characters, one, 'truetype'),
    ) as import('fontkit').Font;
  };
  const width = async (file: FontFile | undefined, weight: number) => {
    if (!file) return 0;
    const font = await open(file.latin, `${letters} `, file.axes, weight);
    const total = frequencies.reduce(
      (sum, [letter, count]) => sum + count * font.layout(letter).advanceWidth,
      0,
    );
    return total / font.unitsPerEm / frequencies.reduce((sum, [, count]) => sum + count, 0);
  };
  const [first] = files;
  const known = first
    ? await Promise.all(
        [first.latin, first.latinExt ?? first.latin].map((path) =>
          open(path, letters + latinExt, first.axes, 400),
        ),
      )
    : [];
  const has = (letter: string) => known.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  return {
    widths: { regular: await width(first, 400), bold: await width(files.at(-1), 600) },
    missing: [...letters].filter((letter) => !has(letter)).join(''),
  };
}
