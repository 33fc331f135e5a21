import type { Parsed } from '../content/source-file.ts';
import type { ColorName, SchemeName, ThemeFile } from '../content/theme.ts';
import { type Problem, problem } from '../problems/problem.ts';
import {
  black,
  type Color,
  colorOf,
  contrast,
  mix,
  readable,
  strongestOn,
  toColor,
  toneOf,
  white,
} from './color.ts';

export type Scheme = Readonly<Record<ColorName, Color>>;

/** The colors of the footer and of dark bands, the same in both schemes. */
export interface FooterColors {
  readonly footer: Color;
  /** Black or white, whichever has the higher contrast. */
  readonly ink: Color;
  readonly text: Color;
  /** Menu titles, and the focus ring. */
  readonly accent: Color;
  readonly rule: Color;
}

/** All colors of a theme: those in theme.yaml, and those derived from them. */
export interface ThemeColors {
  readonly light: Scheme;
  readonly dark: Scheme;
  readonly footer: FooterColors;
  readonly error: Readonly<Record<SchemeName, Color>>;
  /** The background of the play button on videos. */
  readonly play: Color;
  /** Whether theme.yaml sets at least one color; otherwise all are the defaults. */
  readonly isCustom: boolean;
}

/** Minimum contrasts of text and of icons: https://www.w3.org/TR/WCAG22/#contrast-minimum and #non-text-contrast */
export const textContrast = 4.5;
const signContrast = 3;

const defaults: Readonly<Record<SchemeName, Scheme>> = {
  light: {
    paper: '#fbf9f3',
    surface: '#f3eee2',
    rule: '#d5cdbb',
    ink: '#0f2d37',
    text: '#222d31',
    muted: '#536168',
    link: '#0a5a68',
    accent: '#a03618',
  },
  dark: {
    paper: '#0f1719',
    surface: '#182225',
    rule: '#35444a',
    ink: '#e9f0f1',
    text: '#d4dcde',
    muted: '#a0afb5',
    link: '#7fc9cd',
    accent: '#f29c7d',
  },
};

const defaultErrors = { light: '#b3201a', dark: '#ff9187' } as const;

/** Text colors, each used on `paper` and on `surface`. */
export const textColors = ['ink', 'text', 'muted', 'link', 'accent'] as const satisfies readonly ColorName[];

type Given = Readonly<Partial<Record<ColorName, Color>>>;

/** The valid colors that theme.yaml sets for a scheme. */
const givenColors = ({ colors }: ThemeFile, scheme: SchemeName): Given =>
  Object.fromEntries(
    Object.entries(colors?.[scheme] ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toColor(value)]],
    ),
  );

/** The colors of a theme. Colors that theme.yaml does not set are the defaults, adjusted for sufficient contrast. */
export function themeColors(theme: ThemeFile): ThemeColors {
  const [lightGiven, darkGiven] = [givenColors(theme, 'light'), givenColors(theme, 'dark')];
  const light = completed(lightGiven, {}, defaults.light);
  const dark = completed(darkGiven, nightOf(lightGiven), defaults.dark);
  const written = theme.colors?.footer;
  const footer = written === undefined ? footerFor(lightGiven) : toColor(written);
  const isCustom = written !== undefined || Object.keys({ ...lightGiven, ...darkGiven }).length > 0;
  return {
    light,
    dark,
    footer: footerColors(footer, [dark.accent, light.accent]),
    error: {
      light: legible(defaultErrors.light, light),
      dark: legible(defaultErrors.dark, dark),
    },
    play: readable(light.accent, [white], signContrast) ?? black,
    isCustom,
  };
}

/** The default footer color: that of headlines, dark enough for white text. */
const footerFor = ({ ink }: Given): Color =>
  (ink && readable(ink, [white], 2 * textContrast)) ?? defaults.light.ink;

/** A text color, adjusted as little as the contrast on the backgrounds of a scheme needs. */
const legible = (color: Color, { paper, surface }: Pick<Scheme, 'paper' | 'surface'>): Color =>
  readable(color, [paper, surface], textContrast) ??
  readable(color, [paper], textContrast) ??
  strongestOn(paper);

/** A complete scheme: `given` colors unchanged, else `suggested`, else `standard`, both adjusted for contrast. */
function completed(given: Given, suggested: Given, standard: Scheme): Scheme {
  const { paper, ...others } = { ...standard, ...suggested, ...given };
  const strongest = strongestOn(paper);
  const follow = paper !== standard.paper && {
    surface: given.surface ?? suggested.surface ?? surfaceOf(paper),
    rule: given.rule ?? suggested.rule ?? mix(strongest, paper, 0.2),
  };
  const scheme = { paper, ...others, ...follow };
  const texts = textColors.map((name) => [name, given[name] ?? legible(scheme[name], scheme)]);
  return { ...scheme, ...Object.fromEntries(texts) };
}

/** `paper` mixed slightly towards the text color, or away from it where the contrast would be too low. */
function surfaceOf(paper: Color): Color {
  const strongest = strongestOn(paper);
  const near = mix(strongest, paper, 0.05);
  return contrast(strongest, near) > 6 ? near : mix(strongest === black ? white : black, paper, 0.1);
}

/** Dark colors derived from light ones: the same hue, with the lightness and at most the chroma of the default dark color. */
function nightOf(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).map(([key, color]) => {
      const name = key as ColorName;
      const isQuiet = name !== 'link' && name !== 'accent';
      const tone = toneOf(color);
      const { l } = toneOf(defaults.dark[name]);
      return [name, colorOf({ ...tone, l, c: Math.min(tone.c, isQuiet ? 0.03 : 0.13) })];
    }),
  );
}

function footerColors(footer: Color, accents: readonly [Color, Color]): FooterColors {
  const strong = strongestOn(footer);
  const [accent = strong] = accents.toSorted((a, b) => contrast(b, footer) - contrast(a, footer));
  return {
    footer,
    ink: strong,
    text: readable(mix(strong, footer, 0.85), [footer], textContrast) ?? strong,
    accent: readable(accent, [footer], textContrast) ?? strong,
    rule: mix(strong, footer, 0.28),
  };
}

/** The text in each color, as the start of a sentence. */
const texts: Readonly<Record<(typeof textColors)[number], string>> = {
  ink: 'Headlines',
  text: 'Texts',
  muted: 'Dates and notes',
  link: 'Links',
  accent: 'Labels and marks',
};

/** Colors of theme.yaml with too little contrast, each with its worst pair: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export function contrastProblems({ source, data }: Parsed<ThemeFile>, colors: ThemeColors): Problem[] {
  const pairs = (['light', 'dark'] as const).flatMap((name) =>
    textColors.flatMap((text) =>
      (['paper', 'surface'] as const).map((under) => {
        const scheme = colors[name];
        return { name, scheme, text, under, ratio: contrast(scheme[text], scheme[under]) };
      }),
    ),
  );
  const reported = new Set<string>();
  return pairs
    .filter(({ ratio }) => ratio < textContrast)
    .sort((a, b) => a.ratio - b.ratio)
    .flatMap(({ name, scheme, text, under, ratio }) => {
      const path = placeOf(data, name, [text, under, 'paper']);
      if (reported.has(String(path))) return [];
      reported.add(String(path));
      const isText = path.at(-1) === text;
      const others = isText ? [scheme.paper, scheme.surface] : textColors.map((text) => scheme[text]);
      const changed = isText ? text : under;
      const suggestion = readable(scheme[changed], others, textContrast);
      const hint = suggestion
        ? `\`${suggestion}\` is the nearest color of this hue that is read well.`
        : `No color of this hue is read on both \`paper\` and \`surface\`: change one of those, or \`${changed}\` altogether.`;
      // Rounded down: 4.49 is not 4.5.
      const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
      const message = `${texts[text]} (\`${text}\`, ${scheme[text]}) on \`${under}\` (${scheme[under]}) have a contrast of ${shown} to 1 in the ${name} colors; texts need ${textContrast} to 1.`;
      return problem(source, path, { rule: 'low-contrast', message, hint, suggestion });
    });
}

/** The place in theme.yaml that a color comes from: the first of these that is given, in its scheme or in the light one. */
function placeOf(theme: ThemeFile, scheme: SchemeName, names: readonly ColorName[]): readonly string[] {
  for (const given of [scheme, 'light'] as const)
    for (const name of names)
      if (givenColors(theme, given)[name] !== undefined) return ['colors', given, name];
  return ['colors'];
}
