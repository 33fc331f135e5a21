import { decodeHTMLStrict } from 'entities';
import { type MdastNode, markdownToMdast } from 'satteri';
import { groupBy } from '../lib/group-by.ts';
import type { Stretch } from '../problems/locate.ts';
import type { MarkdownFinding } from './markdown.ts';
import { addressOf } from './markdown-addresses.ts';
import { mergeMarkers, mergeProblem } from './merge-markers.ts';
import { misreadIn, misreadWords } from './misread.ts';

/** A longer text is no article, and its tree would take hundreds of megabytes; it is only looked through for unfinished merges and lost letters. */
const longestText = 256 * 1024;

/**
 * Signs of Markdown that came out as text, and blocks in which something is easily lost: without them there is no slip that HTML can show.
 * One after the other, because all in one take five times as long.
 */
const inHtml = [
  /[[\]*~{|•【]|:::|==|__/,
  /[\s>("“]_/,
  /[>\n](?:#|[-+]\S|\d{1,3}[.)])/,
  /<(?:pre|ol|table|h[3-6])|"> *<\/a>|<\/a>\)|"(?:tel|mailto):/,
  /&amp;[a-z]{2,10}(?:;|(?![\w=]))/i,
  /http(?:s?;?\/\/|s?:\/[^/]|s?:\\)|\b(?:htps?|htttps?|ttps?):\/\//,
];

/** What leaves no trace in HTML: definitions of addresses, which print nothing, lines of dashes that make headings, merges, lost letters. */
const inText = [/\]:|\n {0,3}--|<{7}|>{7}|\|{7}/, /[\uFFFDâïðÃÂÐÑÎÏÄÅ]/];

/**
 * What somebody meant as Markdown and Markdown does not know, in a text and the HTML it came out as: links that miss a bracket, emphasis
 * that nobody closed, the signs of other programs. Code is never blamed, nor what stands behind a backslash.
 */
export function markdownSlips(text: string, html: string, features: object): readonly MarkdownFinding[] {
  if (!inHtml.some((trace) => trace.test(html)) && !inText.some((trace) => trace.test(text))) return [];
  const isShort = text.length <= longestText;
  const { shown, blocks, code, links } = isShort ? readTree(text, features) : allShown(text);
  const markers = outside(mergeMarkers(text, { markdown: true }).flat(), code);
  const conflicts = markers.length > 0 ? mergeMarkers(blotted(text, code), { markdown: true }) : [];
  const slips = isShort
    ? [...blocks, ...strayBrackets(shown, links), ...inlineSlips(text, shown), ...lineSlips(text, shown)]
    : [];
  return [
    ...conflicts.flatMap(mergeFinding),
    ...misread(shown),
    ...outside(withoutRepeats(slips), markers),
  ].sort((a, b) => a.start - b.start);
}

/** Those that overlap with none of `blocks`; both stand in their order. */
function outside<T extends Stretch>(items: readonly T[], blocks: readonly Stretch[]): T[] {
  let next = 0;
  return items.filter(({ start, end }) => {
    while ((blocks[next]?.end ?? end) <= start) next += 1;
    return (blocks[next]?.start ?? end) >= end;
  });
}

/** A text without the words of some of its stretches, length for length. */
function blotted(text: string, stretches: readonly Stretch[]): string {
  let [from, result] = [0, ''];
  for (const { start, end } of stretches) {
    result += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    from = end;
  }
  return result + text.slice(from);
}

function mergeFinding([first]: readonly Stretch[]): MarkdownFinding[] {
  if (!first) return [];
  const { rule, message, hint } = mergeProblem('', '', []);
  return [{ rule, message, ...(hint && { hint }), ...first }];
}

function misread(shown: string): MarkdownFinding[] {
  const found = misreadIn(shown);
  const [first] = found;
  return first ? [{ ...misreadWords(shown.slice(first.start, first.end), found.length), ...first }] : [];
}

/** One report for one place: the first that is found of those that overlap. */
function withoutRepeats(slips: readonly MarkdownFinding[]): MarkdownFinding[] {
  const kept: MarkdownFinding[] = [];
  for (const slip of slips.toSorted((a, b) => a.start - b.start)) {
    const before = kept.at(-1);
    if (!before || slip.start >= before.end) kept.push(slip);
  }
  return kept;
}

/** A Markdown text as it is looked through. */
interface Tree {
  /**
   * The text with all that is no plain text blotted out, length for length: blocks and code by U+E000, signs of Markdown, links and
   * whatever stands behind a backslash by U+E001. Line breaks stay.
   */
  readonly shown: string;
  readonly code: readonly Stretch[];
  readonly links: readonly Stretch[];
  /** What is told of whole blocks and of links. */
  readonly blocks: readonly MarkdownFinding[];
}

const allShown = (text: string): Tree => ({ shown: text, code: [], links: [], blocks: [] });

function readTree(text: string, features: object): Tree {
  const blocks: MarkdownFinding[] = [];
  const code: Stretch[] = [];
  const links: Stretch[] = [];
  const pieces: string[] = [];
  const uses = new Set<string>();
  const definitions: (Stretch & { readonly label: string })[] = [];
  let written = 0;
  let depth = 1;

  function write(upTo: number, mark: string | undefined) {
    const piece = text.slice(written, Math.max(written, upTo));
    pieces.push(mark === undefined ? withoutEscapes(piece) : piece.replace(/[^\n]/g, mark));
    written = Math.max(written, upTo);
  }

  /** Parts of a paragraph that are no text are blotted out in another way than what stands outside of it. */
  function visit(node: MdastNode, isInline: boolean) {
    const { start, end } = stretchOf(node);
    const mark = isInline ? '\uE001' : '\uE000';
    write(start, mark);
    if (node.type === 'text') return write(end, undefined);
    if (node.type === 'link' && text[start] !== '[') return write(end, '\uE001');
    if (node.type === 'code') {
      code.push({ start, end });
      const slip = fenceSlip(text, start, end);
      if (slip) blocks.push(slip);
    }
    if (node.type === 'link') {
      links.push({ start, end });
      blocks.push(...linkSlips(node, text));
    }
    if (node.type === 'table') blocks.push(...tableSlips(node, text));
    if (node.type === 'list') blocks.push(...listSlips(node, text));
    if (node.type === 'heading') {
      const slip = headingSlip(node, depth, text);
      if (slip) blocks.push(slip);
      depth = node.depth;
    }
    if (node.type === 'definition') definitions.push({ start, end, label: node.identifier });
    if (node.type === 'linkReference' || node.type === 'imageReference') {
      uses.add(node.identifier);
      if (node.identifier.startsWith('^')) blocks.push(footnote({ start, end }));
    }
    if (!('children' in node)) return write(end, mark);
    const opensInline = isInline || ['paragraph', 'heading', 'tableCell'].includes(node.type);
    todo.push({ end, mark: opensInline ? '\uE001' : '\uE000' });
    for (const child of node.children.toReversed()) todo.push({ node: child, isInline: opensInline });
  }

  const todo: ({ node: MdastNode; isInline: boolean } | { end: number; mark: string })[] = [
    { node: markdownToMdast(text, { features }), isInline: false },
  ];
  for (let next = todo.pop(); next; next = todo.pop()) {
    if ('node' in next) visit(next.node, next.isInline);
    else write(next.end, next.mark);
  }
  write(text.length, '\uE000');

  for (const { label, ...place } of definitions) {
    if (label.startsWith('^')) blocks.push(footnote(place));
    else if (!uses.has(label)) {
      blocks.push({
        ...warning,
        message: 'This line is not printed: it gives an address to a link that stands nowhere.',
        hint: 'Where it is a sentence, put a `\\` before the `[`; otherwise delete it.',
        ...place,
      });
    }
  }
  return { shown: pieces.join(''), code, links, blocks };
}

const stretchOf = ({ position }: MdastNode): Stretch => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

const withoutEscapes = (text: string) =>
  text.includes('\\') ? text.replace(/\\[!-/:-@[-`{-~]/g, '\uE001\uE001') : text;

const error = { rule: 'markdown-slip' } as const;
const warning = { ...error, severity: 'warning' } as const;

const footnote = (place: Stretch): MarkdownFinding => ({
  ...warning,
  message: 'The press knows no footnotes, so this is printed as it stands here.',
  hint: 'Put the note into the text, in parentheses.',
  ...place,
});

/** A block of code that nobody closed takes in all that follows. */
function fenceSlip(text: string, start: number, end: number): MarkdownFinding | undefined {
  const [opening = '', fence = ''] = /^ {0,3}(`{3,}|~{3,})[^\n]*/.exec(text.slice(start, start + 1000)) ?? [];
  if (fence === '') return undefined;
  const lastLine = text.slice(Math.max(start, text.lastIndexOf('\n', end - 1)), end);
  const isClosed =
    end > start + opening.length &&
    new RegExp(`^\\s*[> \\t]*\\${fence[0]}{${fence.length},}[ \\t]*$`).test(lastLine);
  if (isClosed) return undefined;
  return {
    ...error,
    message: `Everything from here on is printed as a program’s listing, because no second \`${fence}\` follows.`,
    hint: `Put a line of \`${fence}\` where the listing ends, or delete this one.`,
    start,
    end: start + opening.length,
  };
}

type NodeOf<T extends MdastNode['type']> = Extract<MdastNode, { type: T }>;

function linkSlips(node: NodeOf<'link'>, text: string): MarkdownFinding[] {
  const { start, end } = stretchOf(node);
  const words = wordsOf(node);
  if (words.trim() === '' && !holdsPicture(node)) {
    return [
      {
        ...error,
        message: 'This link has no words, so nobody can see or click it.',
        hint: 'Write them between the brackets: `[the full story](/blog/story)`.',
        start,
        end,
      },
    ];
  }
  const { url } = node;
  if (/^tel:/i.test(url)) {
    const [shown, called] = [words, url].map((number) => number.replace(/\D/g, ''));
    if (shown && called && shown.length >= 7 && /^[\d\s().+-]+$/.test(words) && !endAlike(shown, called)) {
      return [differs(node, text, `The link shows the number \`${words}\`, and calls another.`)];
    }
  }
  if (/^mailto:/i.test(url) && /^[^\s@]+@[^\s@]+$/.test(words)) {
    const to = url.slice('mailto:'.length).replace(/\?.*$/s, '');
    if (to.toLowerCase() !== words.toLowerCase())
      return [differs(node, text, `The link shows the address \`${words}\`, and writes to another.`)];
  }
  return [];
}

/** Numbers may be given with or without what stands before the area code. */
const endAlike = (a: string, b: string) => a.endsWith(b) || b.endsWith(a);

const differs = (node: NodeOf<'link'>, text: string, message: string): MarkdownFinding => ({
  ...warning,
  message,
  hint: 'Correct one of the two.',
  ...addressOf(node, text),
});

function wordsOf(node: MdastNode): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

const holdsPicture = (node: MdastNode): boolean =>
  node.type === 'image' ||
  node.type === 'imageReference' ||
  ('children' in node && node.children.some(holdsPicture));

function tableSlips(node: NodeOf<'table'>, text: string): MarkdownFinding[] {
  const cells = (row: MdastNode) => {
    const { start, end } = stretchOf(row);
    const line = text.slice(start, end).replace(/\\\|/g, 'x').trim();
    return line.replace(/^\||\|$/g, '').split('|').length;
  };
  const [header, ...rows] = node.children;
  if (!header) return [];
  const wanted = cells(header);
  return rows.flatMap((row) => {
    const found = cells(row);
    if (found === wanted) return [];
    const lost = found > wanted ? ' What is too much is not printed.' : '';
    return [
      {
        ...(found > wanted ? error : warning),
        message: `This row of the table has ${count(found, 'cell')}, and the first row has ${wanted}.${lost}`,
        hint: 'Cells have a `|` between them; where a `|` belongs to the text, write `\\|`.',
        ...stretchOf(row),
      },
    ];
  });
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

function listSlips(node: NodeOf<'list'>, text: string): MarkdownFinding[] {
  if (!node.ordered) return [];
  const numbers = node.children.map((item) => {
    const { start } = stretchOf(item);
    const written = /^\s*(\d{1,9})[.)]/.exec(text.slice(start, start + 20));
    return { start, end: start + (written?.[0].length ?? 1), number: Number(written?.[1]) };
  });
  const [first, second] = numbers;
  if (!first) return [];
  if (first.number >= 1000) {
    return [
      {
        ...warning,
        message: `\`${first.number}.\` at the start of a line begins a numbered list here.`,
        hint: `Where it belongs to a sentence, write \`${first.number}\\.\`.`,
        start: first.start,
        end: first.end,
      },
    ];
  }
  if (second?.number === first.number) return [];
  const wrong = numbers.findIndex(({ number }, i) => number !== first.number + i);
  const at = numbers[wrong];
  if (!at) return [];
  return [
    {
      ...warning,
      message: `This list counts on from ${at.number} here, and is printed with ${first.number + wrong}.`,
      hint: 'Lists count by ones. Correct the number, or see whether a line is missing.',
      start: at.start,
      end: at.end,
    },
  ];
}

function headingSlip(node: NodeOf<'heading'>, before: number, text: string): MarkdownFinding | undefined {
  const { start, end } = stretchOf(node);
  const written = text.slice(start, end);
  const underline = /\n[ >\t]*(-{2,})[ \t]*$/.exec(written);
  if (underline) {
    const words = written.slice(0, underline.index);
    if (!words.includes('\n') && !(words.length > 60 && /[.!?]["”’)]?\s*$/.test(words))) return undefined;
    return {
      ...warning,
      message: 'This line of dashes makes a heading of the text above it.',
      hint: 'Put an empty line before it.',
      start: end - underline[0].length + underline[0].indexOf('-'),
      end,
    };
  }
  if (node.depth <= before + 1) return undefined;
  return {
    rule: 'heading-level',
    severity: 'warning',
    message: `This heading is of level ${node.depth}, and the one before it is of level ${before}.`,
    hint: `Write \`${'#'.repeat(before + 1)}\` before it: levels go down one at a time.`,
    start,
    end: start + node.depth,
  };
}

/** What an address of a link starts with, or looks like where that is missing. */
const address = String.raw`(?:\/|#|\.{1,2}\/|https?\b|www\.|mailto:|tel:|media\/|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu)\b)`;
const startsAddress = new RegExp(`^[ \\t]*<?${address}`, 'i');
const wholeAddress = new RegExp(`^\\(\\s*(?:${address}[^\\s()]*)\\s*\\)`, 'i');
const bracketedAddress = new RegExp(`^\\)\\[(?:${address}[^\\s\\]]*)\\]`, 'i');

const wrongParenthesis = /^([[{<]?)(?:\/[a-z]|https?:|mailto:|tel:|media\/)[^\s()[\]{}<>]*[)}>]/i;

/** How far a sign may stand from the one that belongs to it. */
const reach = 400;

function inlineSlips(text: string, shown: string): MarkdownFinding[] {
  const found: MarkdownFinding[] = [];
  const each = (pattern: RegExp, tell: (match: RegExpExecArray) => MarkdownFinding | undefined) => {
    for (const match of shown.matchAll(pattern)) {
      const slip = tell(match);
      if (slip) found.push(slip);
    }
  };
  const at = (match: RegExpExecArray): Stretch => ({
    start: match.index,
    end: match.index + match[0].length,
  });
  const tell = (pattern: RegExp, severity: typeof error | typeof warning, message: string, hint: string) =>
    each(pattern, (match) => ({ ...severity, message, hint, ...at(match) }));

  each(/\]\(/g, ({ index }) => brokenLink(text, shown, index));
  each(/\](?=\s)[ \t]{0,3}\n?[ \t]{0,3}\(/g, ({ index, 0: gap }) => {
    const opening = openingBefore(shown, index);
    const inParentheses = wholeAddress.exec(text.slice(index + gap.length - 1, index + reach))?.[0];
    if (opening === undefined || inParentheses === undefined) return undefined;
    return {
      ...error,
      message: 'This is no link: a space stands between the words in brackets and the address.',
      hint: 'Delete the space between `]` and `(`.',
      start: opening,
      end: index + gap.length - 1 + inParentheses.length,
    };
  });
  // `[words(/a)` and `[words)(/a)`, `[words]/a)`, `[words][/a)` and `[words]{/a}`.
  each(/[^\s\](]\(/g, ({ index }) => {
    const inParentheses = wholeAddress.exec(text.slice(index + 1, index + reach))?.[0];
    const opening = inParentheses === undefined ? undefined : openingBefore(shown, index);
    if (opening === undefined || /[\]\n]/.test(text.slice(opening, index))) return undefined;
    return missing(']', 'after its words', index + 1, inParentheses?.length ?? 1);
  });
  each(/\](?=[[{</hmt])/g, ({ index }) => {
    const [written, sign = ''] = wrongParenthesis.exec(text.slice(index + 1, index + reach)) ?? [];
    if (written === undefined || openingBefore(shown, index) === undefined) return undefined;
    return missing(
      '(',
      sign === '' ? 'before its address' : `where \`${sign}\` stands`,
      index + 1,
      written.length,
    );
  });
  each(/\)\[/g, ({ index }) => {
    const inBrackets = bracketedAddress.exec(text.slice(index, index + reach))?.[0];
    const opening = shown.slice(Math.max(0, index - reach), index).search(/\([^()\n]*$/);
    if (inBrackets === undefined || opening === -1) return undefined;
    return {
      ...error,
      message: 'This is no link: its brackets and parentheses are exchanged.',
      hint: 'Put the words in brackets and the address in parentheses: `[words](/address)`.',
      start: Math.max(0, index - reach) + opening,
      end: index + inBrackets.length,
    };
  });
  each(/(!?)\[([^[\]\n]{1,200})\]\[([^[\]\n]{0,100})\]/g, (match) => {
    const [, picture, words = '', label = ''] = match;
    if (/^\s*(?:\d+|sic)\s*$/i.test(words) || label.startsWith('^')) return undefined;
    return {
      ...warning,
      message: `This is printed as it stands here: nothing in the text says where \`[${label || words}]\` leads.`,
      hint: picture
        ? 'Write `![What it shows](media/name.jpg)`.'
        : 'Put the address in parentheses behind the words: `[words](/address)`.',
      ...at(match),
    };
  });
  tell(
    /\{\{[^{}\n]{0,300}\}\}|\{%[^{}\n]{0,300}%\}/g,
    error,
    'This is a sign of another program; the press would print it as it stands here.',
    'Say it in Markdown, or delete it. Where the braces are meant, put a `\\` before each.',
  );
  tell(
    /(?<=\S[ \t]*)\{[.#:][\w:.# -]{1,80}\}/g,
    warning,
    'The press knows no such addition in braces, so it is printed as it stands here.',
    'Delete it.',
  );
  each(/(!?)\[\[([^[\]\n]{1,200})\]\]/g, (match) => {
    if (/^\d+$/.test(match[2] ?? '')) return undefined;
    return {
      ...error,
      message: 'The press knows no links in double brackets, so this would be printed as it stands here.',
      hint: match[1]
        ? 'Write `![What it shows](media/name.jpg)`.'
        : 'Write the words and the address: `[words](/address)`.',
      ...at(match),
    };
  });
  each(/\[\^[^\]\s]{1,60}\](?!\()|\^\[[^\]\n]{1,300}\](?!\()/g, (match) => footnote(at(match)));
  tell(
    /\[\/(?:b|i|u|s|url|img|quote|code|center|size|color|list)\]|\[url=[^\]\n]{0,300}\]/gi,
    warning,
    'The press does not know this sign in brackets, so it is printed as it stands here.',
    'Markdown writes **bold**, *italic* and `[words](/address)`.',
  );
  tell(
    /【\d{1,3}[^【】\n]{0,60}】|:contentReference\[oaicite:\d+\](?:\{index=\d+\})?/g,
    warning,
    'This mark came along from another program, and is printed as it stands here.',
    'Delete it.',
  );
  tell(
    /(?<![=\w])==(?=[^\s=])[^=\n]{1,200}(?<=[^\s=])==(?![=\w])/g,
    warning,
    'The press does not mark words with `==`, so it is printed as it stands here.',
    'Write `**` on both sides for bold.',
  );
  tell(
    /\[(?:!(?:note|tip|important|warning|caution)|toc|_toc_)\]/gi,
    warning,
    'The press does not know this word in brackets, so it is printed as it stands here.',
    'Delete it, or say it in a sentence of its own.',
  );
  each(
    /(?<![\w:/])(?:https?:\/(?!\/)|https?\/\/|https?;\/\/|https?:\\\\|h?t{1,3}ps?:\/\/)(?=\w)/gi,
    (match) =>
      /^https?:\/\/$/i.test(match[0])
        ? undefined
        : {
            ...warning,
            message: `\`${match[0]}\` is no start of a web address.`,
            hint: 'Write `https://`.',
            ...at(match),
          },
  );
  each(/&([a-z]{2,10}\d{0,2});/gi, (match) => {
    const [written, name = ''] = match;
    // `Q&A;` and the like are meant.
    if (!/[a-z]{2}/.test(name) || decodeHTMLStrict(written) !== written) return undefined;
    return noCharacter(match, 'Write the character itself.');
  });
  each(
    /&(nbsp|amp|quot|lt|gt|copy|reg|euro|deg|[mn]dash|hellip|[lr][sd]quo|[a-z]acute|[anoANO]tilde)(?![\w;=])/g,
    (match) => noCharacter(match, `Write \`${match[0]};\` with the semicolon, or the character itself.`),
  );
  return [...found, ...emphasisSlips(text, shown)];
}

const noCharacter = ({ index, 0: written }: RegExpExecArray, hint: string): MarkdownFinding => ({
  ...warning,
  message: `\`${written}\` stands for no character, so it is printed as it stands here.`,
  hint,
  start: index,
  end: index + written.length,
});

/** A bracket too many directly before a link, or a parenthesis directly behind it. */
function strayBrackets(shown: string, links: readonly Stretch[]): MarkdownFinding[] {
  return links.flatMap(({ start, end }) => {
    const stray = (sign: string, at: number) => [
      {
        ...warning,
        message: `This \`${sign}\` is one too many, and is printed as it stands here.`,
        hint: 'Delete it.',
        start: at,
        end: at + 1,
      },
    ];
    if (
      shown[start - 1] === '[' &&
      !shown
        .slice(end, end + reach)
        .split('\n\n', 1)[0]
        ?.includes(']')
    )
      return stray('[', start - 1);
    if (shown[end] !== ')') return [];
    const before =
      shown
        .slice(Math.max(0, start - 5 * reach), start)
        .split(/\n[ \t]*\n|\n\uE000/)
        .at(-1) ?? '';
    const open = before.split('(').length - before.split(')').length;
    return open > 0 ? [] : stray(')', end);
  });
}

/** Where the words in brackets start that end before `index`; `undefined` where nothing opens there. */
function openingBefore(shown: string, index: number): number | undefined {
  const from = Math.max(0, index - reach);
  const at = shown.slice(from, index).lastIndexOf('[');
  if (at === -1) return undefined;
  return shown[from + at - 1] === '!' ? from + at - 1 : from + at;
}

const missing = (sign: string, where: string, start: number, length: number): MarkdownFinding => ({
  ...error,
  message: `This is no link: a \`${sign}\` is missing ${where}.`,
  hint: 'A link is `[words](/address)`.',
  start,
  end: start + length,
});

/** A link or picture with an address that Markdown cannot read: `](` stands in the text. */
function brokenLink(text: string, shown: string, index: number): MarkdownFinding | undefined {
  const opening = openingBefore(shown, index);
  if (opening === undefined) {
    const inParentheses = wholeAddress.exec(text.slice(index + 1, index + reach))?.[0];
    return inParentheses === undefined
      ? undefined
      : missing('[', 'before its words', index, inParentheses.length + 1);
  }
  const kind = text[opening] === '!' ? 'picture' : 'link';
  const start = index + 2;
  const lineEnd = text.indexOf('\n', start);
  const rest = text.slice(start, Math.min(start + reach, lineEnd === -1 ? text.length : lineEnd));
  const lead = /^[ \t]*/.exec(rest)?.[0].length ?? 0;
  const isAddress = startsAddress.test(rest);
  const closing = closingIn(rest);
  const inside = rest.slice(lead, closing === -1 ? undefined : closing).trimEnd();
  const first = /^\S+/.exec(inside)?.[0].replace(closing === -1 ? /[.,;:!?*_"”’]+$/ : /$^/, '') ?? '';
  if (closing === -1) {
    return {
      ...(isAddress ? error : warning),
      message: `This ${kind} is not closed: a \`)\` is missing after its address.`,
      hint: `Put a \`)\` after \`${first || '('}\`.`,
      start: first ? start + lead : index + 1,
      end: start + lead + first.length,
    };
  }
  const place = { start: start + lead, end: start + lead + Math.max(1, inside.length) };
  const title = /\s["'“”‘’(]/.exec(inside);
  if (title) {
    return {
      ...(isAddress ? error : warning),
      message: `This ${kind} cannot be read: what stands behind its address is not in two straight quotation marks.`,
      hint: 'Delete it, or close it: `[words](/address "title")`.',
      start: start + lead + title.index + 1,
      end: place.end,
    };
  }
  if (/\s/.test(inside)) {
    return {
      ...(isAddress ? error : warning),
      message: `This ${kind} cannot be read: a space stands in its address.`,
      hint: 'Take the space out, or write `%20` for it.',
      ...(isAddress && { suggestion: withoutSpaces(inside) }),
      ...place,
    };
  }
  return {
    ...(isAddress ? error : warning),
    message: `This ${kind} cannot be read, so it is printed as it stands here.`,
    hint: 'A link is `[words](/address)`, a picture `![What it shows](media/name.jpg)`: without brackets inside the brackets.',
    ...place,
  };
}

/** The address that was probably meant by one with spaces: none stand in the paper's own, nor behind a scheme. */
const withoutSpaces = (address: string): string =>
  /^(?:mailto|tel):/i.test(address)
    ? address.replace(/\s+/g, '')
    : address.startsWith('/')
      ? address.replace(/(?<=[/-])\s+|\s+(?=[/-])/g, '').replace(/\s+/g, '-')
      : address.replace(/^(https?:\/\/)\s+/i, '$1').replace(/\s+/g, '%20');

/** Where the parenthesis closes that a text stands in; -1 where it does not. */
function closingIn(text: string): number {
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') open += 1;
    if (text[i] === ')' && open-- === 0) return i;
  }
  return -1;
}

/** Signs of emphasis that came out as text although they touch a word; of two in one paragraph the first is told. */
function emphasisSlips(text: string, shown: string): MarkdownFinding[] {
  const found: MarkdownFinding[] = [];
  const opening =
    /(?<![^\s\uE000\uE001("“‘'[—–-])(\*\*|__|~~)(?=[\p{L}\d"“‘'(\uE001])|(?<=[\p{L}\d.,;:!?"”’')\uE001])(\*\*|__|~~)(?![\p{L}\d*_~])|(?<=[^\s\uE000][ \t])[*_](?=\p{L})/gu;
  const stuck = /(?<=\uE001)([*_])(?![\p{L}\d*_])|(?<![\p{L}\d*_\uE001])([*_])(?=\uE001)/gu;
  for (const { index, 0: sign } of shown.matchAll(stuck)) {
    const isAfter = shown[index - 1] === '\uE001' && text[index - 1] === sign;
    if (!isAfter && !(shown[index + 1] === '\uE001' && text[index + 1] === sign)) continue;
    found.push({
      ...warning,
      message: `This \`${sign}\` is printed as it stands here: there are not as many before the words as behind them.`,
      hint: `Put one \`${sign}\` on both sides for italic, or two for bold.`,
      start: index,
      end: index + 1,
    });
  }
  let last = -1;
  for (const { index, 0: sign } of shown.matchAll(opening)) {
    if (index < last) continue;
    const paragraphEnd = endOfParagraph(shown, index);
    last = paragraphEnd;
    found.push({
      ...warning,
      message: `This \`${sign}\` is printed as it stands here: the one that belongs to it is missing, or a space stands between it and the words.`,
      hint: `Put \`${sign}\` directly before the first and directly after the last word. Where it is meant as a sign, write \`${[...sign].map((c) => `\\${c}`).join('')}\`.`,
      start: index,
      end: index + sign.length,
    });
  }
  return found;
}

function endOfParagraph(shown: string, from: number): number {
  // A line that starts with something that is no text starts another block.
  const blank = /\n(?:[ \t\uE000]*\n|\uE000)/g;
  blank.lastIndex = from;
  return blank.exec(shown)?.index ?? shown.length;
}

/** A line that looks like the start of a block, and what it starts with if it does not stand alone. */
interface ListLike extends Stretch {
  readonly sign: string;
  /** Whether it is one for sure, because of the line before it. */
  readonly isSure: boolean;
}

function lineSlips(text: string, shown: string): MarkdownFinding[] {
  const found: MarkdownFinding[] = [];
  const listLike: ListLike[] = [];
  let wasTable = false;
  for (let start = 0, before = ''; start < shown.length; ) {
    const newline = shown.indexOf('\n', start);
    const end = newline === -1 ? shown.length : newline;
    const line = text.slice(start, end);
    const lead = /^[\uE000\t >]*/.exec(shown.slice(start, end))?.[0].length ?? 0;
    const at = start + lead;
    const words = shown.slice(at, end);
    const push = (details: Pick<MarkdownFinding, 'message' | 'hint'>, severity: object, length: number) =>
      found.push({ ...error, ...severity, ...details, start: at, end: at + length });

    const heading = /^#{2,6}(?=[^ \t#])/.exec(words);
    if (heading) {
      push(
        {
          message: `This is no heading: a space is missing after \`${heading[0]}\`.`,
          hint: `Write \`${heading[0]} \` with a space before the words.`,
        },
        {},
        heading[0].length,
      );
    }
    const container = /^:{3,}/.exec(words);
    if (container) {
      push(
        {
          message: 'The press does not know blocks in colons, so this is printed as it stands here.',
          hint: 'Delete the line.',
        },
        warning,
        container[0].length,
      );
    }
    const isTable = /^\|.*\|/.test(words) || /^:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/.test(words);
    if (isTable && !wasTable) found.push(tableLike(shown, at, end));
    wasTable = isTable;
    const item = /^([-+*•·]|\d{1,3}[.)])([^\S\t\n ])?(?=([^\s\-+*•·])|[•·] )|^(--|\d{1,3})(?= \S)/u.exec(
      words.replace(/^([•·]) (?=\S)/, '$1\uE001'),
    );
    if (item) {
      const [, plain = '', wide, first = '', odd = ''] = item;
      const written = plain || odd;
      const sign = written.replace(/\d+/, '1').replace('--', '-');
      const neighbors = [before, lineAt(text, end + 1)];
      const isSure =
        wide !== undefined ||
        neighbors.some((other) => continues(other, written, neighbors.indexOf(other) ? 1 : -1));
      // Minus five degrees and 1.5 million stand at the start of lines as well.
      if (isSure || /[\p{L}"“‘([\uE001]/u.test(first))
        listLike.push({ start: at, end: at + written.length, sign: odd ? `${sign} ` : sign, isSure });
    }
    before = line;
    start = end + 1;
  }
  const signs = groupBy(listLike, ({ sign }) => sign);
  for (const { start, end, sign, isSure } of listLike) {
    if (!isSure && (signs.get(sign)?.length ?? 0) < 2) continue;
    const isBullet = sign === '•' || sign === '·';
    const isOdd = sign.endsWith(' ');
    const written = text.slice(start, end);
    found.push({
      ...warning,
      message: isBullet
        ? 'This line is no entry of a list: lists start with `-`.'
        : `This line is no entry of a list: ${isOdd ? 'entries start otherwise here' : `a space is missing after \`${written}\``}.`,
      hint: isBullet
        ? 'Write `- ` instead.'
        : isOdd
          ? 'Start it as the line before or after it.'
          : `Write \`${written} \` with a space after it.`,
      start,
      end,
    });
  }
  return found;
}

/** A row of a table that is none: at its dashes, where those are at fault. */
function tableLike(shown: string, start: number, end: number): MarkdownFinding {
  const dashes = lineAt(shown, end + 1);
  const below = lineAt(shown, end + 1 + dashes.length + 1);
  const cells = (line: string) => line.split('|').length;
  const hint =
    'A table is one block without empty lines: a first row, under it a row of dashes with as many cells (`| --- | --- |`), then the others.';
  if (!/^[\uE000\t >]*[|:\- \t]*---[|:\- \t]*$/.test(dashes)) {
    const message = 'This looks like a table, and is printed as it stands here.';
    return { ...warning, message, hint, start, end };
  }
  const message = 'This row and the one of dashes have not the same number of cells, so no table is printed.';
  if (cells(dashes) === cells(below)) return { ...warning, message, hint, start, end };
  const from = end + 1 + Math.max(0, dashes.search(/[|:-]/));
  return {
    ...warning,
    message: 'This row of dashes has not as many cells as the row above it, so no table is printed.',
    hint,
    start: from,
    end: end + 1 + dashes.length,
  };
}

/** The line that starts at an offset. */
function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, Math.min(end === -1 ? text.length : end, start + 1000));
}

/** Whether a line is an entry of a list of the kind that `written` would start; a number alone must also be the next in its `direction`. */
function continues(line: string, written: string, direction: 1 | -1): boolean {
  if (!/^\d/.test(written)) return /^[-+*]/.test(written) && /^[\s>]*[-+*] /.test(line);
  const number = /^[\s>]*(\d{1,9})[.)] /.exec(line)?.[1];
  return number !== undefined && (/\D/.test(written) || Number(number) === Number(written) + direction);
}
