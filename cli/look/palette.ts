import { createHash } from 'node:crypto';
import { type Color, mix, readable, strongestOn } from './color.ts';
import type { ThemeColors } from './colors.ts';
import type { Size } from './pictures.ts';

/** `paper` on `ground` has a contrast of at least 7 to 1. */
export interface Ground {
  readonly ground: Color;
  /** For patterns on `ground`, with less contrast than text. */
  readonly second: Color;
}

export interface Palette {
  readonly paper: Color;
  readonly ink: Color;
  readonly accent: Color;
  readonly muted: Color;
  /** The background of a missing cover. */
  readonly blank: Color;
  readonly grounds: readonly Ground[];
}

/** The default, for themes without colors. */
const standard: Palette = {
  paper: '#f3efe5',
  ink: '#14323f',
  accent: '#a33a1a',
  muted: '#50606a',
  blank: '#dcd6c7',
  grounds: [
    { ground: '#14323f', second: '#2c6277' },
    { ground: '#5a2a27', second: '#91503f' },
    { ground: '#24432f', second: '#4d7a55' },
    { ground: '#43355a', second: '#75638f' },
    { ground: '#553f14', second: '#94752f' },
    { ground: '#0f3d42', second: '#2f7478' },
    { ground: '#67203f', second: '#a1506d' },
    { ground: '#2d3b57', second: '#5b6f94' },
    { ground: '#373431', second: '#6b655e' },
    { ground: '#3f3f1c', second: '#76763f' },
  ],
};

export function paletteOf({ isCustom, light, footer }: ThemeColors): Palette {
  if (!isCustom) return standard;
  const { paper, surface, ink, accent, muted, link } = light;
  const strong = strongestOn(paper);
  const bases = [footer.footer, link, accent, ink, muted, mix(link, ink, 0.5), mix(accent, ink, 0.5)];
  const grounds = [...new Set(bases.map((color) => readable(color, [paper], 7) ?? strong))];
  return {
    paper,
    ink,
    accent,
    muted,
    blank: surface,
    grounds: grounds.map((ground) => ({ ground, second: mix(paper, ground, 0.25) })),
  };
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
export const groundOf = ({ grounds }: Palette, words: string): Ground => pick(grounds, randomOf(words));

export const svg = ({ width, height }: Size, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>\n`;
