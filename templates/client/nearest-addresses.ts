const maxSuggestions = 3;

/** The addresses that were probably meant by one that does not exist, the likeliest first. */
export function nearestAddresses(missed: string, addresses: readonly string[]): string[] {
  const path = tidy(missed);
  return addresses
    .map((address) => ({ address, apart: apart(path, address) }))
    .filter(({ apart }) => apart < 1)
    .sort((a, b) => a.apart - b.apart)
    .slice(0, maxSuggestions)
    .map(({ address }) => address);
}

/** Small letters without percent-encoding, an ending, and what is not used in addresses. */
function tidy(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // An address with a `%` of its own is compared as it is.
  }
  return decoded
    .slice(0, 200)
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?:\/index)?\.\w+$|\/index$/, '')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9/]+/g, '-')
    .replace(/-*\/[-/]*/g, '/')
    .replace(/[-/]+$/, '');
}

/** How far an address is from the one that was asked for: 0 is the same, 1 or more is another. */
function apart(path: string, address: string): number {
  const [part, wanted] = [lastOf(path), lastOf(address)];
  if (path === address) return 0;
  // A section that was moved, and a page below one.
  const isPart = path.split('/').includes(wanted);
  const ofWhole = distance(path, address) / maxDistance(address);
  const ofPart = 0.3 + distance(part, wanted) / maxDistance(wanted);
  return Math.min(isPart ? 0.5 : 1, ofWhole, ofPart);
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** A third of the letters, and two of a short word. */
const maxDistance = ({ length }: string) => Math.max(2, length / 3) + 1;

/** The number of letters to change, add or remove: https://en.wikipedia.org/wiki/Levenshtein_distance */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, otherLetter] of [...other].entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + Number(letter !== otherLetter)),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
