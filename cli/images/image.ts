import { readFileSync } from 'node:fs';
import type { Image } from '../model.ts';

/** The bytes of an image to make others from: for SVG the clean text, otherwise the file at `absolute`. */
export const bytesOf = ({ drawing }: Image, absolute: string): Buffer =>
  drawing ? Buffer.from(drawing.text) : readFileSync(absolute);
