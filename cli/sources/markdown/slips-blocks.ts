import type { MdastNode } from 'satteri';
import type { Stretch } from '../../problems/locate.ts';
import { addressOf } from './addresses.ts';
import type { MarkdownFinding } from './finding.ts';

type NodeOf<T extends MdastNode['type']> = Extract<MdastNode, { type: T }>;

type Finder = (place: Stretch, message: string, hint: string) => MarkdownFinding;

/** A slip that breaks the page. */
export const error: Finder = ({ start, end }, message, hint) => ({
  rule: 'markdown-slip',
  message,
  hint,
  start,
  end,
});

/** A slip that may be meant. */
export const warning: Finder = (place, message, hint) => ({
  ...error(place, message, hint),
  severity: 'warning',
});

export const stretchOf = ({ position }: MdastNode): Stretch => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** Slips in what Markdown does know: code that is not closed, links without words, tables, lists, headings and definitions. */
export function blockSlips(text: string, nodes: readonly MdastNode[]): MarkdownFinding[] {
  const labels = new Set(nodes.flatMap((node) => (isReference(node) ? node.identifier : [])));
  let level = 1;
  return nodes.flatMap((node): MarkdownFinding | MarkdownFinding[] => {
    if (node.type === 'code') return openFence(node, text) ?? [];
    if (node.type === 'link') return doubtfulLink(node, text) ?? [];
    if (node.type === 'table') return unevenRows(node, text);
    if (node.type === 'list') return wrongNumbers(node, text) ?? [];
    if (node.type === 'heading') {
      const before = level;
      level = node.depth;
      return doubtfulHeading(node, before, text) ?? [];
    }
    if (!isReference(node) && node.type !== 'definition') return [];
    if (node.identifier.startsWith('^'))
      return warning(
        stretchOf(node),
        'Footnotes do not work here, so this will appear as typed.',
        'Put the note into the text, in parentheses.',
      );
    if (isReference(node) || labels.has(node.identifier)) return [];
    return warning(
      stretchOf(node),
      'This line will not appear: it gives an address to a link that is not in the text.',
      'If it is a sentence, put a `\\` before the `[`. If not, delete it.',
    );
  });
}

const isReference = (node: MdastNode): node is NodeOf<'linkReference' | 'imageReference'> =>
  node.type === 'linkReference' || node.type === 'imageReference';

/** A block of code that is not closed takes in all that follows. */
function openFence(node: NodeOf<'code'>, text: string): MarkdownFinding | undefined {
  const { start, end } = stretchOf(node);
  const [opening = '', fence = ''] = /^ {0,3}(`{3,}|~{3,})[^\n]*/.exec(text.slice(start, start + 1000)) ?? [];
  if (fence === '') return undefined;
  const lastLine = text.slice(Math.max(start, text.lastIndexOf('\n', end - 1)), end);
  const closing = new RegExp(`^\\s*[> \\t]*\\${fence[0]}{${fence.length},}[ \\t]*$`);
  if (end > start + opening.length && closing.test(lastLine)) return undefined;
  return error(
    { start, end: start + opening.length },
    `Everything from here on will appear as program code, because there is no second \`${fence}\`.`,
    `Put a line of \`${fence}\` where the code ends, or delete this one.`,
  );
}

function doubtfulLink(node: NodeOf<'link'>, text: string): MarkdownFinding | undefined {
  const words = wordsOf(node);
  if (words.trim() === '' && !holdsPicture(node))
    return error(
      stretchOf(node),
      'This link has no words, so nobody can see or click it.',
      'Write them between the brackets: `[the full story](/blog/story)`.',
    );
  if (!showsAnother(words, node.url)) return undefined;
  const message = `The link shows \`${words}\`, but leads to another number or address.`;
  return warning(addressOf(node, text), message, 'Correct one of the two.');
}

/** Whether a link shows another phone number or e-mail address than it leads to. */
export function showsAnother(words: string, url: string): boolean {
  if (/^mailto:/i.test(url) && /^[^\s@]+@[^\s@]+$/.test(words))
    return url.slice('mailto:'.length).replace(/\?.*$/s, '').toLowerCase() !== words.toLowerCase();
  if (!/^tel:/i.test(url) || !/^[\d\s().+-]+$/.test(words)) return false;
  // Either may be without the country’s code.
  const [shown = '', called = ''] = [words, url].map((number) => number.replace(/\D/g, ''));
  return called !== '' && shown.length >= 7 && !shown.endsWith(called) && !called.endsWith(shown);
}

function wordsOf(node: MdastNode): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

const holdsPicture = (node: MdastNode): boolean =>
  node.type === 'image' ||
  node.type === 'imageReference' ||
  ('children' in node && node.children.some(holdsPicture));

function unevenRows(node: NodeOf<'table'>, text: string): MarkdownFinding[] {
  const cells = (row: MdastNode) => {
    const { start, end } = stretchOf(row);
    const line = text.slice(start, end).replace(/\\\|/g, 'x').trim();
    return line.replace(/^\||\|$/g, '').split('|').length;
  };
  const [header, ...rows] = node.children;
  const columns = header ? cells(header) : 0;
  return rows.flatMap((row) => {
    const found = cells(row);
    if (found === columns) return [];
    const lost = found > columns ? ' The others will not appear.' : '';
    return (found > columns ? error : warning)(
      stretchOf(row),
      `This row of the table has ${found} cell${found === 1 ? '' : 's'}, but the first row has ${columns}.${lost}`,
      'Put a `|` between cells. If a `|` is part of the text, write `\\|`.',
    );
  });
}

function wrongNumbers(node: NodeOf<'list'>, text: string): MarkdownFinding | undefined {
  if (!node.ordered) return undefined;
  const numbers = node.children.map((item) => {
    const { start } = stretchOf(item);
    const written = /^\s*(\d{1,9})[.)]/.exec(text.slice(start, start + 20));
    return { place: { start, end: start + (written?.[0].length ?? 1) }, number: Number(written?.[1]) };
  });
  const [first, second] = numbers;
  if (!first) return undefined;
  const { number, place } = first;
  if (number >= 1000)
    return warning(
      place,
      `\`${number}.\` at the start of a line begins a numbered list.`,
      `If it is part of a sentence, write \`${number}\\.\`.`,
    );
  if (second?.number === number) return undefined;
  const wrong = numbers.findIndex((item, i) => item.number !== number + i);
  const at = numbers[wrong];
  if (!at) return undefined;
  return warning(
    at.place,
    `This list goes on with ${at.number} here, but the page will show ${number + wrong}.`,
    'Lists count by ones. Correct the number, or see whether a line is missing.',
  );
}

function doubtfulHeading(node: NodeOf<'heading'>, before: number, text: string): MarkdownFinding | undefined {
  const { start, end } = stretchOf(node);
  const written = text.slice(start, end);
  const underline = /\n[ >\t]*(-{2,})[ \t]*$/.exec(written);
  if (underline) {
    const words = written.slice(0, underline.index);
    const isParagraph = words.includes('\n') || (words.length > 60 && /[.!?]["”’)]?\s*$/.test(words));
    if (!isParagraph) return undefined;
    return warning(
      { start: end - underline[0].length + underline[0].indexOf('-'), end },
      'This line of dashes makes a heading of the text above it.',
      'Put an empty line before it.',
    );
  }
  if (node.depth <= before + 1) return undefined;
  const message = `This heading is of level ${node.depth}, but the one before it is of level ${before}.`;
  const hint = `Write \`${'#'.repeat(before + 1)}\` before it: levels go down one at a time.`;
  return { ...warning({ start, end: start + node.depth }, message, hint), rule: 'heading-level' };
}
