import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../lib/cached.ts';
import { type FileCache, openFileCache } from '../lib/file-cache.ts';
import type { FontSupply } from '../look/theme.ts';
import type { CompiledAssets } from '../pipeline/assets.ts';

export const bundleFolder = (): string => dirname(fileURLToPath(import.meta.url));

/** The stylesheets and the browser modules in the folder of a compiled program, which is named by its content. */
export const readCompiled = cached((folder: string): CompiledAssets => {
  const filesIn = (of: string, cleaned = (text: string) => text) =>
    Object.fromEntries(
      readdirSync(join(folder, of)).map((name) => [
        parse(name).name,
        cleaned(readFileSync(join(folder, of, name), 'utf8')),
      ]),
    );
  // esbuild keeps the spaces in custom properties.
  const css = (text: string) => text.trimEnd().replace(/(--[\w-]+):\s+/g, '$1:');
  return {
    css: { kinds: filesIn('kinds', css), parts: filesIn('parts', css), options: filesIn('options', css) },
    js: filesIn('client'),
  };
});

/** The versions of the program, and of the code behind each cache; part of their keys. */
export type Versions = Readonly<Record<'program' | 'pictures' | 'fonts', string>>;

/** The names of files and folders of a compiled program. */
export const compiledNames = {
  versions: 'versions.json',
  fonts: 'fonts',
  styles: ['kinds', 'parts', 'options'],
  /** Besides those with the name of a kind of page, or of a part. */
  scripts: ['site', 'plausible', 'goatcounter', 'matomo', 'desk'],
} as const;

export const versionsOf = cached(
  (folder: string): Versions => JSON.parse(readFileSync(join(folder, compiledNames.versions), 'utf8')),
);

/** The cache of pictures in the folder `cache`. */
export const pictureCache = (cache: string, open = openFileCache, folder = bundleFolder()): FileCache =>
  open(join(cache, 'pictures'), versionsOf(folder).pictures);

/** The fonts for the paper of a content folder; those subset for it are cached in the folder `cache`. */
export const fontSupply = (
  content: string,
  cache: string,
  open = openFileCache,
  folder = bundleFolder(),
): FontSupply => ({
  packages: [dirname(resolve(content)), folder],
  cache: open(join(cache, 'fonts'), versionsOf(folder).fonts, { ready: join(folder, compiledNames.fonts) }),
});
