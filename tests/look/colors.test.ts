import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Color, contrast, textColors, themeColors, toColor } from '../../cli/look/colors.ts';
import { tokens } from '../../cli/look/theme.ts';
import { root } from '../helpers.ts';

/** Examples of WebAIM's contrast checker. */
describe('the contrast of two colors', () => {
  it.each<[Color, Color, number]>([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.47],
    ['#0057d9', '#ffffff', 6.24],
    ['#ff0000', '#ffff00', 3.72],
  ])('of %s on %s is %s', (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 1);
    expect(contrast(b, a)).toBe(contrast(a, b));
  });
});

describe('the colors of a theme', () => {
  /** Any color, the same in each run. */
  const colorAt = (i: number) =>
    toColor(`#${((i * 2654435761) % 0xffffff).toString(16).padStart(6, '0').slice(-6)}`);

  it('that gives nothing but papers, links and accents can all be read, whatever the paper is', () => {
    const unread = Array.from({ length: 300 }, (_, i) => {
      const papers = {
        light: { paper: colorAt(i + 1) },
        ...(i % 2 && { dark: { paper: colorAt(i + 400) } }),
      };
      const colors = themeColors({ colors: { ...papers, footer: colorAt(i + 700) } });
      const pairs = [colors.light, colors.dark].flatMap((scheme) =>
        textColors.flatMap((name) => [
          [scheme[name], scheme.paper] as const,
          [scheme[name], scheme.surface] as const,
        ]),
      );
      const { footer } = colors;
      const onFooter = [footer.ink, footer.text, footer.accent].map((text) => [text, footer.footer] as const);
      return [...pairs, ...onFooter].filter(([text, ground]) => contrast(text, ground) < 4.5);
    }).flat();
    expect(unread).toEqual([]);
  });

  it('keep what is given, and derive dark ones of the same hue from light ones', () => {
    const { light, dark, footer } = themeColors({
      colors: { light: { accent: '#06A', ink: '#14401f' }, dark: { link: '#ffffff' } },
    });
    expect([light.accent, light.ink, dark.link]).toEqual(['#0066aa', '#14401f', '#ffffff']);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(dark.accent.slice(at, at + 2), 16),
    );
    expect(blue).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(red);
    expect(footer.footer).toBe('#14401f');
  });

  it('of a dark page have the hue of the light ones: links and accents as vivid, all others nearly grey', () => {
    const light = { paper: '#ffe9c0', ink: '#004020', text: '#203090', muted: '#7a5c2e', rule: '#c0d0f0' };
    const theme = { colors: { light: { ...light, surface: '#f0e0ff', link: '#0040c0', accent: '#b00060' } } };
    expect(themeColors(theme).dark).toEqual({
      ...{ paper: '#1c1405', surface: '#241c2b', rule: '#394152', ink: '#e0f5e6', text: '#d2daef' },
      ...{ muted: '#b7aa98', link: '#95baff', accent: '#f790b4' },
    });
  });

  it('of a dark page are others on white paper, when it is printed', () => {
    const theme = { colors: { light: { paper: '#101010', ink: '#eeeeee' } } };
    const stacks = { face: 'serif', labels: 'serif' };
    const ink = /@media print\{:root\{--ink:(#\w+)/.exec(tokens(theme, themeColors(theme), stacks))?.[1];
    expect(contrast(toColor(ink ?? '#fff'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(tokens({}, themeColors({}), stacks)).not.toContain('@media');
  });
});

it('stylesheets have no colors of their own, so that a theme reaches everything', () => {
  const folder = join(root, 'templates', 'styles');
  // Shadows, shades of any picture, the sign on a video, and paper in a printer.
  const allowed =
    /#0000|#8886|#000c|rgb\((?:0 0 0|9 16 19) \/ \d+%\)|#fff 60deg|(?:color|--paper|--text): #(?:fff|000)/g;
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(allowed, '')
        .split('\n')
        .filter((line) => /#[\da-f]{3,8}\b|rgba?\(|hsla?\(|oklch\(|light-dark\(/i.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
