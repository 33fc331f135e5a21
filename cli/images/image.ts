import { readFileSync } from 'node:fs';
import type { Picture } from '../../templates/types.ts';
import type { CleanSvg } from './svg/clean-svg.ts';

/** An image of `content/media/` as pages show it, without its text alternative. */
export type Image = Omit<Picture, 'alt'> & {
  /** The size of the file at `src`. */
  readonly bytes: number;
  /** Content hash, unique for each original. */
  readonly key: string;
  /** The clean text of an SVG. */
  readonly drawing?: CleanSvg;
};

/** Images by their path in `content/`. */
export type Images = ReadonlyMap<string, Image>;

/** The bytes of an image to make others from: for SVG the clean text, otherwise the file at `absolute`. */
export const bytesOf = ({ drawing }: Image, absolute: string): Buffer =>
  drawing ? Buffer.from(drawing.text) : readFileSync(absolute);
