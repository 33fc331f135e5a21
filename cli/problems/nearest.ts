import { distance } from 'fastest-levenshtein';

/** Letters of a word that is compared. Comparing takes the product of two lengths. */
const maxWord = 200;

/**
 * The candidate that was probably meant by `word`, or `undefined`: at most a third of its letters may differ; in a short word one, or two
 * after the first. Case does not count. The first of equals wins. A word of more than 200 letters has none.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > maxWord) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const most = Math.max(lower[0] === candidate[0]?.toLowerCase() ? 2 : 1, Math.floor(lower.length / 3));
    if (Math.abs(candidate.length - lower.length) >= Math.min(bestDistance, most + 1)) continue;
    const apart = distance(lower, candidate.toLowerCase());
    if (apart < bestDistance && apart <= most && apart < Math.max(lower.length, candidate.length)) {
      best = candidate;
      bestDistance = apart;
    }
  }
  return best;
}

/**
 * The only candidate that differs from `word` by one typing mistake (a letter added, lost, replaced or swapped; two mistakes in a long word),
 * by case, `-` or `_`. `undefined` if there is none, or more than one.
 */
export function onlyNear(word: string, candidates: readonly string[]): string | undefined {
  const near = candidates.filter((candidate) => isTypo(word, candidate));
  return near.length === 1 ? near[0] : undefined;
}

const bare = (word: string) => word.toLowerCase().replace(/[\s_-]/g, '');

function isTypo(word: string, other: string): boolean {
  const [one, two] = [bare(word), bare(other)];
  const shorter = Math.min(one.length, two.length);
  if (one === two) return true;
  if (shorter < 4 || word.length > maxWord || Math.abs(one.length - two.length) > 2) return false;
  if (distance(one, two) <= (shorter < 8 ? 1 : 2)) return true;
  const at = [...one].findIndex((letter, i) => letter !== two[i]);
  const exchanged = one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2);
  return exchanged === two;
}

/** A file such as `media/river.jpg` without its folder and its ending, which are the same in most names and do not show which was meant. */
const bareName = (path: string) => path.replace(/^(?:file:)?\w+\/|\.\w+$/g, '');

/** Comparisons in one stage of a build: a tenth of a second. */
const maxComparisons = 200_000;

/** `nearest` for a stage with thousands of words: after so many comparisons that the report would be late, it gives `undefined`. */
export function createGuess() {
  let left = maxComparisons;
  return (word: string, candidates: readonly string[] | ReadonlySet<string>) => {
    if (left <= 0) return undefined;
    left -= 'size' in candidates ? candidates.size : candidates.length;
    return nearest(word, candidates);
  };
}

/** Finds the file that was probably meant by the name of a missing one, for as long as `createGuess` does. */
export function createNearFile(paths: Iterable<string>): (name: string) => string | undefined {
  const guess = createGuess();
  let byName: ReadonlyMap<string, string> | undefined;
  return (name) => {
    byName ??= new Map(Array.from(paths, (path) => [bareName(path), path]));
    return byName.get(guess(bareName(name), [...byName.keys()]) ?? '');
  };
}

/** Keys by the words that people write for them, lower case without `-` and `_`; likelier keys come first. */
const synonyms = new Map<string, readonly string[]>();

/** Words that people write, by the keys that they may mean. */
const meanings = {
  'publishedDate updated when time':
    'date pubdate publishdate published publishedat publishedon created createdat posted day datetime timestamp',
  'updated publishedDate': 'modified lastmodified lastupdated changed revised updatedat',
  'when time': 'schedule hour hours starts start',
  where: 'location place venue address',
  'imageUrl image picture cover poster src icon':
    'image picture photo img pic thumbnail thumb hero cover poster photograph featuredimage photourl pictureurl imagepath file illustration logo',
  'imageAlt pictureAlt alt':
    'alt alttext imagealt altimage imagealttext photoalt picturealt imagedescription',
  'imageCaption imageAlt pictureAlt alt': 'caption photocaption picturecaption legend cutline',
  imageCredit: 'credit credits photocredit picturecredit photographer photographedby photoby copyright',
  'author by': 'byline by writer reporter journalist authors columnist creator',
  'excerpt description about text tagline bio':
    'summary description teaser lede lead abstract intro blurb deck dek standfirst subtitle synopsis about bio text desc',
  'tagline excerpt description': 'subtitle subheading subhead slogan motto strapline',
  'title headline name label q': 'headline heading header name title label caption',
  'category section': 'section categories topic desk department rubric',
  'tags keywords': 'keywords tag keyword labels topics',
  'keywords tags': 'tags keyword tag',
  'url path rssUrl allUrl link mapUrl donateUrl baseUrl':
    'url link href uri address website web site permalink page',
  'path slug url': 'slug permalink route href link address url',
  aliases:
    'alias redirect redirects redirectfrom redirectsfrom oldurl oldurls oldaddress oldaddresses formeraddresses',
  'q title': 'question ask',
  'a body': 'answer reply response text',
  'body text about a': 'text content markdown copy story article html',
  items: 'entries list links questions articles count limit max number',
  price: 'cost amount fee rate',
  'cta label': 'button calltoaction buttontext action',
  email: 'mail emailaddress contact',
  phone: 'tel telephone phonenumber mobile call',
  timeZone: 'tz timezone zone',
  template: 'layout type kind',
  id: 'identifier key guid uid number',
};
for (const [keys, words] of Object.entries(meanings))
  for (const word of words.split(' '))
    synonyms.set(word, [...new Set([...(synonyms.get(word) ?? []), ...keys.split(' ')])]);

/** The candidate with the meaning of `word`, such as `publishedDate` for `date`. */
export function synonym(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > maxWord) return undefined;
  const plain = bare(word);
  const same = candidates.find((candidate) => candidate.toLowerCase() === plain);
  return same ?? synonyms.get(plain)?.find((key) => candidates.includes(key));
}
