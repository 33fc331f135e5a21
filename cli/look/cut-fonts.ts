import { readFileSync } from 'node:fs';
import type { FileCache } from '../lib/file-cache.ts';
import { type Family, type FontFile, unusable } from './family.ts';

const charactersBetween = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => String.fromCodePoint(first + i)).join('');

/** The subset for pages, with all letters of English and Spanish; browsers take other characters from the next font in the stack. */
const pageCharacters = `${charactersBetween(0x20, 0x7f)}\u00a0¡£§©«®°·»¿–—‘’“”•…€™−×½¼¾ÁÉÍÑÓÚÜáàâäãåæçéèêëíìîïñóòôöõøúùûüß`;

const letteringCharacters = pageCharacters + charactersBetween(0xa0, 0x250);

export interface CutFont {
  readonly file: string;
  readonly weights: readonly number[];
}

export interface CutFamily {
  readonly family: Family;
  readonly fonts: readonly CutFont[];
  /** The font for drawings: one weight, uncompressed. */
  readonly lettering: string;
}

/** Subsets the fonts of a family through the cache. Rejects with system errors. */
export async function cutFamily(family: Family, cache: FileCache): Promise<CutFamily> {
  const cut = ({ path, axes }: FontFile, characters: string, targetFormat: 'woff2' | 'truetype') => {
    const original = readFileSync(path);
    const form = JSON.stringify([axes, keepFeatures]);
    const key = cache.keyOf('font', original, characters, form, targetFormat);
    return cache.file(key, targetFormat === 'woff2' ? 'woff2' : 'ttf', async () => {
      // HarfBuzz, on demand.
      const { default: subsetFont } = await import('subset-font');
      // Not written as an argument: its type does not have `keepFeatures` yet.
      const options = { targetFormat, variationAxes: axes, keepFeatures };
      return subsetFont(original, characters, options).catch((error: unknown) => {
        throw unusable(path, error);
      });
    });
  };
  return {
    family,
    fonts: await Promise.all(
      family.files.map(async (font) => ({
        file: await cut(font, pageCharacters, 'woff2'),
        weights: font.weights,
      })),
    ),
    lettering: await cut(family.lettering, letteringCharacters, 'truetype'),
  };
}

/** What browsers use by default, and figures of equal width. Others, such as fractions, would bring glyphs that no page shows. */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum'];
