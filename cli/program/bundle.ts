import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../lib/cached.ts';
import type { FontSupply } from '../look/theme.ts';
import type { CompiledAssets } from '../pipeline/assets.ts';
import type { BuildInput } from '../pipeline/build-site.ts';

/** The folder of this compiled program. */
export const bundleFolder = (): string => dirname(fileURLToPath(import.meta.url));

/** The stylesheets and the browser modules in the folder of a compiled program. */
export const readCompiled = (folder = bundleFolder()): CompiledAssets => compiledIn(folder);

// Folders of programs are named by their content.
const compiledIn = cached((folder: string): CompiledAssets => {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  // esbuild keeps the spaces in custom properties.
  const css = (name: string) =>
    text(name)
      .trimEnd()
      .replace(/(--[\w-]+):\s+/g, '$1:');
  const stylesIn = (of: (typeof compiledNames.styles)[number]) =>
    Object.fromEntries(
      readdirSync(join(folder, of)).map((name) => [basename(name, '.css'), css(join(of, name))]),
    );
  return {
    css: { kinds: stylesIn('kinds'), parts: stylesIn('parts'), options: stylesIn('options') },
    js: Object.fromEntries(compiledNames.scripts.map((name) => [name, text(`${name}.js`)])),
  };
});

/** The versions of the program, and of the code behind each cache; part of their keys. */
export interface Versions {
  /** The hash of the whole program. */
  readonly program: string;
  /** The names of the packages that are not bundled. */
  readonly packages: readonly string[];
  readonly pictures: string;
  readonly fonts: string;
}

/** The names of files and folders of a compiled program. */
export const compiledNames = {
  versions: 'versions.json',
  fonts: 'fonts',
  styles: ['kinds', 'parts', 'options'],
  scripts: [
    'site',
    'home',
    'category',
    'post',
    'rss',
    'books',
    'not-found',
    'print',
    'radio',
    'search',
    'agenda',
    'notices',
    'alert',
    'embed',
    'live',
    'gallery',
    'campaigns',
    'plausible',
    'goatcounter',
    'matomo',
    'desk',
  ],
} as const;

export const versionsOf = (folder = bundleFolder()): Versions => versionsIn(folder);
const versionsIn = cached(
  (folder: string): Versions => JSON.parse(readFileSync(join(folder, compiledNames.versions), 'utf8')),
);

/** The cache of pictures in the folder `cache`. */
export const drawing = (cache: string, folder = bundleFolder()): BuildInput['drawing'] => ({
  version: versionsOf(folder).pictures,
  cache: join(cache, 'pictures'),
});

/** The fonts for the paper of a content folder; those subset for it are cached in the folder `cache`. */
export const fontSupply = (content: string, cache: string, folder = bundleFolder()): FontSupply => ({
  packages: [dirname(resolve(content)), folder],
  version: versionsOf(folder).fonts,
  cache: join(cache, 'fonts'),
  ready: join(folder, compiledNames.fonts),
});
