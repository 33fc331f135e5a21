/** A color as `#rrggbb`, small letters. */
export type Color = `#${string}`;

/** Red, green and blue from 0 to 1. */
type Rgb = readonly [number, number, number];

/** `#rgb` and `#RRGGBB` as `#rrggbb`. */
export function toColor(written: string): Color {
  const digits = written.slice(1).toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

const toRgb = (color: Color): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as unknown as Rgb;

const fromRgb = (rgb: Rgb): Color => {
  const bytes = Uint8ClampedArray.from(rgb, (part) => Math.round(part * 255));
  return `#${Buffer.from(bytes).toString('hex')}`;
};

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * Math.max(0, part) ** (1 / 2.4) - 0.055;

const sum = (weights: Rgb, [a, b, c]: Rgb) => weights[0] * a + weights[1] * b + weights[2] * c;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: Color): number {
  const [r, g, b] = toRgb(color);
  return sum([0.2126, 0.7152, 0.0722], [toLinear(r), toLinear(g), toLinear(b)]);
}

/** From 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(a: Color, b: Color): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of `over`, and the rest of `under`. */
export function mix(over: Color, under: Color, share: number): Color {
  const [a, b] = [toRgb(over), toRgb(under)];
  const part = (i: 0 | 1 | 2) => a[i] * share + b[i] * (1 - share);
  return fromRgb([part(0), part(1), part(2)]);
}

/** Lightness as it is seen, from 0 to 1, and the color without it: Oklab, https://www.w3.org/TR/css-color-4/#ok-lab */
export interface Tone {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

export function toneOf(color: Color): Tone {
  const [r, g, b] = toRgb(color);
  const rgb: Rgb = [toLinear(r), toLinear(g), toLinear(b)];
  const lms: Rgb = [
    Math.cbrt(sum([0.4122214708, 0.5363325363, 0.0514459929], rgb)),
    Math.cbrt(sum([0.2119034982, 0.6806995451, 0.1073969566], rgb)),
    Math.cbrt(sum([0.0883024619, 0.2817188376, 0.6299787005], rgb)),
  ];
  return {
    lightness: sum([0.2104542553, 0.793617785, -0.0040720468], lms),
    a: sum([1.9779984951, -2.428592205, 0.4505937099], lms),
    b: sum([0.0259040371, 0.7827717662, -0.808675766], lms),
  };
}

function rgbOf({ lightness, a, b }: Tone): Rgb {
  const lms: Rgb = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  return [
    fromLinear(sum([4.0767416621, -3.3077115913, 0.2309699292], lms)),
    fromLinear(sum([-1.2684380046, 2.6097574011, -0.3413193965], lms)),
    fromLinear(sum([-0.0041960863, -0.7034186147, 1.707614701], lms)),
  ];
}

/** The color of a tone; where screens cannot show it, the most vivid one of its hue and lightness. */
export function colorOf({ lightness, a, b }: Tone): Color {
  const vivid = (share: number) => rgbOf({ lightness, a: a * share, b: b * share });
  const isShown = (rgb: Rgb) => rgb.every((part) => part > -0.001 && part < 1.001);
  if (isShown(vivid(1))) return fromRgb(vivid(1));
  let [least, most] = [0, 1];
  for (let i = 0; i < 12; i++) {
    const middle = (least + most) / 2;
    if (isShown(vivid(middle))) least = middle;
    else most = middle;
  }
  return fromRgb(vivid(least));
}

/** The color of the same hue, as near in lightness as can be, with a contrast of at least `ratio` to all of `others`; `undefined` if there is none. */
export function readable(color: Color, others: readonly Color[], ratio: number): Color | undefined {
  const reads = (tried: Color) => others.every((other) => contrast(tried, other) >= ratio);
  if (reads(color)) return color;
  const tone = toneOf(color);
  const steps = 200;
  for (let i = 1; i <= steps; i++) {
    for (const lightness of [tone.lightness - i / steps, tone.lightness + i / steps]) {
      if (lightness < 0 || lightness > 1) continue;
      const tried = colorOf({ ...tone, lightness });
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
