import { foundOutsideCode } from '../content/markdown/slips.ts';
import type { SourceFile } from '../content/source-file.ts';
import { type Stretch, stretchOf } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** What git leaves where two people changed the same lines: both versions between marker lines, or a marker line that was overlooked. */
const merge = /^<{7}(?: .*)?\n(?:(?!<{7}).*\n)*?>{7}(?: .*)?$|^(?:<{7}|\|{7}|>{7})(?: .*)?$|^={7}$/gm;

/** The unfinished merges of a file. In Markdown, a lone line of seven `=` underlines a heading. */
export function unfinishedMerges(source: SourceFile): Problem[] {
  const { path, text } = source;
  // Much faster than the pattern.
  if (!/[<|=>]{7}/.test(text)) return [];
  const merges = [...text.matchAll(merge)].filter(([lines]) => !path.endsWith('.md') || lines[0] !== '=');
  return merges.map((match) =>
    problem(source, stretchOf(match), {
      rule: 'merge-conflict',
      message: 'Two people changed the same lines, and this file still has both versions.',
      hint: 'Keep the right lines. Delete the others, and the lines of `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`.',
    }),
  );
}

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
  const message =
    text[start] === '\uFFFD'
      ? 'A letter was lost here, because this text was saved in the wrong encoding.'
      : `\`${text.slice(start, end)}\` was another letter or sign before this text was saved in the wrong encoding.`;
  const hint = `Type it again, or copy the text again from its source${more}. Save files as UTF-8.`;
  return [problem(source, first, { rule: 'wrong-encoding', message, hint })];
}

/** `//host/path` as the address of a link in Markdown, or as a value in YAML. */
const schemeless =
  /\/\/(?<=(?:\]\(<?|\]:[ \t]+<?|^[ \t-]*[^\s#:]+:[ \t]+["']?|^[ \t]*-[ \t]+["']?|[{,][ \t]*\w+:[ \t]+["']?)\/\/)(?:[a-z\d-]+\.)+[a-z]{2,}\.?(?::\d+)?(?:[/?#][^\s"')>,\]]*)?(?=[\s"')>,}\]]|$)/gim;

/** Addresses that start with their host. Pages print them with `https:`, and `check --fix` writes it. */
export function schemelessLinks(source: SourceFile): Problem[] {
  return foundOutsideCode(source, schemeless).map((match) =>
    problem(source, stretchOf(match), {
      rule: 'invalid-url',
      severity: 'warning',
      message: `\`${match[0]}\` has no scheme, so pages add \`https:\`.`,
      suggestion: `https:${match[0]}`,
      fix: [{ start: match.index, end: match.index, text: 'https:' }],
    }),
  );
}

/** The comment behind a value or an empty key that ends at an offset, if it has a letter or digit right after its `#`. */
export function commentBehind(text: string, end: number): Stretch | undefined {
  const comment = /:?[ \t]+(#[\p{L}\p{N}].*)/uy;
  comment.lastIndex = end;
  const written = comment.exec(text)?.[1];
  if (written === undefined) return undefined;
  const start = comment.lastIndex - written.length;
  return { start, end: start + written.trimEnd().length };
}
