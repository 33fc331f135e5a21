import { distance } from 'fastest-levenshtein';

const maxSuggestions = 3;

/** The addresses that were probably meant by one that does not exist, the likeliest first. */
export function nearestAddresses(missed: string, addresses: readonly string[]): string[] {
  const path = tidy(missed);
  const parts = path.split('/');
  return (
    addresses
      .map((address) => ({ address, apart: apartFrom(address.slice(1)) }))
      // At 1, more than a third of the letters differ.
      .filter(({ apart }) => apart < 1)
      .sort((a, b) => a.apart - b.apart)
      .slice(0, maxSuggestions)
      .map(({ address }) => address)
  );

  /** Less if all of it is like the path than if its last part is like any part: a section that was moved, or the one above a page. */
  function apartFrom(address: string): number {
    const last = address.replace(/.*\//, '');
    return Math.min(apart(path, address), ...parts.map((part) => 0.3 + apart(part, last)));
  }
}

/** Small letters and digits, `-` for all else, without slashes around and without an ending. */
const tidy = (path: string): string =>
  path
    .slice(1, 200)
    .toLowerCase()
    .replace(/(\/|\/?index)?(\.\w+)?$/, '')
    .replace(/(%[0-9a-f]{2}|[^a-z0-9/])+/g, '-');

const apart = (one: string, other: string) => distance(one, other) / (other.length / 3 + 0.7);
