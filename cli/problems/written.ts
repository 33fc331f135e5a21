import { cached } from '../lib/cached.ts';
import { type Stretch, stretchOf } from './locate.ts';

/**
 * Maps stretches of a YAML value to the text as `written`: the same words, as often after its start. Indentation, folded lines, quotes and
 * their escapes do not matter. `undefined` where words are written in another way, such as `\x41`.
 */
export function createAligner(written: string, value: string): (stretch: Stretch) => Stretch | undefined {
  // The sign and line of a block, or the first quote; other escapes than quotes are no letters.
  const text = written
    .replace(/^(?:["']|[|>][^\n]*\n)/, (start) => '\0'.repeat(start.length))
    .replace(/\\[^"]/g, '\0\0');
  const placesOf = cached((words: string): ReadonlyMap<number, Stretch> => {
    const pattern = patternOf(words);
    const places = Array.from(text.matchAll(pattern), stretchOf);
    const starts = Array.from(value.matchAll(pattern), ({ index }) => index);
    if (places.length !== starts.length) return new Map();
    return new Map(places.map((place, nth) => [starts[nth] ?? 0, place]));
  });
  return ({ start, end }) => placesOf(value.slice(start, Math.max(end, start + 1))).get(start);
}

/** Words as they may be written: with a line end for a blank, and quotes escaped or doubled. */
const patternOf = (words: string) =>
  new RegExp(
    words
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      .replace(/\s+/g, '\\s+')
      .replaceAll('"', '\\\\?"')
      .replaceAll("'", "''?"),
    'g',
  );
