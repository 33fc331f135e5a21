import { readFileSync } from 'node:fs';
import { assetPath } from '../lib/asset-path.ts';
import type { CutFamily, CutFont, Widths } from './cut-fonts.ts';
import type { Role } from './family.ts';

/** A font file of the site. */
export interface PublishedFont {
  /** In the site; named by its content. */
  readonly path: string;
  readonly file: string;
}

/** The stylesheet's part about fonts, and their files. */
export interface FontFaces {
  readonly css: string;
  readonly fonts: readonly PublishedFont[];
}

/** A font that readers' devices have, and the widths of its letters: of the first name in `local`, or of one with the same widths. */
interface DeviceFont {
  readonly name: string;
  readonly local: readonly string[];
  readonly widths: Widths;
}

/**
 * Measured in Chromium with the demo content, so that texts (regular) and headlines (bold, for our 600) are as wide as in the web fonts;
 * serif headlines 1.5% narrower, because a headline that is too wide takes a line more. Times and Arial as Liberation, Georgia as Gelasio.
 */
const georgia: DeviceFont = {
  name: 'Georgia',
  local: ['Georgia', 'Gelasio'],
  widths: { regular: 0.4404, bold: 0.51626 },
};
const noto: DeviceFont = { name: 'Noto', local: ['Noto Serif'], widths: { regular: 0.47472, bold: 0.50649 } };
const times: DeviceFont = {
  name: 'Times',
  local: ['Times New Roman', 'Liberation Serif'],
  widths: { regular: 0.40183, bold: 0.43013 },
};
const arial: DeviceFont = {
  name: 'Arial',
  local: ['Arial', 'Liberation Sans'],
  widths: { regular: 0.44368, bold: 0.47515 },
};

/** What is shown until the web fonts have loaded, or instead of them. The web fonts have no italics, and a browser would only slant the upright letters. */
const serif = {
  fonts: [georgia, noto, times],
  generic: 'serif',
  italic: 'Georgia, "Noto Serif", "Liberation Serif", serif',
};
const sans = { fonts: [arial], generic: 'sans-serif', italic: 'Arial, "Liberation Sans", sans-serif' };

/** The `@font-face` rules of a theme's two families and of what stands in for them, and the stacks. */
export function fontFaces({ text, labels }: Readonly<Record<Role, CutFamily>>): FontFaces {
  const families = text.family.name === labels.family.name ? [text] : [text, labels];
  const published = families.flatMap((cut) =>
    cut.fonts.map((font) => ({ cut, font, ...publishedAs(cut, font) })),
  );
  const rules = [
    ...published.map(({ cut, font, path }) => webFont(cut.family.name, font, path)),
    ...families.flatMap(standIns),
  ];
  const italic = kindOf(text).italic;
  const stacks = `:root{--face:${stackOf(text)};--label-face:${stackOf(labels)};--italic-face:${italic}}`;
  return {
    css: `${[...rules, stacks].join('\n')}\n`,
    fonts: published.map(({ path, file }) => ({ path, file })),
  };
}

const kindOf = ({ family }: CutFamily) => (family.isSerif ? serif : sans);
const quoted = (name: string) => `"${name.replace(/["\\\n]/g, '')}"`;
const standInName = ({ family }: CutFamily, { name }: DeviceFont) => quoted(`${family.name} as ${name}`);

function publishedAs({ family }: CutFamily, { file }: CutFont): PublishedFont {
  return { path: assetPath(family.id, 'woff2', readFileSync(file)), file };
}

function webFont(family: string, { weights, only }: CutFont, path: string): string {
  const weight = [...new Set(weights)].join(' ');
  const range = only === undefined ? '' : `;unicode-range:${[...only].map(codePoint).join(',')}`;
  return `@font-face{font-family:${quoted(family)};font-weight:${weight};font-display:optional;src:url("/${path}")${range}}`;
}

const codePoint = (letter: string) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;

/** Fonts of the reader's device, as wide as a family. */
function standIns(cut: CutFamily): string[] {
  return kindOf(cut).fonts.flatMap((device) => {
    const face = (locals: readonly string[], weight: string, adjust: number) =>
      `@font-face{font-family:${standInName(cut, device)};${weight}src:${locals.map((local) => `local("${local}")`).join(',')};size-adjust:${(adjust * 100).toFixed(1).replace('.0', '')}%}`;
    const { local, widths } = device;
    return [
      face(local, '', cut.widths.regular / widths.regular),
      face(
        local.map((name) => `${name} Bold`),
        'font-weight:600;',
        cut.widths.bold / widths.bold,
      ),
    ];
  });
}

const stackOf = (cut: CutFamily) =>
  [
    quoted(cut.family.name),
    ...kindOf(cut).fonts.map((device) => standInName(cut, device)),
    kindOf(cut).generic,
  ].join(',');
