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

/** Characters of a text in which its first sentence is looked for, and the fewest that it has: shorter ones take the next along. */
const [maxLookedAt, minSentence] = [3000, 40];

/**
 * The end of a sentence: what follows is no small letter, and it is not the full stop of `Dr.`, `St.` or `p.m.` A name as short as these
 * takes the next sentence along, which is better than half of one.
 */
const sentenceEnd =
  /(?:[!?…]|(?<!(?<!\p{L})(?:\p{Lu}\p{L}{0,3}|\p{L}\.\s?\p{L}))\.)["'”’»)]*(?=\s\P{Ll}|$)/gu;

/** The first sentence of a Markdown text as plain words, for a post without an excerpt; empty if it has no paragraph. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = paragraphsOf(text.slice(0, maxLookedAt));
  const ends = Array.from(paragraph.matchAll(sentenceEnd), ({ index, 0: end }) => index + end.length);
  return paragraph.slice(0, ends.find((end) => end >= minSentence) ?? paragraph.length);
}

export function plainText(node: Readonly<MdastNode>): string {
  if (node.type === 'break') return ' ';
  if ('children' in node) return node.children.map(plainText).join('');
  return 'value' in node ? node.value : '';
}
