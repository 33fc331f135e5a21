/** A file of content, and its text. */
export interface ContentFile {
  /** Inside the content folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Where in a file something is written; line and column from 1. */
export interface WrittenAt {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Longer texts are found by their beginning. */
const maxTokens = 40;

/** So many words in a row are no chance. */
const enough = 4;
/** How many words of its own Galley may put before those of content, as in "By Ann Lee". */
const maxOwnWords = 2;

/**
 * Where the words that a page at `address` shows are written: where the longest run of them is, and of several in the page's own file, where
 * they are a whole value. `undefined` where no file has enough of them: then they are Galley's own.
 */
export function findWords(
  shown: string,
  address: string,
  files: readonly ContentFile[],
): WrittenAt | undefined {
  const all = tokensOf(shown)
    .slice(0, maxTokens)
    .map(({ word }) => word);
  let best: { readonly at: WrittenAt; readonly score: readonly number[] } | undefined;
  for (const { path, text } of files) {
    const tokens = tokensOf(text);
    for (let own = 0; own <= maxOwnWords && own < all.length; own += 1) {
      const wanted = all.slice(own);
      for (const [i, { word, at }] of tokens.entries()) {
        if (word !== wanted[0]) continue;
        const run = runLength(wanted, tokens, i);
        const score = [run, Number(isFileOf(path, address)), Number(isValue(text, at, tokens[i + run - 1]))];
        if (!best || isMore(score, best.score)) best = { at: placeIn(path, text, at), score };
      }
    }
  }
  const run = best?.score[0] ?? 0;
  return run >= enough || run * 2 > all.length ? best?.at : undefined;
}

interface Token {
  readonly word: string;
  readonly at: number;
}

/** The words of a text in small letters. Marks of Markdown and kinds of quotes are between them. */
const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().normalize('NFC'),
    at: index,
  }));

/** How many words in a row are the same. */
function runLength(wanted: readonly string[], tokens: readonly Token[], from: number): number {
  let run = 0;
  while (run < wanted.length && tokens[from + run]?.word === wanted[run]) run += 1;
  return run;
}

/** The file of the page itself, as far as names say it. */
const isFileOf = (path: string, address: string): boolean => {
  const name = path.replace(/\.\w+$/, '');
  const page = address.replace(/\/(?:page\/)?\d+$/, '') || '/';
  return name === `pages${page === '/' ? '/home' : page}` || name === page.slice(1);
};

/** Whether words are all of what stands after a key, a dash or at the start of a line. */
function isValue(text: string, start: number, last: Token | undefined): boolean {
  if (!last) return false;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const after = /^[^\n]*/.exec(text.slice(last.at + last.word.length))?.[0] ?? '';
  return /(?:^|:|-)\s*["'#]*\s*$/.test(before) && !/[\p{L}\p{N}]/u.test(after);
}

function isMore(a: readonly number[], b: readonly number[]): boolean {
  const i = a.findIndex((value, i) => value !== b[i]);
  return i !== -1 && (a[i] ?? 0) > (b[i] ?? 0);
}

function placeIn(path: string, text: string, at: number): WrittenAt {
  const before = text.slice(0, at).split('\n');
  return { path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
