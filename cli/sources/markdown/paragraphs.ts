import { type MdastNode, markdownToMdast } from 'satteri';
import { features } from './markdown.ts';
import { overLimit } from './text-limits.ts';

/** What may be between paragraphs and is left out; at anything else, such as a list, the text ends. */
const passedOver: readonly MdastNode['type'][] = [
  'heading',
  'blockquote',
  'thematicBreak',
  'html',
  'definition',
];

/** The first paragraphs of a Markdown text, as plain words. Paragraphs of one word are pictures or addresses, and are left out. */
export function firstParagraphs(text: string): string[] {
  if (overLimit(text)) return [];
  const root = markdownToMdast(text, { features });
  const paragraphs: string[] = [];
  for (const node of 'children' in root ? root.children : []) {
    if (node.type === 'paragraph') {
      const words = plainText(node).replace(/\s+/g, ' ').trim();
      if (words.includes(' ')) paragraphs.push(words);
    } else if (!passedOver.includes(node.type)) break;
  }
  // The list that it introduced is left out.
  return paragraphs.filter((words, i) => i < paragraphs.length - 1 || !words.endsWith(':'));
}

function plainText(node: Readonly<MdastNode>): string {
  if (node.type === 'break') return ' ';
  if ('children' in node) return node.children.map(plainText).join('');
  return 'value' in node ? node.value : '';
}
