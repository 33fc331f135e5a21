import { type Color, readable, white } from '../lib/color.ts';
import type { ColorName, ThemeFile } from '../sources/theme.ts';
import { type ThemeColors, textContrast } from './colors.ts';

/** Lines, and the first of the three in `--forks`; in pixels. */
const rules = {
  thin: { line: 1, bar: 1, hot: 2, forks: [2, 5, 6] },
  regular: { line: 1, bar: 2, hot: 3, forks: [3, 5, 6] },
  heavy: { line: 2, bar: 4, hot: 6, forks: [5, 6, 7] },
} as const;

/** The custom properties that stylesheets take from a theme. They come before the stylesheet, which changes some for print and for high contrast. */
export function tokens(theme: ThemeFile, colors: ThemeColors): string {
  const { light, dark, footer, error, deep, play } = colors;
  const names = Object.keys(light) as ColorName[];
  const { line, bar, hot, forks } = rules[theme.rules ?? 'regular'];
  const px = (length: number) => (length === 0 ? '0' : `${length}px`);
  return block({
    ...Object.fromEntries(names.map((name) => [name, lightDark(light[name], dark[name])])),
    error: lightDark(error.light, error.dark),
    ...Object.fromEntries(
      Object.entries(footer).map(([name, color]) => [name === 'footer' ? name : `footer-${name}`, color]),
    ),
    deep,
    play,
    'line-width': px(line),
    'bar-width': px(bar),
    'hot-width': px(hot),
    ...Object.fromEntries(forks.map((end, i) => [`fork-${i + 1}`, px(end)])),
    radius: px(theme.radius ?? 0),
  }).concat(printTokens(colors));
}

const lightDark = (light: Color, dark: Color) => `light-dark(${light},${dark})`;

const block = (properties: Readonly<Record<string, string>>) =>
  `:root{${Object.entries(properties)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}\n`;

/** Other colors for texts that could not be read on white paper. */
function printTokens({ light }: ThemeColors): string {
  const changed = (['ink', 'muted', 'link', 'accent'] as const).flatMap((name) => {
    const color = readable(light[name], [white], textContrast);
    return color && color !== light[name] ? [[name, color] as const] : [];
  });
  return changed.length > 0 ? `@media print{${block(Object.fromEntries(changed)).trimEnd()}}\n` : '';
}
