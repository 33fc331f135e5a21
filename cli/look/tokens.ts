import type { ColorName, ThemeFile } from '../content/theme.ts';
import { type Color, readable, white } from './color.ts';
import { type ThemeColors, textContrast } from './colors.ts';
import type { FontStacks } from './font-faces.ts';

/** Widths of the heavy and the accent rule, and the gradient stops of the triple rule `--forks`, 9 px high. In pixels. */
const rules = {
  thin: { bar: 1, hot: 2, forks: [2, 5, 6] },
  regular: { bar: 2, hot: 3, forks: [3, 5, 6] },
  heavy: { bar: 4, hot: 6, forks: [5, 6, 7] },
} as const;

/** The custom properties of a theme. They come before the stylesheet, which overrides some for print and for high contrast. */
export function tokens(theme: ThemeFile, colors: ThemeColors, stacks: FontStacks): string {
  const { light, dark, footer, error, play } = colors;
  const names = Object.keys(light) as ColorName[];
  const { bar, hot, forks } = rules[theme.rules ?? 'regular'];
  const [first, second, third] = forks;
  return block({
    ...stacks,
    ...Object.fromEntries(names.map((name) => [name, lightDark(light[name], dark[name])])),
    error: lightDark(error.light, error.dark),
    ...Object.fromEntries(
      Object.entries(footer).map(([name, color]) => [
        name === 'footer' ? name : `footer-${name}`,
        short(color),
      ]),
    ),
    play: short(play),
    bar: `${bar}px solid var(--ink)`,
    hot: `${hot}px solid var(--accent)`,
    forks: `linear-gradient(currentcolor ${first}px,#0000 0 ${second}px,currentcolor 0 ${third}px,#0000 0 8px,currentcolor 0)`,
    ...(theme.radius && { radius: `${theme.radius}px` }),
  }).concat(printTokens(colors));
}

const lightDark = (light: Color, dark: Color) => `light-dark(${short(light)},${short(dark)})`;

/** `#fff` for `#ffffff`. */
const short = (color: Color) => color.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');

const block = (properties: Readonly<Record<string, string>>) =>
  `:root{${Object.entries(properties)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** Print colors for text without enough contrast on white paper. */
function printTokens({ light }: ThemeColors): string {
  const changed = (['ink', 'muted', 'link', 'accent'] as const).flatMap((name) => {
    const color = readable(light[name], [white], textContrast);
    return color && color !== light[name] ? [[name, color] as const] : [];
  });
  return changed.length > 0 ? `@media print{${block(Object.fromEntries(changed))}}` : '';
}
