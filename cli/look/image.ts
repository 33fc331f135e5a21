import { readFileSync } from 'node:fs';
import type { Image } from '../content/model.ts';

/** The source for derived images: the clean text of an SVG, else the bytes of the file at `absolute`. */
export const bytesOf = ({ drawing }: Image, absolute: string): Buffer =>
  drawing ? Buffer.from(drawing.text) : readFileSync(absolute);
