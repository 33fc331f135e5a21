import { createHash } from 'node:crypto';

/** Two inks and the paper they are printed on; white type on `ground` has a contrast of at least 7 to 1. */
export interface Inks {
  readonly ground: string;
  /** Shows on `ground` without competing with type. */
  readonly second: string;
  readonly paper: string;
}

const newsprint = '#f3efe5';

const palette: readonly Inks[] = [
  ['#14323f', '#2c6277'],
  ['#5a2a27', '#91503f'],
  ['#24432f', '#4d7a55'],
  ['#43355a', '#75638f'],
  ['#553f14', '#94752f'],
  ['#0f3d42', '#2f7478'],
  ['#67203f', '#a1506d'],
  ['#2d3b57', '#5b6f94'],
  ['#373431', '#6b655e'],
  ['#3f3f1c', '#76763f'],
].map(([ground = '', second = '']) => ({ ground, second, paper: newsprint }));

/** Numbers from 0 up to 1 that follow from words: the same words give the same numbers, whatever the machine. */
export function chanceOf(words: string): () => number {
  let drawn = 0;
  return () => {
    const digest = createHash('sha256').update(`${words} ${drawn++}`).digest();
    return digest.readUInt32LE(0) / 2 ** 32;
  };
}

/** One of `choices`. */
export function pick<T>(choices: readonly T[], chance: () => number): T {
  const chosen = choices[Math.floor(chance() * choices.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}

/** The inks of some words. */
export const inksOf = (words: string): Inks => pick(palette, chanceOf(words));

/** A drawing of a size, in its own units. */
export const svg = (width: number, height: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>\n`;
