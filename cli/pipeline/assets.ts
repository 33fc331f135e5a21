import type { Assets } from '../../templates/types.ts';
import type { ScriptWords } from '../../templates/words/words.ts';
import { assetPath } from '../lib/asset-path.ts';
import type { OutputFile } from '../model.ts';
import { defaultHeights, type EmbedsFile, slotsOf } from '../sources/embeds.ts';
import type { Look, StyleOption } from './theme.ts';

/** The stylesheet and the browser modules, bundled. */
export interface CompiledAssets {
  readonly css: string;
  /** More rules, for papers that want them. */
  readonly options: Readonly<Record<StyleOption, string>>;
  /** By name: `site` is for every page, any other for the pages of the kind it is named by. */
  readonly js: Readonly<Record<string, string>>;
}

/**
 * The stylesheet, scripts and fonts of a site, named by their content so that browsers may cache them for ever, and their addresses.
 */
export function assets(
  compiled: CompiledAssets,
  look: Pick<Look, 'css' | 'fonts'>,
  embeds: EmbedsFile | undefined,
  words: ScriptWords,
): { readonly files: OutputFile[]; readonly addresses: Assets } {
  const { first, options: wanted, last } = look.css;
  const options = wanted.map((name) => compiled.options[name]).join('');
  const css = `${first}${compiled.css.trimEnd()}\n${options}${frameSizes(embeds)}${last}`;
  const stylesheet = assetPath('site', 'css', css);
  const scripts = Object.entries(compiled.js).map(([name, code]) => {
    const content = withWords(code, words);
    return { name, path: assetPath(name, 'js', content), content };
  });
  return {
    files: [
      { path: stylesheet, content: css },
      ...look.fonts.map(({ path, file }) => ({ path, content: { copyOf: file } })),
      ...scripts.map(({ path, content }) => ({ path, content })),
    ],
    addresses: {
      stylesheet: `/${stylesheet}`,
      fonts: look.fonts.map(({ path }) => `/${path}`),
      scripts: Object.fromEntries(scripts.map(({ name, path }) => [name, `/${path}`])),
    },
  };
}

/** A script with its words in the places where it names them: the modules of `templates/client/` have them as `scriptWords`. */
const withWords = (code: string, words: ScriptWords): string =>
  code.replace(/\bscriptWords\.(\w+)/g, (_, name: keyof ScriptWords) => JSON.stringify(words[name]));

/** The heights of embeds.yaml as CSS, because the pages' Content-Security-Policy allows no style attributes. */
function frameSizes({ heights = defaultHeights, ads }: Partial<EmbedsFile> = {}): string {
  const root = `:root{--feed-height:${heights.feed}px;--feed-height-expanded:${heights.feedExpanded}px}`;
  const ofAds = (ads?.placements ?? []).flatMap((placement) => {
    const slots = slotsOf(placement).map(
      ({ slot, minHeight }) => `[data-slot="${cssString(slot)}"]{min-height:${minHeight}px}`,
    );
    const own = placement.minHeight;
    return own === undefined ? slots : `[data-height="${own}"]{--ad-height:${own}px}`;
  });
  return `${root}\n${ofAds.join('\n')}\n`;
}

/** A text in a quoted string of CSS: everything but letters and digits by its code point. */
const cssString = (text: string) =>
  text.replace(/[^A-Za-z0-9_-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
