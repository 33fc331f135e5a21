import { readFileSync } from 'node:fs';
import { assetPath } from '../lib/asset-path.ts';
import type { FileCache } from '../lib/file-cache.ts';
import { type Family, type FontFile, type Role, unusable } from './family.ts';

const charactersBetween = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => String.fromCodePoint(first + i)).join('');

/** The subset for pages, with all letters of English and Spanish; browsers take other characters from the next font in the stack. */
const pageCharacters = `${charactersBetween(0x20, 0x7f)}\u00a0¡£§©«®°·»¿–—‘’“”•…€™−×½¼¾ÁÉÍÑÓÚÜáàâäãåæçéèêëíìîïñóòôöõøúùûüß`;

const letteringCharacters = pageCharacters + charactersBetween(0xa0, 0x250);

export type CutFamily = Awaited<ReturnType<typeof cutFamily>>;

/** Subsets the fonts of a family through the cache. Rejects with system errors. */
export async function cutFamily(family: Family, cache: FileCache) {
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
      family.files.map(async (font) => ({ ...font, file: await cut(font, pageCharacters, 'woff2') })),
    ),
    /** The font for drawings: one weight, uncompressed. */
    lettering: await cut(family.lettering, letteringCharacters, 'truetype'),
  };
}

/** What browsers use by default, and figures of equal width. Others, such as fractions, would bring glyphs that no page shows. */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum'];

export type FontFaces = ReturnType<typeof fontFaces>;

/**
 * System fonts, until the web fonts have loaded or instead of them, and their sizes in percent at which text (regular) and headlines (bold, for our
 * 600) are as wide as in the default fonts; serif headlines 1.5% narrower, because a headline that is too wide wraps. Measured in Chromium with the
 * demo content: Times and Arial as Liberation, Georgia as Gelasio. All names in `local` have the same metrics.
 */
const serif = {
  fonts: [
    { name: 'Georgia', local: ['Georgia', 'Gelasio'], regular: 92.7, bold: 82.9 },
    { name: 'Noto', local: ['Noto Serif'], regular: 86, bold: 84.5 },
    { name: 'Times', local: ['Times New Roman', 'Liberation Serif'], regular: 101.6, bold: 99.5 },
  ],
  generic: 'serif',
};
const sans = {
  fonts: [{ name: 'Arial', local: ['Arial', 'Liberation Sans'], regular: 103.5, bold: 98.6 }],
  generic: 'sans-serif',
};

const kindOf = ({ family }: CutFamily) => (family.isSerif ? serif : sans);

/** The `@font-face` rules of a theme's two families and their fallbacks, and the stacks. */
export function fontFaces({ text, labels }: Readonly<Record<Role, CutFamily>>) {
  const families = text.family.name === labels.family.name ? [text] : [text, labels];
  const published = families.flatMap(({ family: { id, name }, fonts }) =>
    fonts.map(({ file, weights }) => {
      const path = assetPath(id, 'woff2', readFileSync(file));
      return { path, file, face: webFont(name, weights, path) };
    }),
  );
  const fallbacks = [...new Set(families.map(kindOf))].flatMap((kind) => kind.fonts.flatMap(fallback));
  return {
    css: [...published.map(({ face }) => face), ...fallbacks].join(''),
    stacks: { face: stackOf(text), labels: stackOf(labels) },
    fonts: published.map(({ path, file }) => ({ path, file })).sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** A family name, quoted if CSS needs that. */
const quoted = (name: string) =>
  /^[a-z]+(?: [a-z]+)*$/i.test(name) ? name : `"${name.replace(/["\\\n]/g, '')}"`;

const webFont = (name: string, weights: readonly number[], path: string): string =>
  `@font-face{font-family:${quoted(name)};font-weight:${weights.join(' ')};font-display:optional;src:url(/${path})}`;

function fallback({ name, local, regular, bold }: (typeof serif.fonts)[number]): string[] {
  const face = (suffix: string, adjust: number, weight = '') =>
    `@font-face{font-family:Like ${name};src:${local.map((name) => `local(${name}${suffix})`).join(',')};size-adjust:${adjust}%${weight}}`;
  return [face('', regular), face(' Bold', bold, ';font-weight:600')];
}

function stackOf(cut: CutFamily): string {
  const { fonts, generic } = kindOf(cut);
  return [quoted(cut.family.name), ...fonts.map(({ name }) => `Like ${name}`), generic].join(',');
}
