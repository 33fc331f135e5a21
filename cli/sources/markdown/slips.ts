import { type MdastNode, markdownToMdast } from 'satteri';
import type { Stretch } from '../../problems/locate.ts';
import { mergeMarkers, mergeProblem } from '../yaml/merge-markers.ts';
import { misreadIn, misreadWords } from '../yaml/misread.ts';
import type { MarkdownFinding } from './finding.ts';
import { hasDoubtfulBlock, hasMarks, letterTraces } from './slip-traces.ts';
import { blockSlips, stretchOf } from './slips-blocks.ts';
import { linkSlips } from './slips-links.ts';
import { emphasisSlips, signSlips } from './slips-signs.ts';
import { tableSlips } from './slips-tables.ts';

/**
 * What is wrong with a text that should be Markdown, and with the HTML it became: links without a bracket, emphasis that is not closed,
 * signs of other programs, blocks in which something is lost. Code and what follows a backslash are never reported. One finding for each
 * place, in the order of the text.
 */
export function markdownSlips(text: string, html: string, features: object): readonly MarkdownFinding[] {
  const marks = hasMarks(html);
  const blocks = hasDoubtfulBlock(text, html);
  const letters = letterTraces.some((trace) => trace.test(text));
  if (!marks && !blocks && !letters) return [];
  const nodes = nodesOf(text, features);
  const shown = shownText(text, nodes);
  const code = nodes.filter(({ node, isLeaving }) => node.type === 'code' && !isLeaving).map(stretchAt);
  const markers = outside(mergeMarkers(text, { markdown: true }).flat(), code);
  const conflicts = markers.length > 0 ? mergeMarkers(blank(text, code), { markdown: true }) : [];
  // Bare links have no marks of their own.
  const openings = nodes.flatMap(({ node, isLeaving }) =>
    isLeaving || isBareLink(node, text) ? [] : [node],
  );
  const links = openings.filter(({ type }) => type === 'link').map(stretchOf);
  const slips = [
    ...(blocks ? blockSlips(text, openings) : []),
    ...(marks ? [...linkSlips(text, shown, links), ...signSlips(shown), ...emphasisSlips(text, shown)] : []),
    ...tableSlips(shown),
  ];
  return [
    ...conflicts.flatMap(mergeFinding),
    ...misread(shown),
    ...outside(withoutRepeats(slips), markers),
  ].sort((a, b) => a.start - b.start);
}

/** Items that overlap none of `blocks`; both in the order of the text. */
function outside<T extends Stretch>(items: readonly T[], blocks: readonly Stretch[]): T[] {
  let next = 0;
  return items.filter(({ start, end }) => {
    while ((blocks[next]?.end ?? end) <= start) next += 1;
    return (blocks[next]?.start ?? end) >= end;
  });
}

/** A text of the same length with spaces for some of its stretches. */
function blank(text: string, stretches: readonly Stretch[]): string {
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
  return [{ rule, message, hint, ...first }];
}

function misread(shown: string): MarkdownFinding[] {
  const found = misreadIn(shown);
  const [first] = found;
  return first ? [{ ...misreadWords(shown.slice(first.start, first.end), found.length), ...first }] : [];
}

/** The first of the slips that overlap. */
function withoutRepeats(slips: readonly MarkdownFinding[]): MarkdownFinding[] {
  const kept: MarkdownFinding[] = [];
  for (const slip of slips.toSorted((a, b) => a.start - b.start)) {
    const before = kept.at(-1);
    if (!before || slip.start >= before.end) kept.push(slip);
  }
  return kept;
}

/** A node at its start, or at its end if it has children. */
interface Visit {
  readonly node: MdastNode;
  /** Whether it is part of a line of text. */
  readonly isInline: boolean;
  readonly isLeaving: boolean;
}

const stretchAt = ({ node }: Visit): Stretch => stretchOf(node);

/** An address without brackets, which is a link by itself. */
const isBareLink = (node: MdastNode, text: string) =>
  node.type === 'link' && text[stretchOf(node).start] !== '[';

/** All nodes of a text, in its order. */
function nodesOf(text: string, features: object): Visit[] {
  const visits: Visit[] = [];
  const todo: Visit[] = [{ node: markdownToMdast(text, { features }), isInline: false, isLeaving: false }];
  for (let visit = todo.pop(); visit; visit = todo.pop()) {
    const { node, isInline, isLeaving } = visit;
    visits.push(visit);
    if (isLeaving || isBareLink(node, text) || !('children' in node)) continue;
    const holdsText = isInline || ['paragraph', 'heading', 'tableCell'].includes(node.type);
    todo.push({ node, isInline: holdsText, isLeaving: true });
    for (const child of node.children.toReversed())
      todo.push({ node: child, isInline: holdsText, isLeaving: false });
  }
  return visits;
}

/**
 * A text with its plain text only, at the same offsets: blocks and code are U+E000; signs of Markdown, links and what follows a backslash are
 * U+E001. Line breaks stay.
 */
function shownText(text: string, visits: readonly Visit[]): string {
  const pieces: string[] = [];
  let written = 0;
  function write(upTo: number, mark: string | undefined) {
    const piece = text.slice(written, Math.max(written, upTo));
    pieces.push(mark === undefined ? withoutEscapes(piece) : piece.replace(/[^\n]/g, mark));
    written = Math.max(written, upTo);
  }
  for (const { node, isInline, isLeaving } of visits) {
    const { start, end } = stretchOf(node);
    const mark = isInline ? '\uE001' : '\uE000';
    if (!isLeaving) write(start, mark);
    if (node.type === 'text') write(end, undefined);
    else if (isBareLink(node, text)) write(end, '\uE001');
    else if (isLeaving || !('children' in node)) write(end, mark);
  }
  write(text.length, '\uE000');
  return pieces.join('');
}

const withoutEscapes = (text: string) =>
  text.includes('\\') ? text.replace(/\\[!-/:-@[-`{-~]/g, '\uE001\uE001') : text;
