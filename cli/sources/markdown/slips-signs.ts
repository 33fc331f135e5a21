import { decodeHTMLStrict } from 'entities';
import type { Stretch } from '../../problems/locate.ts';
import type { MarkdownFinding } from './finding.ts';
import { error, warning } from './slips-blocks.ts';

/** Signs that Markdown does not know: how they are found, what to do, and whether they are an error. */
interface Sign {
  readonly pattern: RegExp;
  readonly hint: string;
  readonly isError?: true;
}

const writeLink = 'Write the words and the address: `[words](/address)`.';
const writePicture = 'Write `![What it shows](media/name.jpg)`.';

const unknownSigns: readonly Sign[] = [
  {
    pattern: /\{\{[^{}\n]{0,300}\}\}|\{%[^{}\n]{0,300}%\}/g,
    hint: 'Write it in Markdown, or delete it. If you mean the braces, put a `\\` before each.',
    isError: true,
  },
  { pattern: /!\[\[(?!\d+\])[^[\]\n]{1,200}\]\]/g, hint: writePicture, isError: true },
  { pattern: /(?<!!)\[\[(?!\d+\])[^[\]\n]{1,200}\]\]/g, hint: writeLink, isError: true },
  {
    pattern: /\[\^[^\]\s]{1,60}\](?!\()|\^\[[^\]\n]{1,300}\](?!\()/g,
    hint: 'Footnotes do not work here. Put the note into the text, in parentheses.',
  },
  {
    pattern: /\[\/(?:b|i|u|s|url|img|quote|code|center|size|color|list)\]|\[url=[^\]\n]{0,300}\]/gi,
    hint: 'Write `**bold**`, `*italic*` or `[words](/address)`.',
  },
  {
    pattern: /【\d{1,3}[^【】\n]{0,60}】|:contentReference\[oaicite:\d+\](?:\{index=\d+\})?/g,
    hint: 'Delete it: it was pasted along from another program.',
  },
];

type Check = (place: Stretch, match: RegExpExecArray) => MarkdownFinding | undefined;

/** Signs that Markdown knows, written in a way that it does not. */
const brokenSigns: readonly (readonly [RegExp, Check])[] = [
  [
    /(?=#)(?<=^[\uE000\t >]*)#{2,6}(?=[^ \t#\n])/gm,
    (place, [sign]) =>
      error(
        place,
        `This is not a heading: a space is missing after \`${sign}\`.`,
        `Write \`${sign} \` with a space before the words.`,
      ),
  ],
  [
    /(!?)\[(?!\s*(?:\d+|sic)\s*\])([^[\]\n]{1,200})\]\[(?!\^)([^[\]\n]{0,100})\]/gi,
    (place, [, picture, words, label]) =>
      warning(
        place,
        `This will appear as typed: the text does not say where \`[${label || words}]\` leads.`,
        picture ? writePicture : writeLink,
      ),
  ],
  [
    /(?<![\w:/])(?!https?:\/\/)(?:https?:\/(?!\/)|https?\/\/|https?;\/\/|https?:\\\\|h?t{1,3}ps?:\/\/)(?=\w)/gi,
    (place, [start]) => warning(place, `No web address starts with \`${start}\`.`, 'Write `https://`.'),
  ],
  [
    // Not `Q&A;` and the like.
    /&(?=[A-Za-z]*[a-z]{2})[A-Za-z]{2,10}\d{0,2};/g,
    (place, [code]) =>
      decodeHTMLStrict(code) === code ? noCharacter(place, code, 'Write the character itself.') : undefined,
  ],
  [
    /&(nbsp|amp|quot|lt|gt|copy|reg|euro|deg|[mn]dash|hellip|[lr][sd]quo|[a-z]acute|[anoANO]tilde)(?![\w;=])/g,
    (place, [code]) =>
      noCharacter(place, code, `Write \`${code};\` with the semicolon, or the character itself.`),
  ],
];

const noCharacter = (place: Stretch, code: string, hint: string) =>
  warning(place, `\`${code}\` is not the code of a character, so it will appear as typed.`, hint);

/** Signs that came out as text, in the text that is shown. */
export function signSlips(shown: string): MarkdownFinding[] {
  const found = (pattern: RegExp, check: Check) =>
    [...shown.matchAll(pattern)].flatMap(
      (match) => check({ start: match.index, end: match.index + match[0].length }, match) ?? [],
    );
  const unknown = unknownSigns.flatMap(({ pattern, hint, isError }) =>
    found(pattern, (place, [sign]) => {
      const message = `Markdown does not know \`${sign}\`, so it will appear as typed.`;
      return (isError ? error : warning)(place, message, hint);
    }),
  );
  return [...brokenSigns.flatMap(([pattern, check]) => found(pattern, check)), ...unknown];
}

/** Signs of emphasis before or after a word. */
const lone =
  /(?<![^\s\uE000\uE001("“‘'[—–-])(\*\*|__|~~)(?=[\p{L}\d"“‘'(\uE001])|(?<=[\p{L}\d.,;:!?"”’')\uE001])(\*\*|__|~~)(?![\p{L}\d*_~])|(?<=[^\s\uE000][ \t])[*_](?=\p{L})/gu;

/** One sign too many beside emphasis. */
const stuck = /(?<=\uE001)([*_])(?![\p{L}\d*_])|(?<![\p{L}\d*_\uE001])([*_])(?=\uE001)/gu;

/** Signs of emphasis that came out as text although they touch a word; the first of each paragraph. */
export function emphasisSlips(text: string, shown: string): MarkdownFinding[] {
  const signs = [...shown.matchAll(stuck)].filter(({ index, 0: sign }) =>
    [index - 1, index + 1].some((at) => shown[at] === '\uE001' && text[at] === sign),
  );
  let paragraphEnd = -1;
  const firsts = [...shown.matchAll(lone)].filter(({ index }) => {
    if (index < paragraphEnd) return false;
    paragraphEnd = endOfParagraph(shown, index);
    return true;
  });
  return [
    ...signs.map(({ index, 0: sign }) =>
      warning(
        { start: index, end: index + 1 },
        `This \`${sign}\` will appear as typed: there are not as many before the words as after them.`,
        `Put one \`${sign}\` on both sides for italic, or two for bold.`,
      ),
    ),
    ...firsts.map(({ index, 0: sign }) =>
      warning(
        { start: index, end: index + sign.length },
        `This \`${sign}\` will appear as typed: its partner is missing, or there is a space between it and the words.`,
        `Put \`${sign}\` directly before the first and directly after the last word. If you mean the sign itself, write \`${sign.replace(/./g, '\\$&')}\`.`,
      ),
    ),
  ];
}

function endOfParagraph(shown: string, from: number): number {
  // A line that starts with something other than text starts another block.
  const blank = /\n(?:[ \t\uE000]*\n|\uE000)/g;
  blank.lastIndex = from;
  return blank.exec(shown)?.index ?? shown.length;
}
