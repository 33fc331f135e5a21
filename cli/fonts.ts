import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';
import subset from 'subset-font';

/** One font of a stylesheet: its whole file, and the part of each axis that pages use. A single number fixes an axis. */
interface Font {
  readonly file: string;
  readonly axes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
}

const newsreader = '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2';
const libreFranklin = '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2';

/** The fonts of pages, by the names that stylesheets give them (`url("font:newsreader")`). */
const fonts = new Map<string, Font>([
  // One optical size for text and headlines: the axis would take as many bytes again as all letters.
  ['newsreader', { file: newsreader, axes: { opsz: 28, wght: { min: 400, max: 700 } } }],
  ['libre-franklin', { file: libreFranklin, axes: { wght: { min: 400, max: 700 } } }],
]);

const charactersBetween = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => String.fromCodePoint(first + i)).join('');

/** Every character of the fonts of pages; for any other the browser takes the next font in the stack. */
const pageCharacters = `${charactersBetween(0x20, 0x7f)}\u00a0¡£§©«®°·»¿–—‘’“”•…€™−×½¼¾ÁÉÍÑÓÚÜáàâäãåæçéèêëíìîïñóòôöõøúùûüß`;
const letteringCharacters = pageCharacters + charactersBetween(0xa0, 0x250);

const { resolve } = createRequire(import.meta.url);
const readFont = (file: string) => readFile(resolve(file));

/** Lets stylesheets ask for `font:<name>`, and writes the font beside the bundle, with only the characters that pages need. */
export const fontsPlugin: Plugin = {
  name: 'fonts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^font:/ }, ({ path }) => ({ path: `${path.slice(5)}.woff2`, namespace: 'font' }));
    onLoad({ filter: /./, namespace: 'font' }, async ({ path }) => {
      const name = path.replace(/\.woff2$/, '');
      const font = fonts.get(name);
      if (!font) return { errors: [{ text: `There is no font \`${name}\` in cli/fonts.ts.` }] };
      const contents = await subset(await readFont(font.file), pageCharacters, {
        targetFormat: 'woff2',
        variationAxes: font.axes,
      });
      return { contents, loader: 'file' };
    });
  },
};

/** The two fonts that pictures are lettered with, one weight each, uncompressed. */
export async function letteringFonts(): Promise<{ readonly label: Buffer; readonly display: Buffer }> {
  const cut = async (file: string, axes: Font['axes']) =>
    subset(await readFont(file), letteringCharacters, { targetFormat: 'truetype', variationAxes: axes });
  return {
    label: await cut(libreFranklin, { wght: 600 }),
    display: await cut(newsreader, { opsz: 60, wght: 600 }),
  };
}
