import { distance } from 'fastest-levenshtein';

/** In letters. What is longer is no word that somebody mistyped, and comparing two words takes their lengths multiplied. */
const longestWord = 200;

/**
 * The candidate that was probably meant by `word`, or `undefined` where none is near: at most a third of its
 * letters may differ, two at least. Case does not count. The first of equals wins.
 * A word of more than 200 letters has none near.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const apart = distance(wanted, candidate.toLowerCase());
    if (apart < bestDistance && apart < Math.max(wanted.length, candidate.length)) {
      best = candidate;
      bestDistance = apart;
    }
  }
  return best;
}

/** How many comparisons are made for one stage of a build: a tenth of a second. */
const mostComparisons = 200_000;

/**
 * `nearest` for a stage that may have thousands of words to guess at, among thousands of candidates: after so many comparisons that
 * guessing would hold up the report, it gives `undefined`.
 */
export function createGuess(): (
  word: string,
  candidates: readonly string[] | ReadonlySet<string>,
) => string | undefined {
  let left = mostComparisons;
  return (word, candidates) => {
    if (left <= 0) return undefined;
    left -= 'size' in candidates ? candidates.size : candidates.length;
    return nearest(word, candidates);
  };
}
