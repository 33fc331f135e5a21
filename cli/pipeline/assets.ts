import type { Assets } from '../../templates/types.ts';
import type { ScriptWords } from '../../templates/words/words.ts';
import { defaultHeights, type EmbedsFile, slotsOf } from '../content/embeds.ts';
import type { OutputFile } from '../content/model.ts';
import { assetPath } from '../lib/asset-path.ts';
import type { Look } from '../look/theme.ts';

/** The stylesheets and the browser modules, bundled. */
export interface CompiledAssets {
  readonly css: {
    /** By kind of page: the styles of everything that its pages always show. */
    readonly kinds: Readonly<Record<string, string>>;
    /** By part: the styles of what only some pages show. */
    readonly parts: Readonly<Record<string, string>>;
    /** More rules for all kinds, for papers whose look wants them. */
    readonly options: Readonly<Record<string, string>>;
  };
  /** By name: `site` is for every page, any other for the pages of the kind or with the part it is named by. */
  readonly js: Readonly<Record<string, string>>;
}

/**
 * The stylesheets of the kinds of pages that a site has, its scripts and fonts, named by their content so that browsers may cache them
 * for ever, and their addresses. `counter` is the script that counts readers.
 */
export function assets(
  { css, js }: CompiledAssets,
  look: Pick<Look, 'css' | 'fonts'>,
  kinds: ReadonlySet<string>,
  embeds: EmbedsFile | undefined,
  words: ScriptWords,
  counter?: string,
): { readonly files: OutputFile[]; readonly addresses: Assets } {
  const options = look.css.options.map((name) => css.options[name]).join('\n');
  const ofKinds = [...kinds].map((kind) => {
    const rules = css.kinds[kind];
    if (rules === undefined) throw new Error(`There is no templates/styles/kinds/${kind}.css`);
    return asset(kind, 'css', `${look.css.first}${rules}\n${options}${frameSizes(rules, embeds)}`);
  });
  const ofParts = Object.entries(css.parts).map(([part, rules]) => asset(part, 'css', rules));
  const own = look.css.own === '' ? undefined : asset('custom', 'css', look.css.own);
  const isUsed = (name: string) =>
    name === 'site' || name === counter || kinds.has(name) || css.parts[name] !== undefined;
  const scripts = Object.entries(js).flatMap(([name, code]) =>
    isUsed(name) ? asset(name, 'js', withWords(code, words)) : [],
  );
  return {
    files: [
      ...[...ofKinds, ...ofParts, ...(own ? [own] : [])].map(({ path, content }) => ({ path, content })),
      ...look.fonts.map(({ path, file }) => ({ path, content: { copyOf: file } })),
      ...scripts.map(({ path, content }) => ({ path, content })),
    ],
    addresses: {
      stylesheets: addressesOf(ofKinds),
      parts: addressesOf(ofParts),
      custom: own && `/${own.path}`,
      fonts: look.fonts.map(({ path }) => `/${path}`),
      scripts: addressesOf(scripts),
    },
  };
}

const asset = (name: string, ending: 'css' | 'js', content: string) => ({
  name,
  path: assetPath(name, ending, content),
  content,
});

const addressesOf = (files: readonly { readonly name: string; readonly path: string }[]) =>
  Object.fromEntries(files.map(({ name, path }) => [name, `/${path}`]));

/** A script with its words in the places where it names them: the modules of `templates/client/` have them as `scriptWords`. */
const withWords = (code: string, words: ScriptWords): string =>
  code.replace(/\bscriptWords\.(\w+)/g, (_, name: keyof ScriptWords) => JSON.stringify(words[name]));

/** The heights of embeds.yaml that some rules need, as CSS, because the pages' Content-Security-Policy allows no style attributes. */
function frameSizes(rules: string, { heights = defaultHeights, ads }: Partial<EmbedsFile> = {}): string {
  const ofFeeds = rules.includes('var(--feed-height')
    ? [`:root{--feed-height:${heights.feed}px;--feed-height-expanded:${heights.feedExpanded}px}`]
    : [];
  if (!rules.includes('.ad__slot')) return ofFeeds.join('');
  const ofAds = (ads?.placements ?? []).flatMap((placement) => {
    const slots = slotsOf(placement).map(
      ({ slot, minHeight }) => `[data-slot="${cssString(slot)}"]{min-height:${minHeight}px}`,
    );
    const own = placement.minHeight;
    return own === undefined ? slots : `[data-height="${own}"]{--ad-height:${own}px}`;
  });
  return [...ofFeeds, ...ofAds, ''].join('\n');
}

/** A text in a quoted string of CSS: everything but letters and digits by its code point. */
const cssString = (text: string) =>
  text.replace(/[^A-Za-z0-9_-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
