import { createHash } from 'node:crypto';
import type { Size } from './sizes.ts';

/** White letters on `ground` have a contrast of at least 7 to 1. */
export interface Colors {
  readonly ground: string;
  /** Visible on `ground`, and quieter than letters. */
  readonly second: string;
  readonly paper: string;
}

const newsprint = '#f3efe5';

const palette: readonly Colors[] = [
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

/** Pseudorandom numbers from 0 up to 1. The same words give the same numbers on every machine. */
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

/** The colors for some words: always the same. */
export const colorsOf = (words: string): Colors => pick(palette, randomOf(words));

/** An SVG document. */
export const svg = ({ width, height }: Size, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>\n`;
