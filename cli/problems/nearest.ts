import { distance } from 'fastest-levenshtein';

/**
 * The candidate that was probably meant by `word`, or `undefined` where none is near: at most a third of its
 * letters may differ, two at least. Case does not count. The first of equals wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
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
