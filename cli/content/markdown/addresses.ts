import { type MdastNode, markdownToMdast } from 'satteri';
import type { Stretch } from '../../problems/locate.ts';

/** An address in a Markdown text: `url` as in the HTML, and the stretch in which it is written. */
export interface WrittenAddress extends Stretch {
  readonly url: string;
}

type Linking = Extract<MdastNode, { type: 'link' | 'image' | 'definition' }>;

/** Where the address of a link, a picture or a definition is written; the parentheses if it is empty. */
export function addressOf(node: Pick<Linking, 'position' | 'type'> & object, text: string): Stretch {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  if (node.type === 'definition') {
    const lead = /^\[(?:[^\]\\]|\\.)*\]:\s*/s.exec(text.slice(start, end))?.[0].length ?? 0;
    return trimmed(text, start + lead, end);
  }
  if (node.type === 'link' && text[start] !== '[')
    return text[start] === '<' ? { start: start + 1, end: end - 1 } : { start, end };
  const children = 'children' in node && Array.isArray(node.children) ? node.children : [];
  const inside: number = children.at(-1)?.position?.end.offset ?? start + 1;
  const opening = text.indexOf('](', Math.max(start, inside - 1));
  if (opening === -1 || opening >= end) return { start, end };
  const lead = /^\s*/.exec(text.slice(opening + 2, end - 1))?.[0].length ?? 0;
  const at = opening + 2 + lead;
  if (at >= end - 1) return { start: opening + 1, end };
  return trimmed(text, at, end - 1);
}

/** The address without a title after it and angle brackets around it. */
function trimmed(text: string, from: number, to: number): Stretch {
  if (text[from] === '<') {
    const inside = /^(?:[^>\\]|\\.)*/s.exec(text.slice(from + 1, to))?.[0].length ?? 0;
    return inside === 0 ? { start: from, end: from + 2 } : { start: from + 1, end: from + 1 + inside };
  }
  const length = /^\S*/.exec(text.slice(from, to))?.[0].length ?? 0;
  return { start: from, end: from + Math.max(1, length) };
}

/** All addresses in a Markdown text, sorted by offset. */
export function addressesIn(text: string, features: object): WrittenAddress[] {
  const found: WrittenAddress[] = [];
  const todo: MdastNode[] = [markdownToMdast(text, { features })];
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.type === 'link' || node.type === 'definition' || node.type === 'image')
      found.push({ url: node.url, ...addressOf(node, text) });
    if ('children' in node) for (const child of node.children.toReversed()) todo.push(child);
  }
  return found;
}
