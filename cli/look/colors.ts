import {
  clampChroma,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  wcagContrast,
  useMode as withMode,
} from 'culori/fn';
import type { Parsed } from '../content/source-file.ts';
import type { ColorName, SchemeName, ThemeFile } from '../content/theme.ts';
import { type Problem, problem } from '../problems/problem.ts';

// The other color spaces of the library are left out of the program.
for (const mode of [modeRgb, modeLrgb, modeOklab]) withMode(mode);
const toOklch = withMode(modeOklch);

/** A color as `#rrggbb`, small letters. */
export type Color = `#${string}`;

/** `#rgb` and `#RRGGBB` as `#rrggbb`. */
export const toColor = (written: string): Color => formatHex(written) as Color;

/** From 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrast = (a: Color, b: Color): number => wcagContrast(a, b);

/** `share` of `over`, and the rest of `under`. */
export const mix = (over: Color, under: Color, share: number): Color =>
  formatHex(interpolate([under, over], 'rgb')(share)) as Color;

/** Lightness as it is seen, from 0 to 1, chroma and hue. */
const toneOf = (color: Color): Oklch => toOklch(color) as Oklch;

/** The color of a tone; where screens cannot show it, the most vivid one of its hue and lightness. */
const colorOf = (tone: Oklch): Color => formatHex(clampChroma(tone, 'oklch')) as Color;

/** The color of the same hue, as near in lightness as can be, with a contrast of at least `ratio` to all of `others`; `undefined` if there is none. */
export function readable(color: Color, others: readonly Color[], ratio: number): Color | undefined {
  const reads = (tried: Color) => others.every((other) => contrast(tried, other) >= ratio);
  if (reads(color)) return color;
  const tone = toneOf(color);
  const steps = 200;
  for (let i = 1; i <= steps; i++) {
    for (const l of [tone.l - i / steps, tone.l + i / steps]) {
      if (l < 0 || l > 1) continue;
      const tried = colorOf({ ...tone, l });
      if (reads(tried)) return tried;
    }
  }
  return [black, white].find(reads);
}

const black: Color = '#000000';
export const white: Color = '#ffffff';

/** White or black, whichever has more contrast to a color: at least 4.5. */
export const strongestOn = (color: Color): Color =>
  contrast(white, color) >= contrast(black, color) ? white : black;

type Scheme = Readonly<Record<ColorName, Color>>;

/** All colors of a theme: those in theme.yaml, and those derived from them. */
export type ThemeColors = ReturnType<typeof themeColors>;

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

/** Text colors, each used on `paper` and on `surface`, with the text in it as the start of a sentence. */
const texts = {
  ink: 'Headlines',
  text: 'Texts',
  muted: 'Dates and notes',
  link: 'Links',
  accent: 'Labels and marks',
} as const satisfies Partial<Record<ColorName, string>>;

export const textColors = Object.keys(texts) as (keyof typeof texts)[];

type Given = Readonly<Partial<Record<ColorName, Color>>>;

/** The valid colors that theme.yaml sets for a scheme. */
const givenColors = ({ colors }: ThemeFile, scheme: SchemeName): Given =>
  Object.fromEntries(
    Object.entries(colors?.[scheme] ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toColor(value)]],
    ),
  );

/** The colors of a theme. Colors that theme.yaml does not set are the defaults, adjusted for sufficient contrast. */
export function themeColors(theme: ThemeFile) {
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
    error: { light: legible(defaultErrors.light, light), dark: legible(defaultErrors.dark, dark) },
    /** The background of the play button on videos. */
    play: readable(light.accent, [white], signContrast) ?? black,
    /** Whether theme.yaml sets at least one color; otherwise all are the defaults. */
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
  const adjusted = textColors.map((name) => [name, given[name] ?? legible(scheme[name], scheme)]);
  return { ...scheme, ...Object.fromEntries(adjusted) };
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

/** The colors of the footer and of dark bands, the same in both schemes. */
function footerColors(footer: Color, accents: readonly [Color, Color]) {
  const strong = strongestOn(footer);
  const [accent = strong] = accents.toSorted((a, b) => contrast(b, footer) - contrast(a, footer));
  return {
    footer,
    ink: strong,
    text: readable(mix(strong, footer, 0.85), [footer], textContrast) ?? strong,
    /** Of menu titles, and of the focus ring. */
    accent: readable(accent, [footer], textContrast) ?? strong,
    rule: mix(strong, footer, 0.28),
  };
}

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
