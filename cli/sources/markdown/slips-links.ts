import type { Stretch } from '../../problems/locate.ts';
import type { MarkdownFinding } from './finding.ts';
import { error, warning } from './slips-blocks.ts';

/** What an address of a link starts with, or looks like if that is missing. */
const address = String.raw`(?:\/|#|\.{1,2}\/|https?\b|www\.|mailto:|tel:|media\/|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu)\b)`;
const startsAddress = new RegExp(`^[ \\t]*<?${address}`, 'i');
const inParentheses = new RegExp(`^\\(\\s*(?:${address}[^\\s()]*)\\s*\\)`, 'i');
const inBrackets = new RegExp(`^\\)\\[(?:${address}[^\\s\\]]*)\\]`, 'i');
const inWrongSigns = /^([[{<]?)(?:\/[a-z]|https?:|mailto:|tel:|media\/)[^\s()[\]{}<>]*[)}>]/i;

/** How far apart two signs may be that belong together, in characters. */
const reach = 400;

/** Links and pictures that miss a bracket or a parenthesis, have one too many, or have an address that cannot be read. */
export function linkSlips(text: string, shown: string, links: readonly Stretch[]): MarkdownFinding[] {
  const found = (pattern: RegExp, at: number) => pattern.exec(text.slice(at, at + reach))?.[0];
  const each = (pattern: RegExp, check: (index: number, written: string) => MarkdownFinding | undefined) =>
    Array.from(shown.matchAll(pattern), ({ index, 0: written }) => check(index, written) ?? []).flat();
  return [
    ...strayBrackets(shown, links),
    ...each(/\]\(/g, (index) => unreadableAddress(text, shown, index)),
    ...each(/\](?=\s)[ \t]{0,3}\n?[ \t]{0,3}\(/g, (index, gap) => {
      const from = index + gap.length - 1;
      const written = found(inParentheses, from);
      const start = openingBefore(shown, index);
      if (start === undefined || written === undefined) return undefined;
      return error(
        { start, end: from + written.length },
        'This is not a link: there is a space between the words in brackets and the address.',
        'Delete the space between `]` and `(`.',
      );
    }),
    // `[words(/a)` and `[words)(/a)`
    ...each(/[^\s\](]\(/g, (index) => {
      const written = found(inParentheses, index + 1);
      const opening = written === undefined ? undefined : openingBefore(shown, index);
      if (written === undefined || opening === undefined || /[\]\n]/.test(text.slice(opening, index)))
        return undefined;
      return missing(']', 'after its words', index + 1, written.length);
    }),
    // `[words]/a)`, `[words][/a)` and `[words]{/a}`
    ...each(/\](?=[[{</hmt])/g, (index) => {
      const [written, sign] = inWrongSigns.exec(text.slice(index + 1, index + reach)) ?? [];
      if (written === undefined || openingBefore(shown, index) === undefined) return undefined;
      return missing('(', sign ? `instead of \`${sign}\`` : 'before its address', index + 1, written.length);
    }),
    ...each(/\)\[/g, (index) => {
      const written = found(inBrackets, index);
      const from = Math.max(0, index - reach);
      const opening = shown.slice(from, index).search(/\([^()\n]*$/);
      if (written === undefined || opening === -1) return undefined;
      return error(
        { start: from + opening, end: index + written.length },
        'This is not a link: its brackets and parentheses are exchanged.',
        'Put the words in brackets and the address in parentheses: `[words](/address)`.',
      );
    }),
  ];
}

const missing = (sign: string, where: string, start: number, length: number): MarkdownFinding =>
  error(
    { start, end: start + length },
    `This is not a link: a \`${sign}\` is missing ${where}.`,
    'A link is `[words](/address)`.',
  );

/** A bracket too many directly before a link, or a parenthesis directly after it. */
function strayBrackets(shown: string, links: readonly Stretch[]): MarkdownFinding[] {
  const stray = (sign: string, start: number): MarkdownFinding[] => [
    warning(
      { start, end: start + 1 },
      `This \`${sign}\` is one too many, and will appear as typed.`,
      'Delete it.',
    ),
  ];
  return links.flatMap(({ start, end }) => {
    const [after = ''] = shown.slice(end, end + reach).split('\n\n', 1);
    if (shown[start - 1] === '[' && !after.includes(']')) return stray('[', start - 1);
    if (shown[end] !== ')') return [];
    const paragraphs = shown.slice(Math.max(0, start - 5 * reach), start).split(/\n[ \t]*\n|\n\uE000/);
    const before = paragraphs.at(-1) ?? '';
    return before.split('(').length > before.split(')').length ? [] : stray(')', end);
  });
}

/** Where the words in brackets start that end before `index`; `undefined` if nothing opens there. */
function openingBefore(shown: string, index: number): number | undefined {
  const from = Math.max(0, index - reach);
  const at = shown.slice(from, index).lastIndexOf('[');
  if (at === -1) return undefined;
  return shown[from + at - 1] === '!' ? from + at - 1 : from + at;
}

/** A link or picture whose `](` came out as text, because Markdown cannot read its address. */
function unreadableAddress(text: string, shown: string, index: number): MarkdownFinding | undefined {
  const opening = openingBefore(shown, index);
  if (opening === undefined) {
    const written = inParentheses.exec(text.slice(index + 1, index + reach))?.[0];
    return written === undefined ? undefined : missing('[', 'before its words', index, written.length + 1);
  }
  const kind = text[opening] === '!' ? 'picture' : 'link';
  const [line = ''] = text.slice(index + 2, index + 2 + reach).split('\n', 1);
  const isAddress = startsAddress.test(line);
  const closing = closingIn(line);
  const from = line.length - line.trimStart().length;
  const inside = line.slice(from, closing === -1 ? undefined : closing).trimEnd();
  const start = index + 2 + from;
  const end = start + Math.max(1, inside.length);
  const found = (message: string, hint: string, place: Stretch = { start, end }) =>
    (isAddress ? error : warning)(place, `This ${kind} ${message}`, hint);
  if (closing === -1) {
    const first = /^\S+/.exec(inside)?.[0].replace(/[.,;:!?*_"”’]+$/, '') ?? '';
    return found(
      'is not closed: a `)` is missing after its address.',
      `Put a \`)\` after \`${first || '('}\`.`,
      { start: first ? start : index + 1, end: start + first.length },
    );
  }
  const title = /\s["'“”‘’(]/.exec(inside);
  if (title) {
    return found(
      'cannot be read: what follows its address is not in two straight quotation marks.',
      'Delete it, or close it: `[words](/address "title")`.',
      { start: start + title.index + 1, end },
    );
  }
  if (/\s/.test(inside)) {
    return {
      ...found(
        'cannot be read: there is a space in its address.',
        'Delete the space, or write `%20` for it.',
      ),
      ...(isAddress && { suggestion: withoutSpaces(inside) }),
    };
  }
  return found(
    'cannot be read, so it will appear as typed.',
    'A link is `[words](/address)`, a picture `![What it shows](media/name.jpg)`. There may be no brackets inside the brackets.',
  );
}

/** The address that was probably meant by one with spaces: the paper’s own have none, nor is there one after a scheme. */
const withoutSpaces = (address: string): string =>
  /^(?:mailto|tel):/i.test(address)
    ? address.replace(/\s+/g, '')
    : address.startsWith('/')
      ? address.replace(/(?<=[/-])\s+|\s+(?=[/-])/g, '').replace(/\s+/g, '-')
      : address.replace(/^(https?:\/\/)\s+/i, '$1').replace(/\s+/g, '%20');

/** Where the parenthesis closes that was opened before `text`; -1 if it does not. */
function closingIn(text: string): number {
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') open += 1;
    if (text[i] === ')' && open-- === 0) return i;
  }
  return -1;
}
