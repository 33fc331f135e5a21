import type { MdastNode } from 'satteri';
import type { Stretch } from '../../problems/locate.ts';
import { addressOf } from './addresses.ts';
import { error, type MarkdownFinding, warning } from './finding.ts';

type NodeOf<T extends MdastNode['type']> = Extract<MdastNode, { type: T }>;

export const stretchOf = ({ position }: MdastNode): Stretch => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** Slips in blocks and links: unclosed code, links without words, lost table cells and lines, accidental headings. */
export function blockSlips(text: string, nodes: readonly MdastNode[]): MarkdownFinding[] {
  const labels = new Set(nodes.flatMap((node) => (isReference(node) ? node.identifier : [])));
  let level: number | undefined;
  return nodes.flatMap((node): MarkdownFinding | MarkdownFinding[] => {
    if (node.type === 'code') return openFence(node, text) ?? [];
    if (node.type === 'link') return doubtfulLink(node, text) ?? [];
    if (node.type === 'table') return rowsTooLong(node, text);
    if (node.type === 'definition') return labels.has(node.identifier) ? [] : (lostLine(node) ?? []);
    if (node.type !== 'heading') return [];
    const before = level ?? node.depth;
    level = node.depth;
    return doubtfulHeading(node, before, text) ?? [];
  });
}

const isReference = (node: MdastNode): node is NodeOf<'linkReference' | 'imageReference'> =>
  node.type === 'linkReference' || node.type === 'imageReference';

/** Code whose fence is not closed: it swallows the rest of the text. */
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
function showsAnother(words: string, url: string): boolean {
  const [address = ''] = url.replace(/^\w+:/, '').toLowerCase().split(/[?;]/);
  if (/^mailto:/i.test(url) && /^[^\s@]+@[^\s@]+$/.test(words)) return address !== words.toLowerCase();
  if (!/^tel:/i.test(url) || !/^[\d\s().+-]{7,}$/.test(words)) return false;
  // Either may be without the country’s code.
  const [shown = '', called = ''] = [words, address].map((number) => number.replace(/\D/g, ''));
  return !shown.endsWith(called) && !called.endsWith(shown);
}

function wordsOf(node: MdastNode): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

const holdsPicture = (node: MdastNode): boolean =>
  node.type === 'image' ||
  node.type === 'imageReference' ||
  ('children' in node && node.children.some(holdsPicture));

/** Rows with more cells than the first row, the last of which are not rendered. */
function rowsTooLong({ children }: NodeOf<'table'>, text: string): MarkdownFinding[] {
  const [columns = 0, ...rows] = children.map((row) => {
    const { start, end } = stretchOf(row);
    const line = text.slice(start, end).replace(/\\\|/g, 'x').trim();
    return line.replace(/^\||\|$/g, '').split('|').length;
  });
  return rows.flatMap((cells, i) => {
    const row = children[i + 1];
    if (cells <= columns || !row) return [];
    return error(
      stretchOf(row),
      `This row of the table has ${cells} cells, but the first row has ${columns}. The others will not appear.`,
      'Put a `|` between cells. If a `|` is part of the text, write `\\|`.',
    );
  });
}

/** A line such as `[Update]: Closed`, which is parsed as a link definition and not rendered. */
function lostLine(node: NodeOf<'definition'>): MarkdownFinding | undefined {
  if (!/^\p{L}[\p{L}’'-]*[.!?]?$/u.test(node.url)) return undefined;
  const message = 'This line will not appear: Markdown takes it for the address of a link.';
  return warning(stretchOf(node), message, 'Put a `\\` before the `[`.');
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
