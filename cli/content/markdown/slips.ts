import { type MdastNode, markdownToMdast } from 'satteri';
import type { Stretch } from '../../problems/locate.ts';
import type { Finding } from '../../problems/problem.ts';
import type { SourceFile } from '../source-file.ts';
import { videoCure } from '../videos.ts';

/** Makes a `markdown-slip`. */
type SlipAt = (place: Stretch, message: string, hint: string) => Finding;

/** For a slip that breaks the page. */
export const error: SlipAt = (place, message, hint) => ({ ...place, rule: 'markdown-slip', message, hint });

/** For a slip that may be deliberate. */
export const warning: SlipAt = (place, message, hint) => ({
  ...error(place, message, hint),
  severity: 'warning',
});

/**
 * Valid Markdown that readers see as it was typed, or that loses something: broken links, unclosed emphasis, the markup of other programs,
 * failed tables. `html` is what `text` was rendered to. Sorted by offset, one finding for each place.
 */
export function markdownSlips(text: string, html: string, features: object): Finding[] {
  const hasCode = html.includes('<pre>');
  const slips = [
    ...(hasCode ? openFence(text) : []),
    ...(text.includes('|') && html.includes('<table') ? longRows(text) : []),
    ...(hasCode && /<pre><code>[^<]*&lt;[a-z/]/i.test(html) ? indentedHtml(text) : []),
    ...(html.includes('"></h') ? emptyHeadings(text) : []),
    ...(showsMarkup(html) ? slipsIn(shownText(text, features)) : []),
  ].sort((a, b) => a.start - b.start);
  let end = 0;
  return slips.filter((slip) => {
    const isFree = slip.start >= end;
    if (isFree) end = slip.end;
    return isFree;
  });
}

/** Markup that was not rendered. A single expression takes five times as long. */
const markup = [/[[\]*{|【]/, /[>\n]#|:::/];

/** Whether readers see markup in the words of a text. Good texts pay for this test alone, so it is cheap. */
function showsMarkup(html: string): boolean {
  if (!markup.some((trace) => trace.test(html))) return false;
  const words = html.replace(/<code>[\s\S]*?<\/code>|<[^<>]*>/g, (tag) => (tag.endsWith('code>') ? '' : '>'));
  return markup.some((trace) => trace.test(words));
}

/** Code whose fence is not closed: it takes in the rest of the text. */
function openFence(text: string): Finding[] {
  const fences = [...text.matchAll(/^[ >\t]*(?:(?:[-*+]|\d+[.)]) +)*(`{3,}|~{3,})[^`\n]*$/dgm)];
  const [start, end] = (fences.length % 2 === 1 && fences.at(-1)?.indices?.[1]) || [];
  if (start === undefined || end === undefined) return [];
  const message = 'Everything from here on will appear as program code, because its end is not marked.';
  return [error({ start, end }, message, 'Repeat this line where the code ends, or delete it.')];
}

/** Code between fences or backticks. */
const code = /^[ >\t]*(`{3,}|~{3,})[\s\S]*?^[ >\t]*\1|(`+)(?!`)(?:[^`\n]|\n(?!\s*\n))+?\2(?!`)/gm;

/** Lines after an empty one that are indented so far that they are code of Markdown. */
const indentedCode = /(?<=\n[ \t]*\n)(?:(?: {4}|\t).*\n?)+/g;

export const blank = (part: string) => part.replace(/\S+/g, (run) => ' '.repeat(run.length));

/** What a pattern finds in a file outside the code of its Markdown. */
export function foundOutsideCode({ path, text }: Pick<SourceFile, 'path' | 'text'>, pattern: RegExp) {
  if (text.search(pattern) === -1) return [];
  const unfenced = text.replace(code, blank);
  return [...(path.endsWith('.md') ? unfenced.replace(indentedCode, blank) : unfenced).matchAll(pattern)];
}

/** HTML that is indented so far that it is code. */
function indentedHtml(text: string): Finding[] {
  const { index: start, 0: tag = '' } =
    /(?<=^[> \t]*(?: {4}|\t))<\/?[a-z][^<>]*>/im.exec(text.replace(code, blank)) ?? {};
  if (start === undefined) return [];
  const message = 'This HTML will appear as program code, because its line is indented by four spaces.';
  const hint = 'Write it in Markdown without the spaces; if you mean the code, put it between lines of ```.';
  return [warning({ start, end: start + tag.length }, message, hint)];
}

/** Headings without words: often the signs at the end of a press release. */
function emptyHeadings(text: string): Finding[] {
  const unfenced = text.replace(code, blank);
  return Array.from(text.matchAll(/^[> \t]*(#{1,6})[ \t]*$/dgm)).flatMap(({ indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    return unfenced[start] === '#'
      ? warning({ start, end }, 'This is a heading without words.', 'Write them behind it, or delete it.')
      : [];
  });
}

/** Rows with more cells than the table has columns, the last of which are not rendered. */
function longRows(text: string): Finding[] {
  let start = 0;
  let columns = 0;
  return text.split('\n').flatMap((line) => {
    const place = { start, end: start + line.length };
    start += line.length + 1;
    if (!line.includes('|')) {
      columns = 0;
      return [];
    }
    const cells = line.replace(/\\\||^[ >\t]*\||\|[ \t]*$/g, '').split('|').length;
    if (/^[ >\t|:-]*-[ >\t|:-]*$/.test(line)) columns = cells;
    else if (columns > 0 && cells > columns) {
      const message = `This row of the table has ${cells} cells, but the first row has ${columns}. The others will not appear.`;
      return error(place, message, 'Put a `|` between cells. If a `|` is part of the text, write `\\|`.');
    }
    return [];
  });
}

/** The start of a piece of WordPress: `[caption id="1"]`, `[youtube=…]`, `[tweet https://…]`, `[gallery]` alone on its line, or what `import` leaves. */
export const shortcode =
  /\[shortcode [^[\]]{1,500}\]|\[[A-Za-z][\w-]{2,}(?:=|\s+[\w-]+=)[^[\]]{1,500}\]|\[(?:embed|tweet|vimeo|youtube) [^[\]]{1,500}\]|^\[(?:audio|caption|embed|gallery|playlist|video)(?: ?\/)?\](?=[ \t]*$)/gm;

/** The start of an address, or a domain without a scheme. */
const address = String.raw`(?:\/|#|\.{1,2}\/|https?\b|www\.|mailto:|tel:|media\/|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu)\b)`;
const link = '`[words](/address)`';
const asTable =
  'A table is one block: a first row, under it a row of dashes with as many cells (`| --- | --- |`), then the others.';
const foreign = 'Markdown does not know `{}`, so it will appear as typed.';
const inMarkdown = `Write it in Markdown, as \`**bold**\`, ${link} or \`![What it shows](media/name.jpg)\`, or delete it.`;
/** Markup of another program, which posts of an archive may keep. */
const leftError: SlipAt = (...found) => ({ ...error(...found), rule: 'shortcode' });
const left: SlipAt = (...found) => ({ ...warning(...found), rule: 'shortcode' });
const unpaired =
  'This `{}` will appear as typed: its partner is missing, or there is a space between it and the words.';
const asPair =
  'Put the same signs directly before the first and directly after the last word. If you mean the sign itself, write `\\*`.';

const boxNames = 'note|tip|important|warning|caution|quote|bars';
const noBox = 'This is no box, so `{}` will appear as typed.';
const asBox = 'A box is a quotation, each line after `> `, that begins with its kind: `> [!note]`.';
const noLink = 'This link cannot be read: a bracket, a parenthesis or a space is wrong or missing.';
const asLink = `A link is ${link}: its address has no spaces (write \`%20\`), its words no brackets, and a title straight quotation marks.`;

/**
 * Markup that was rendered as text, in the words that readers see. What was understood is masked: emphasis with U+E001, the rest with
 * U+E000. The place is the first group, if there is one; `{}` in a message is what is there.
 */
const patterns: readonly (readonly [pattern: RegExp, slip: SlipAt, message: string, hint: string])[] = [
  [
    new RegExp(String.raw`(\[!(?!(?:${boxNames})\])\w+\])`, 'dgi'),
    warning,
    'There is no box `{}`, so it will appear as typed.',
    'There is `> [!note]`, and the same with tip, important, warning, caution, quote or bars.',
  ],
  ...[
    new RegExp(String.raw`^[ \t]*(\[!(?:${boxNames})\])`, 'dgim'),
    // `> [note]`, `> [! note]` and `> [!note` without its end.
    new RegExp(
      String.raw`^[ \t\uE000]*\uE000[ \t]*(?!\[!\w+\])(\[[ \t]*!?[ \t]*(?:${boxNames})\b(?:[ \t]*!?[ \t]*\]|(?=[^\]\n]*$)))`,
      'dgim',
    ),
    /^[ \t]*(:::+[ \t]*\{?[a-z][\w-]*)/dgim,
  ].map((pattern) => [pattern, warning, noBox, asBox] as const),
  [
    new RegExp(
      String.raw`!?\[[^[\]]{1,200}\](?:[ \t]{1,3}\n?|\n)[ \t]{0,3}\(\s*${address}[^\s()]*\s*\)`,
      'gid',
    ),
    error,
    'This is not a link: there is a space between the words in brackets and the address.',
    'Delete the space between `]` and `(`.',
  ],
  ...[
    // `(words)[/a]`
    new RegExp(String.raw`\([^()\n]{1,200}\)\[${address}[^\s()[\]]*\]`, 'gid'),
    // `[words(/a)`, `[words)(/a)`, `[words]/a)` and `[words][/a)`
    new RegExp(
      String.raw`\[[^[\]()\n]{1,200}((?:\)?\(|\][[{]?)${address}[^\s()[\]{}]*[)}])(?![^[\n]*\])`,
      'gid',
    ),
    // `[words](/a` and `[words](/a b)`
    new RegExp(String.raw`\]\([ \t]*(${address}[^\s()]*|$)(?![^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))`, 'gimd'),
    new RegExp(String.raw`\]\([ \t]*(${address}[^\s()]*)`, 'gid'),
  ].map((pattern) => [pattern, error, noLink, asLink] as const),
  [/\[(embed|vimeo|youtube)\b[^[\]\n]{0,300}\]\s*[^\s[\]]+\s*\[\/\1\]/gi, warning, foreign, inMarkdown],
  [/\{\{(?=[^{}\n]*\w)[^{}\n]{0,300}\}\}|\{%[^{}\n]{0,300}%\}/dg, leftError, foreign, inMarkdown],
  // As `import` leaves it, or with a backslash before it, which readers do not see.
  [
    /(?:\[|\uE000\uE000)shortcode [^[\]\n]{1,500}\]|\uE000\uE000(?:\{[<%\uE000]|%)[^{}\n]{0,300}[%>}]\}\}?/dg,
    left,
    'Readers see this shortcode of another program as it is typed.',
    'Write what it showed in its place, or delete it.',
  ],
  [/!?\[\[(?!\d+\])[^[\]\n]{1,200}\]\]/dg, error, foreign, inMarkdown],
  [
    /\[\^[^\]\s]{1,60}\]/dg,
    warning,
    foreign,
    'Footnotes do not work here. Put the note into the text, in parentheses.',
  ],
  [/\[\/(?:[bius]|(?!rant|sarcasm)[a-z][\w-]{2,30})\]/dgi, warning, foreign, inMarkdown],
  [shortcode, left, foreign, inMarkdown],
  [
    /【\d{1,3}[^【】\n]{0,60}】|:contentReference\[oaicite:\d+\](?:\{index=\d+\})?/dg,
    warning,
    foreign,
    'Delete it: it was pasted along from another program.',
  ],
  [
    // Not the brackets of transcripts and credits: `[laughs][applause]`, `[Photo by A. Person][AP]`.
    /!?\[(?=[^[\]\n]*[ -])[^[\]\n]{1,200}\]\[(?:[a-z][\w-]{2,60})?\]/dg,
    warning,
    'This will appear as typed: the text does not say where this link leads.',
    `Write the words and the address: ${link}.`,
  ],
  [
    /^[\uE000\uE001\t >]*(#{2,6})(?=[^ \t#\n])/dgm,
    error,
    'This is not a heading: a space is missing after `{}`.',
    'Write one space between the `#` and the words.',
  ],
  [
    /(?<!\|[ \t]*\n)^[\uE000\uE001\t >]*(\|.*\|)[ \t]*(?=\n[\uE000\uE001\t >]*\|.*\|[ \t]*$)/dgm,
    warning,
    'This looks like a table, but it will appear as typed.',
    asTable,
  ],
];

/** Asterisks without their partner. Each pattern starts with them and looks back from there: trying each letter takes a hundred times as long. */
const asterisks = [
  // Before words.
  /\*\*(?<![^\s\uE000\uE001("“‘'[—–-]\*\*)(?=[\p{L}"“‘'(\uE000])/gu,
  // After words, but not in a swear word such as `f**`.
  /\*\*(?<=[\p{L}\d.,;:!?"”’')\uE000]\*\*)(?<!(?<!\p{L})\p{L}{1,2}\*\*)(?![\p{L}\d*_])/gu,
  // A single one before a word within a line, but not in `*HELP`.
  /\*(?<=[\p{L},:;.!?"”’–—][ \t]\*)(?!\p{Lu}{2})(?=\p{L})/gu,
  // A surplus one beside emphasis.
  /\*(?:(?<=\uE001\*)(?![\p{L}\d*_])|(?<![\p{L}\d*_\uE001]\*)(?=\uE001))/gu,
];

/** One asterisk after a word, or three: a footnote mark. Texts with these are not searched for emphasis. */
const footnote = /[\p{L}\d.,;:!?)"”’](?:\*|\*{3,})(?![\p{L}\d*])/u;

function slipsIn(shown: string): Finding[] {
  const emphasis =
    !shown.includes('*') || footnote.test(shown)
      ? []
      : asterisks.map((pattern) => [pattern, warning, unpaired, asPair] as const);
  return [...patterns, ...emphasis].flatMap(([pattern, slip, message, hint]) =>
    Array.from(shown.matchAll(pattern), ({ index, indices, 0: whole }) => {
      const [start, end] = indices?.[1] ?? [index, index + whole.length];
      const found = shown.slice(start, end).replace(/\s+/g, ' ');
      const cure = hint === inMarkdown ? videoCure(found) : undefined;
      const said = message.replace('{}', () => found);
      return slip({ start, end }, said, cure ?? hint);
    }),
  );
}

/** The words that readers see, at the offsets they have in the text; everything else but spaces is masked. */
function shownText(text: string, features: object): string {
  const mask = (part: string) =>
    part.replace(/\*+|[^\s*]+/g, (run) => (run[0] === '*' ? '\uE001' : '\uE000').repeat(run.length));
  const pieces: string[] = [];
  let written = 0;
  const todo: MdastNode[] = [markdownToMdast(text, { features })];
  for (let node = todo.pop(); node; node = todo.pop()) {
    const { start, end } = node.position ?? {};
    if (node.type === 'text' && start?.offset !== undefined && end?.offset !== undefined) {
      const words = text.slice(start.offset, end.offset).replace(/\\[!-/:-@[-`{-~]/g, '\uE000\uE000');
      pieces.push(mask(text.slice(written, start.offset)), words);
      written = end.offset;
    }
    if ('children' in node) todo.push(...node.children.toReversed());
  }
  return pieces.join('') + mask(text.slice(written));
}
