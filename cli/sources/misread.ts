import type { Stretch } from '../problems/locate.ts';

/** What Windows-1252 and Latin 1 have for the second and later bytes of a character. */
const later = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const small = '[a-zß-ÿ]';
const large = '[A-ZÀ-Þ]';

/**
 * Letters that came of reading UTF-8 in another encoding. `Ã`, `Â`, `Ä` and `â` stand in good words of many languages, and what follows
 * them at the end of a word (a quotation mark, a dash, a space that does not break) is the second half of such a pair as well; so a pair
 * of those counts only within a word or behind a small letter. https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT
 */
const pattern = new RegExp(
  [
    '\\uFFFD+',
    `(?:â[€\\u0080]${later}?)+`,
    `â(?:[„\\u0084]¢|[‚\\u0082]¬|[œ†ˆ]${later})`,
    `ï¿½|ï»¿|ð[Ÿ\\u009F]${later}{1,2}`,
    'Ã[\\u0080-\\u009F¡-ª¬®-º¼-¿€ƒ†‡ˆ‰ŠŒŽ˜šœžŸ]',
    `(?<!${large})Ã[\\u00A0\\u00AD«»]`,
    `(?<=${small})Ã[…’“”‘„‚–—•‹›™]|(?<!${large})Ã[‘“”•–—](?=[A-Za-z])|Ã[‘“”•](?=[A-Za-z])`,
    'Â[\\u0080-\\u009F¡-ª¬®-º¼-¿]',
    `(?<!${large})Â[\\u00A0\\u00AD«»]`,
    `(?<=[a-zß-ÿ\\d.,;:!?])Â(?= )`,
    `(?<=${small})[ÄÅ][\\u0080-\\u009F¡¼¾±Ÿ‡ƒ€†ˆŠŒŽ˜šœž‚›…™‘“]|[ÄÅ][\\u0080-\\u009F¡¼¾±Ÿ‡ƒ€†ˆŠŒŽ˜šœž](?=[a-z])`,
    `(?:[ÐÑ]${later}){2,}|(?:[ÎÏ]${later}){2,}`,
  ].join('|'),
  'g',
);

/** Cheap to look for first: every pattern starts with one of these. */
const suspicious = /[\uFFFDâïðÃÂÐÑÎÏÄÅ]/;

/** The stretches of a text that were read in the wrong encoding and saved so, such as `â€™` for an apostrophe, and U+FFFD for what was lost. */
export function misreadIn(text: string): Stretch[] {
  if (!suspicious.test(text)) return [];
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** What is said of a text that holds them. */
export function misreadWords(found: string, count: number) {
  const others = count - 1;
  return {
    rule: 'wrong-encoding',
    message: found.startsWith('\uFFFD')
      ? 'A letter was lost here: this text was saved in another encoding on its way.'
      : `\`${found}\` is a letter or mark that was garbled: this text was saved in another encoding on its way.`,
    hint: `Type it anew, or copy the text again from where it came${others > 0 ? `; ${others.toLocaleString('en-US')} more such ${others === 1 ? 'place follows' : 'places follow'}` : ''}. Files are saved as UTF-8.`,
  } as const;
}
