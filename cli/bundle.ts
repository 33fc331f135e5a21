import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompiledAssets } from './pipeline/assets.ts';
import type { BuildInput } from './pipeline/build-site.ts';

/** The folder of this compiled program. */
export const bundleFolder = (): string => dirname(fileURLToPath(import.meta.url));

/** The stylesheet, its fonts and the browser modules in the folder of a compiled program. */
export function readCompiled(folder = bundleFolder()): CompiledAssets {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const fonts = readdirSync(folder).filter((name) => name.endsWith('.woff2'));
  return {
    css: text('site.css'),
    js: { site: text('site.js'), radio: text('radio.js'), 'not-found': text('not-found.js') },
    fonts: fonts.sort().map((name) => ({ name, file: join(folder, name) })),
  };
}

/** The fonts for lettering pictures, and the cache of drawn pictures, which all compiled programs share. */
export function drawing(folder = bundleFolder()): BuildInput['drawing'] {
  const face = (name: string) => {
    const file = readdirSync(folder).find((file) => file.startsWith(`${name}-`) && file.endsWith('.ttf'));
    if (!file) throw new Error(`The compiled program in ${folder} has no font for ${name}`);
    return join(folder, file);
  };
  return {
    faces: { display: face('display'), label: face('label') },
    cache: join(folder, '..', '..', 'galley-pictures'),
  };
}
