import type { SourceFile } from '../content/source-file.ts';
import { type Stretch, stretchOf } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** What Windows-1252 and Latin 1 read for the second and later bytes of a character. */
const later = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const small = '[a-zß-ÿ]';
const large = '[A-ZÀ-Þ]';

/**
 * Letters that result from reading UTF-8 in another encoding. Many languages have words with `Ã`, `Â`, `Ä` and `â`, and a character after
 * such a word (a quotation mark, a dash, a no-break space) can also be the second half of a pair. So these pairs count only within a
 * word or after a lower-case letter. https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT
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

/** The characters that the pattern can start with, two of them; a faster check. */
const suspicious = /\uFFFD|[âïðÃÂÐÑÎÏÄÅ][\u0080-\uFFFF]|Â /;

/** The parts of a text that were saved after reading them in the wrong encoding, such as `â€™` for an apostrophe, or U+FFFD. */
export function misreadIn(text: string): Stretch[] {
  if (!suspicious.test(text)) return [];
  return Array.from(text.matchAll(pattern), stretchOf);
}

/** The problem of such letters in a file: one, however many they are. */
export function misreadProblem(source: SourceFile): Problem[] {
  const { text } = source;
  const [first, ...others] = misreadIn(text);
  if (!first) return [];
  const { start, end } = first;
  const more = others.length > 0 ? `; ${others.length.toLocaleString('en-US')} more after it` : '';
  return [
    problem(source, first, {
      rule: 'wrong-encoding',
      message:
        text[start] === '\uFFFD'
          ? 'A letter was lost here, because this text was saved in the wrong encoding.'
          : `\`${text.slice(start, end)}\` was another letter or sign before this text was saved in the wrong encoding.`,
      hint: `Type it again, or copy the text again from its source${more}. Save files as UTF-8.`,
    }),
  ];
}
