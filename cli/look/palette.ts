import { createHash } from 'node:crypto';
import { type Color, mix, readable, strongestOn, type ThemeColors } from './colors.ts';
import type { Size } from './pictures.ts';

export type Palette = ReturnType<typeof paletteOf>;

/** The backgrounds for themes without colors. */
const standardGrounds = '14323f 5a2a27 24432f 43355a 553f14 0f3d42 67203f 2d3b57 373431 3f3f1c'
  .split(' ')
  .map((digits): Color => `#${digits}`);

export function paletteOf({ isCustom, light, footer }: ThemeColors) {
  const { paper, ink, accent, muted, link } = light;
  const strong = strongestOn(paper);
  const bases = [footer.footer, link, accent, ink, muted, mix(link, ink, 0.5), mix(accent, ink, 0.5)];
  const own = new Set(bases.map((color) => readable(color, [paper], 7) ?? strong));
  const grounds = isCustom ? [...own] : standardGrounds;
  /** `paper` on each has a contrast of at least 7 to 1; its `second` is for patterns on it, with less contrast than text. */
  const pairs = grounds.map((ground) => ({ ground, second: mix(paper, ground, 0.25) }));
  return { paper, ink, accent, muted, grounds: pairs };
}

/** A pseudorandom generator of numbers in [0, 1), seeded by `words`; the same on every machine. */
export function randomOf(words: string): () => number {
  let count = 0;
  return () => {
    const digest = createHash('sha256').update(`${words} ${count++}`).digest();
    return digest.readUInt32LE(0) / 2 ** 32;
  };
}

export function pick<T>(choices: readonly T[], random: () => number): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error('There is nothing to pick from');
  return chosen;
}

/** A background chosen by a hash of `words`. */
export const groundOf = ({ grounds }: Palette, words: string) => pick(grounds, randomOf(words));

export const svg = ({ width, height }: Size, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>\n`;
