import { type MdastNode, markdownToMdast } from 'satteri';
import { features } from './markdown.ts';
import { overLimit } from './text-limits.ts';

/** The paragraphs of a Markdown text, as plain words, without those of one word, which are pictures or addresses, and those that introduce a list. */
export function paragraphsOf(text: string): string[] {
  if (overLimit(text)) return [];
  const root = markdownToMdast(text, { features });
  return ('children' in root ? root.children : [])
    .flatMap((node) => (node.type === 'paragraph' ? plainText(node).replace(/\s+/g, ' ').trim() : []))
    .filter((words) => words.includes(' ') && !words.endsWith(':'));
}

function plainText(node: Readonly<MdastNode>): string {
  if (node.type === 'break') return ' ';
  if ('children' in node) return node.children.map(plainText).join('');
  return 'value' in node ? node.value : '';
}
