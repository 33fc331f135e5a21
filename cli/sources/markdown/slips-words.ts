import type { Stretch } from '../../problems/locate.ts';
import { error, type MarkdownFinding, warning } from './finding.ts';

/** Markup that is rendered as text, in the words that readers see. */
interface Pattern {
  /** The finding's place is the first group, if there is one. */
  readonly pattern: RegExp;
  readonly message: string | ((written: string) => string);
  readonly hint: string;
  readonly isWarning?: true;
}

/** The start of an address, or a domain without a scheme. */
const address = String.raw`(?:\/|#|\.{1,2}\/|https?\b|www\.|mailto:|tel:|media\/|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu)\b)`;
const inParentheses = String.raw`\(\s*${address}[^\s()]*\s*\)`;
const words = String.raw`(?:[^[\]\n]|\n(?![ \t]*\n)){1,200}`;

const asLink = 'A link is `[words](/address)`.';

const brokenLinks: readonly Pattern[] = [
  {
    pattern: new RegExp(String.raw`!?\[${words}\][ \t]{0,3}(?=\s)\n?[ \t]{0,3}${inParentheses}`, 'gid'),
    message: 'This is not a link: there is a space between the words in brackets and the address.',
    hint: 'Delete the space between `]` and `(`.',
  },
  {
    pattern: new RegExp(String.raw`\([^()\n]{1,200}\)\[${address}[^\s()[\]]*\]`, 'gid'),
    message: 'This is not a link: its brackets and parentheses are exchanged.',
    hint: 'Put the words in brackets and the address in parentheses: `[words](/address)`.',
  },
  {
    // `[words(/a)` and `[words)(/a)`
    pattern: new RegExp(String.raw`\[[^[\]()\n]{1,200}\)?(${inParentheses})(?![^[\n]*\])`, 'gid'),
    message: 'This is not a link: a `]` is missing after its words.',
    hint: asLink,
  },
  {
    // `[words]/a)`, `[words][/a)` and `[words]{/a}`
    pattern:
      /\[[^[\]\n]{1,200}\]([[{<\uE001]?(?:\/[a-z]|https?:|mailto:|tel:|media\/)[^\s()[\]{}<>\uE001]*[)}>\uE001])/dg,
    message: 'This is not a link: a `(` is missing before its address.',
    hint: asLink,
  },
  {
    pattern: new RegExp(String.raw`^[^[\]\n]*(\]${inParentheses})`, 'gimd'),
    message: 'This is not a link: a `[` is missing before its words.',
    hint: asLink,
  },
];

const inMarkdown = 'Write `**bold**`, `*italic*` or `[words](/address)`.';
const asTable =
  'A table is one block without empty lines: a first row, under it a row of dashes with as many cells (`| --- | --- |`), then the others.';
const unknown = (written: string) => `Markdown does not know \`${written}\`, so it will appear as typed.`;

const strangeMarkup: readonly Pattern[] = [
  {
    pattern: /\{\{(?=[^{}\n]*\w)[^{}\n]{0,300}\}\}|\{%[^{}\n]{0,300}%\}/dg,
    message: unknown,
    hint: 'Write it in Markdown, or delete it. If you mean the braces, put a `\\` before each.',
  },
  {
    pattern: /!?\[\[(?!\d+\])[^[\]\n]{1,200}\]\]/dg,
    message: unknown,
    hint: 'A link is `[words](/address)`, a picture `![What it shows](media/name.jpg)`.',
  },
  {
    pattern: /\[\^[^\]\s]{1,60}\]/dg,
    message: unknown,
    hint: 'Footnotes do not work here. Put the note into the text, in parentheses.',
    isWarning: true,
  },
  {
    pattern: /\[\/(?:b|i|u|s|url|img|quote|code|center|size|color|list)\]/dgi,
    message: unknown,
    hint: inMarkdown,
    isWarning: true,
  },
  {
    pattern: /【\d{1,3}[^【】\n]{0,60}】|:contentReference\[oaicite:\d+\](?:\{index=\d+\})?/dg,
    message: unknown,
    hint: 'Delete it: it was pasted along from another program.',
    isWarning: true,
  },
  {
    // Not the brackets of transcripts and credits: `[laughs][applause]`, `[Photo by A. Person][AP]`.
    pattern: /!?\[(?=[^[\]\n]*[ -])[^[\]\n]{1,200}\]\[(?:[a-z][\w-]{2,60})?\]/dg,
    message: 'This will appear as typed: the text does not say where this link leads.',
    hint: 'Write the words and the address: `[words](/address)`.',
    isWarning: true,
  },
  {
    pattern: /^[\uE000\t >]*(#{2,6})(?=[^ \t#\n])/dgm,
    message: (sign) => `This is not a heading: a space is missing after \`${sign}\`.`,
    hint: 'Write one space between the `#` and the words.',
  },
  {
    pattern: /^[\uE000\t >]*((?=.*--)(?=.*\|)[|:\- \t]+)$/dgm,
    message: 'This row of dashes does not have as many cells as the row above it, so there will be no table.',
    hint: asTable,
    isWarning: true,
  },
  {
    // The first of two rows, if the second is not the row of dashes, or one below an empty line in a table.
    pattern:
      /^(?:(?<!\|[ \t]*\n)[\uE000\t >]*(?=\|.*\n[\uE000\t >]*\|(?![|:\- \t]*---).*\|)|(?<=\uE000\n[ \t]*\n))(\|.*\|)[ \t]*$/dgm,
    message: 'This looks like a table, but it will appear as typed.',
    hint: asTable,
    isWarning: true,
  },
];

/** Markup of a text that was rendered as text: incomplete, or unknown to Markdown. `shown` masks what was understood. */
export function wordSlips(text: string, shown: string): MarkdownFinding[] {
  const found = [...brokenLinks, ...strangeMarkup].flatMap(({ pattern, message, hint, isWarning }) =>
    Array.from(shown.matchAll(pattern), ({ indices }) => {
      const [start = 0, end = 0] = indices?.[1] ?? indices?.[0] ?? [];
      const written = typeof message === 'string' ? message : message(text.slice(start, end));
      return (isWarning ? warning : error)({ start, end }, written, hint);
    }),
  );
  return [...found, ...unreadableLinks(shown), ...openEmphasis(text, shown)];
}

/** Links and pictures that were rendered as text because their address cannot be parsed. */
function unreadableLinks(shown: string): MarkdownFinding[] {
  const opening = new RegExp(String.raw`(!?)\[${words}\]\([ \t]*(?=([^\n]{0,400}))`, 'g');
  const startsAddress = new RegExp(`^<?${address}`, 'i');
  return Array.from(shown.matchAll(opening), ({ index, 0: { length }, 1: picture, 2: line = '' }) => {
    if (!picture && line !== '' && !startsAddress.test(line)) return [];
    const kind = picture ? 'picture' : 'link';
    const start = index + length;
    const inside = /^((?:[^()]|\([^()]*\))*)\)/.exec(line)?.[1]?.trimEnd();
    if (inside === undefined) {
      const first = /^\S+?(?=[.,;:!?*_"”’\uE001]*(?:\s|$))/.exec(line)?.[0] ?? '';
      const message = `This ${kind} is not closed: a \`)\` is missing after its address.`;
      const place = { start: first ? start : start - 1, end: start + first.length };
      return error(place, message, `Put a \`)\` after \`${first || '('}\`.`);
    }
    const place = { start, end: start + inside.length };
    return /\s/.test(inside)
      ? error(
          place,
          `This ${kind} cannot be read: there is a space in its address.`,
          'Delete the space, or write `%20` for it. A title needs straight quotation marks: `[words](/address "title")`.',
        )
      : error(
          place,
          `This ${kind} cannot be read, so it will appear as typed.`,
          'A link is `[words](/address)`, a picture `![What it shows](media/name.jpg)`. There may be no brackets inside the brackets.',
        );
  }).flat();
}

/** Emphasis without its partner. */
const unpaired = [
  // Before words.
  /(?<![^\s\uE000\uE001("“‘'[—–-])(?:\*\*|__|~~)(?=[\p{L}"“‘'(\uE001])/gu,
  // After words, but not in a swear word such as `f**`.
  /(?<=[\p{L}\d.,;:!?"”’')\uE001])(?<!(?<!\p{L})\p{L}{1,2})(?:\*\*|~~)(?![\p{L}\d*_~])/gu,
  // A single one before a word within a line, but not in `*HELP` and `_drafts`.
  /(?<=[\p{L},:;.!?"”’–—][ \t])(?:\*(?!\p{Lu}{2})(?=\p{L})|_(?=\p{Lu}\p{Ll}))/gu,
];

/** A surplus `*` beside emphasis. */
const stuck = /(?<=\uE001)\*(?![\p{L}\d*_])|(?<![\p{L}\d*_\uE001])\*(?=\uE001)/gu;

/** One asterisk after a word, or three: a footnote mark. */
const footnote = /[\p{L}\d.,;:!?)"”’](?:\*|\*{3,})(?![\p{L}\d*])/u;

/** Emphasis that is not closed or not opened. Texts with footnote marks are left alone. */
function openEmphasis(text: string, shown: string): MarkdownFinding[] {
  if (footnote.test(shown)) return [];
  const at = ({ index, 0: sign }: RegExpExecArray): Stretch => ({ start: index, end: index + sign.length });
  const signs = [...shown.matchAll(stuck)].filter(({ index, 0: sign }) =>
    [index - 1, index + 1].some((i) => shown[i] === '\uE001' && text[i] === sign),
  );
  const surplus = signs.map((match) =>
    warning(
      at(match),
      'This `*` will appear as typed: there are not as many before the words as after them.',
      'Put one `*` on both sides for italic, or two for bold.',
    ),
  );
  const single = unpaired.flatMap((pattern) =>
    Array.from(shown.matchAll(pattern), (match) => {
      const [sign] = match;
      return warning(
        at(match),
        `This \`${sign}\` will appear as typed: its partner is missing, or there is a space between it and the words.`,
        `Put \`${sign}\` directly before the first and directly after the last word. If you mean the sign itself, write \`${sign.replace(/./g, '\\$&')}\`.`,
      );
    }),
  );
  return [...surplus, ...single];
}
