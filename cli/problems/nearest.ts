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

/** What people write for a key of ours, in small letters without `-` and `_`; where several may be meant, the likelier comes first. */
const synonyms = new Map<string, readonly string[]>();

/** Each line: the keys that may be meant, and words that people write for them. */
const meanings: readonly (readonly [keys: string, words: string])[] = [
  [
    'publishedDate updated when time',
    'date pubdate publishdate published publishedat publishedon created createdat posted day datetime timestamp',
  ],
  ['updated publishedDate', 'modified lastmodified lastupdated changed revised updatedat'],
  ['when time', 'schedule hour hours starts start'],
  ['where', 'location place venue address'],
  [
    'imageUrl image picture cover poster src icon',
    'image picture photo img pic thumbnail thumb hero cover poster photograph featuredimage photourl pictureurl imagepath file illustration logo',
  ],
  [
    'imageAlt pictureAlt alt',
    'alt alttext imagealt altimage imagealttext photoalt picturealt caption imagecaption imagedescription',
  ],
  ['author by', 'byline by writer reporter journalist authors columnist creator'],
  [
    'excerpt description about text tagline bio',
    'summary description teaser lede lead abstract intro blurb deck dek standfirst subtitle synopsis about bio text desc',
  ],
  ['tagline excerpt description', 'subtitle subheading subhead slogan motto strapline'],
  ['title headline name label q', 'headline heading header name title label caption'],
  ['category section', 'section categories topic desk department rubric'],
  ['tags keywords', 'keywords tag keyword labels topics'],
  ['keywords tags', 'tags keyword tag'],
  [
    'url path rssUrl allUrl link mapUrl donateUrl baseUrl',
    'url link href uri address website web site permalink page',
  ],
  ['path slug url', 'slug permalink route href link address url'],
  ['rssUrl', 'rss feed feedurl rssfeed source'],
  ['slug path', 'permalink path'],
  ['q title', 'question ask'],
  ['a body', 'answer reply response text'],
  ['body text about a', 'text content markdown copy story article html'],
  ['items', 'entries list links questions articles count limit max number'],
  ['features items', 'benefits includes bullets perks'],
  ['period', 'interval term billing frequency per'],
  ['price', 'cost amount fee rate'],
  ['cta label', 'button calltoaction buttontext action'],
  ['popular', 'featured recommended highlight highlighted best'],
  ['email', 'mail emailaddress contact'],
  ['phone', 'tel telephone phonenumber mobile call'],
  ['role', 'position job jobtitle title'],
  ['bio', 'biography profile about description text'],
  ['postalCode', 'zip zipcode postcode postal'],
  ['timeZone', 'tz timezone zone'],
  ['language', 'lang locale'],
  ['established', 'founded since year'],
  ['latitude', 'lat'],
  ['longitude', 'lng lon long'],
  ['draft', 'unpublished hidden'],
  ['noindex', 'hidden robots index'],
  ['template', 'layout type kind'],
  ['minHeight', 'height'],
  ['id', 'identifier key guid uid number'],
  ['isbn', 'isbn10 isbn13'],
  ['when', 'date day datetime'],
];
for (const [keys, words] of meanings)
  for (const word of words.split(' '))
    synonyms.set(word, [...new Set([...(synonyms.get(word) ?? []), ...keys.split(' ')])]);

/** The candidate that means what `word` does, such as `publishedDate` for `date`; `undefined` where none does. */
export function synonym(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > longestWord) return undefined;
  const plain = word.toLowerCase().replace(/[\s_-]/g, '');
  const same = candidates.find((candidate) => candidate.toLowerCase() === plain);
  return same ?? synonyms.get(plain)?.find((key) => candidates.includes(key));
}
