import { createHash } from 'node:crypto';
import type { Assets } from '../../templates/types.ts';
import type { ScriptWords } from '../../templates/words/words.ts';
import type { OutputFile } from '../model.ts';
import { defaultHeights, type EmbedsFile } from '../sources/embeds.ts';

/** The stylesheet, its fonts and the browser modules, bundled. */
export interface CompiledAssets {
  readonly css: string;
  /** By name: `site` is for every page, any other for the pages of the kind it is named by. */
  readonly js: Readonly<Record<string, string>>;
  /** The stylesheet's fonts, named by their content, and their files on disk. */
  readonly fonts: readonly { readonly name: string; readonly file: string }[];
}

/**
 * The stylesheet, scripts and fonts of a site, named by their content so that browsers may cache them for ever, and their addresses.
 */
export function assets(
  compiled: CompiledAssets,
  embeds: EmbedsFile | undefined,
  words: ScriptWords,
): { readonly files: OutputFile[]; readonly addresses: Assets } {
  const css = `${compiled.css.trimEnd()}\n${frameSizes(embeds)}`;
  const stylesheet = named('site', 'css', css);
  const scripts = Object.entries(compiled.js).map(([name, code]) => {
    const content = withWords(code, words);
    return { name, path: named(name, 'js', content), content };
  });
  return {
    files: [
      { path: stylesheet, content: css },
      ...compiled.fonts.map(({ name, file }) => ({ path: `assets/${name}`, content: { copyOf: file } })),
      ...scripts.map(({ path, content }) => ({ path, content })),
    ],
    addresses: {
      stylesheet: `/${stylesheet}`,
      fonts: compiled.fonts.map(({ name }) => `/assets/${name}`),
      scripts: Object.fromEntries(scripts.map(({ name, path }) => [name, `/${path}`])),
    },
  };
}

/** A script with its words in the places where it names them: the modules of `templates/client/` have them as `scriptWords`. */
const withWords = (code: string, words: ScriptWords): string =>
  code.replace(/\bscriptWords\.(\w+)/g, (_, name: keyof ScriptWords) => JSON.stringify(words[name]));

function named(name: string, ending: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return `assets/${name}-${hash}.${ending}`;
}

/** The heights of embeds.yaml as CSS, because the pages' Content-Security-Policy allows no style attributes. */
function frameSizes({ heights = defaultHeights, ads }: Partial<EmbedsFile> = {}): string {
  const root = `:root{--feed-height:${heights.feed}px;--feed-height-expanded:${heights.feedExpanded}px}`;
  const slots = (ads?.placements ?? []).flatMap(({ desktop, mobile }) => [desktop, mobile]);
  return `${root}\n${slots.map(({ slot, minHeight }) => `[data-slot="${cssString(slot)}"]{min-height:${minHeight}px}`).join('\n')}\n`;
}

/** A text in a quoted string of CSS: everything but letters and digits by its code point. */
const cssString = (text: string) =>
  text.replace(/[^A-Za-z0-9_-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
