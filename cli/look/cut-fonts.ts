import { readFileSync } from 'node:fs';
import type { FileCache } from '../lib/file-cache.ts';
import { type Axes, type Family, unusable } from './family.ts';

const charactersBetween = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => String.fromCodePoint(first + i)).join('');

/** The subset for pages, with all letters of English and Spanish; browsers take other characters from the next font in the stack. */
const pageCharacters = `${charactersBetween(0x20, 0x7f)}\u00a0¡£§©«®°·»¿–—‘’“”•…€™−×½¼¾ÁÉÍÑÓÚÜáàâäãåæçéèêëíìîïñóòôöõøúùûüß`;

const letteringCharacters = pageCharacters + charactersBetween(0xa0, 0x250);

export interface CutFamily {
  readonly family: Family;
  readonly font: string;
  /** The font for drawings: one weight, uncompressed. */
  readonly lettering: string;
}

/** Subsets the font of a family through the cache. Rejects with system errors. */
export async function cutFamily(family: Family, cache: FileCache): Promise<CutFamily> {
  const original = readFileSync(family.path);
  const cut = (variationAxes: Axes, characters: string, targetFormat: 'woff2' | 'truetype') => {
    const axes = JSON.stringify([variationAxes, keepFeatures]);
    const key = cache.keyOf('font', original, characters, axes, targetFormat);
    return cache.file(key, targetFormat === 'woff2' ? 'woff2' : 'ttf', async () => {
      // HarfBuzz, on demand.
      const { default: subsetFont } = await import('subset-font');
      // Not written as an argument: its type does not have `keepFeatures` yet.
      const options = { targetFormat, variationAxes, keepFeatures };
      return subsetFont(original, characters, options).catch((error: unknown) => {
        throw unusable(family.path, error);
      });
    });
  };
  return {
    family,
    font: await cut(family.axes, pageCharacters, 'woff2'),
    lettering: await cut(family.lettering, letteringCharacters, 'truetype'),
  };
}

/** What browsers use by default, and figures of equal width. Others, such as fractions, would bring glyphs that no page shows. */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum'];
