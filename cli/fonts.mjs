import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Every character the paper's own faces draw; any other falls to the next face in the stack. */
const characters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)),
  ...'\u00a0¡£§©«®°·»¿–—‘’“”•…€™−×½¼¾ÁÉÍÑÓÚÜáàâäãåæçéèêëíìîïñóòôöõøúùûüß',
].join('');

const everyLatinLetter =
  characters + Array.from({ length: 0x250 - 0xa0 }, (_, i) => String.fromCodePoint(0xa0 + i)).join('');

/**
 * The faces of the paper, by the name the stylesheets ask for them with (`url("font:newsreader")`): where the whole font is, and what is
 * kept of its axes. A single number fixes an axis.
 *
 * @type {Readonly<Record<string, { readonly file: string, readonly axes: Record<string, number | { min: number, max: number }> }>>}
 */
export const fonts = {
  // One optical size for text and headlines: the axis itself would cost as much again as all letters.
  newsreader: {
    file: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { opsz: 28, wght: { min: 400, max: 700 } },
  },
  'libre-franklin': {
    file: '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
};

/** The path of the whole font of a name in `fonts`. @param {string} name */
export const fontFile = (name) => resolve(fonts[name]?.file ?? name);

/**
 * Lets stylesheets ask for `font:<name>`, and puts the font beside the bundle, cut down to what pages need.
 *
 * @type {import('esbuild').Plugin}
 */
export const fontsPlugin = {
  name: 'fonts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^font:/ }, ({ path }) => ({ path: `${path.slice(5)}.woff2`, namespace: 'font' }));
    onLoad({ filter: /./, namespace: 'font' }, async ({ path }) => {
      const name = path.replace(/\.woff2$/, '');
      const font = fonts[name];
      if (!font) return { errors: [{ text: `There is no font \`${name}\` in cli/fonts.mjs.` }] };
      const { default: subset } = await import('subset-font');
      const contents = await subset(await readFile(fontFile(name)), characters, {
        targetFormat: 'woff2',
        variationAxes: font.axes,
      });
      return { contents, loader: 'file' };
    });
  },
};

/**
 * The two fonts that pictures are lettered with, one weight each, as files that need no unpacking.
 *
 * @returns {Promise<{ readonly label: Buffer, readonly display: Buffer }>}
 */
export async function letteringFonts() {
  const { default: subset } = await import('subset-font');
  /** @param {string} name @param {Record<string, number>} axes */
  const cut = async (name, axes) =>
    subset(await readFile(fontFile(name)), everyLatinLetter, {
      targetFormat: 'truetype',
      variationAxes: axes,
    });
  const label = await cut('libre-franklin', { wght: 600 });
  return { label, display: await cut('newsreader', { opsz: 60, wght: 600 }) };
}
