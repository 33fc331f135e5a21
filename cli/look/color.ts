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
export const toneOf = (color: Color): Oklch => toOklch(color) as Oklch;

/** The color of a tone; where screens cannot show it, the most vivid one of its hue and lightness. */
export const colorOf = (tone: Oklch): Color => formatHex(clampChroma(tone, 'oklch')) as Color;

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

export const black: Color = '#000000';
export const white: Color = '#ffffff';

/** White or black, whichever has more contrast to a color: at least 4.5. */
export const strongestOn = (color: Color): Color =>
  contrast(white, color) >= contrast(black, color) ? white : black;
