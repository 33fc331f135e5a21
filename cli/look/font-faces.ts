import { readFileSync } from 'node:fs';
import { assetPath } from '../lib/asset-path.ts';
import type { CutFamily } from './cut-fonts.ts';
import type { Family, Role } from './family.ts';

export interface PublishedFont {
  /** In the site; includes a content hash. */
  readonly path: string;
  readonly file: string;
}

export type FontStacks = Readonly<Record<'face' | 'labels', string>>;

// System fonts and their average character widths. All names in `local` have the same metrics.

/**
 * Measured in Chromium with the demo content, so that text (regular) and headlines (bold, for our 600) are as wide as in the web fonts;
 * serif headlines 1.5% narrower, because a headline that is too wide wraps. Times and Arial measured as Liberation, Georgia as Gelasio.
 */
const georgia = {
  name: 'Georgia',
  local: ['Georgia', 'Gelasio'],
  widths: { regular: 0.4404, bold: 0.51626 },
};
const noto = { name: 'Noto', local: ['Noto Serif'], widths: { regular: 0.47472, bold: 0.50649 } };
const times = {
  name: 'Times',
  local: ['Times New Roman', 'Liberation Serif'],
  widths: { regular: 0.40183, bold: 0.43013 },
};
const arial = {
  name: 'Arial',
  local: ['Arial', 'Liberation Sans'],
  widths: { regular: 0.44368, bold: 0.47515 },
};

/** Fallbacks until the web fonts have loaded, or instead of them. */
const serif = { fonts: [georgia, noto, times], generic: 'serif' };
const sans = { fonts: [arial], generic: 'sans-serif' };

/** The `@font-face` rules of a theme's two families and their fallbacks, and the stacks. */
export function fontFaces({ text, labels }: Readonly<Record<Role, CutFamily>>) {
  const isOne = text.family.name === labels.family.name;
  // The metrics of a fallback depend on the family, so two families with the same generic need separate ones.
  const prefix = !isOne && kindOf(text) === kindOf(labels) ? 'As' : 'Like';
  const families = isOne ? [text] : [text, labels];
  const fonts = families.map(({ family, font }) => ({
    family,
    path: assetPath(family.id, 'woff2', readFileSync(font)),
    file: font,
  }));
  const rules = [
    ...fonts.map(({ family, path }) => webFont(family, path)),
    ...fallbacks(text, 'Like'),
    ...(isOne ? [] : fallbacks(labels, prefix)),
  ];
  return {
    css: rules.join(''),
    stacks: { face: stackOf(text, 'Like'), labels: stackOf(labels, prefix) },
    fonts: fonts.map(({ path, file }) => ({ path, file })).sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

const kindOf = ({ family }: CutFamily) => (family.isSerif ? serif : sans);

/** A family name, quoted if CSS needs that. */
const quoted = (name: string) =>
  /^[a-z]+(?: [a-z]+)*$/i.test(name) ? name : `"${name.replace(/["\\\n]/g, '')}"`;

const webFont = ({ name, weights }: Family, path: string): string =>
  `@font-face{font-family:${quoted(name)};font-weight:${weights.join(' ')};font-display:optional;src:url(/${path})}`;

/** System fonts adjusted to the width of a family. */
function fallbacks(cut: CutFamily, prefix: string): string[] {
  return kindOf(cut).fonts.flatMap(({ name, local, widths }) => {
    const face = (locals: readonly string[], adjust: number, weight = '') =>
      `@font-face{font-family:${prefix} ${name};src:${locals.map((local) => `local(${local})`).join(',')};size-adjust:${(adjust * 100).toFixed(1).replace('.0', '')}%${weight}}`;
    const boldNames = local.map((name) => `${name} Bold`);
    return [
      face(local, cut.widths.regular / widths.regular),
      face(boldNames, cut.widths.bold / widths.bold, ';font-weight:600'),
    ];
  });
}

const stackOf = (cut: CutFamily, prefix: string) => {
  const { fonts, generic } = kindOf(cut);
  return [quoted(cut.family.name), ...fonts.map(({ name }) => `${prefix} ${name}`), generic].join(',');
};
