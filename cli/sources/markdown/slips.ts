import { type MdastNode, markdownToMdast } from 'satteri';
import { mergeMarkers, mergeProblem } from '../yaml/merge-markers.ts';
import { misreadIn, misreadWords } from '../yaml/misread.ts';
import type { MarkdownFinding } from './finding.ts';
import { blockSlips, stretchOf } from './slips-blocks.ts';
import { wordSlips } from './slips-words.ts';

/**
 * Valid Markdown that is probably not what its author meant: links without a bracket, unclosed emphasis, the markup of other programs,
 * blocks that lose something. `html` is what `text` was rendered to. Code and escaped characters are never reported. Sorted by offset, one
 * finding for each place.
 */
export function markdownSlips(text: string, html: string, features: object): readonly MarkdownFinding[] {
  const hasMarkup = showsMarkup(html);
  if (!hasMarkup && !isSuspect(text, html)) return [];
  const nodes = nodesOf(text, features);
  const shown = shownText(text, nodes);
  const openings = nodes.flatMap(({ node, isLeaving }) => (isLeaving ? [] : [node]));
  const inWords = hasMarkup ? wordSlips(text, shown) : [];
  const slips = [...mergeSlips(text, openings), ...blockSlips(text, openings), ...inWords];
  return withoutOverlaps([...misread(shown), ...slips]);
}

/** Markup that was not rendered. A single expression takes five times as long. */
const markup = [/[[\]*~{|【]|__/, /[\s>("“]_/, /[>\n]#/];

/** Code, low headings, links without words, and links that may show another number or address than theirs. */
const doubtfulHtml = /<(?:pre|h[4-6])\b|"> *<\/a>|"tel:|"mailto:([^"?]*)[^"]*">(?!\1<)/;

/** Letters of a wrong encoding, and merge markers. */
const doubtfulText = [/[\uFFFDâïðÃÂÐÑÎÏÄÅ]/, /<{7}|>{7}|\|{7}/];

/** Whether a closer look is worth it. Most texts pay for this test alone, so it is cheap. */
function isSuspect(text: string, html: string): boolean {
  if (doubtfulHtml.test(html) || doubtfulText.some((trace) => trace.test(text))) return true;
  return text.includes(']:') || text.includes('\n--') || (html.includes('<table') && hasLongRow(text));
}

/** Whether readers see markup in the words of a text. */
function showsMarkup(html: string): boolean {
  if (!markup.some((trace) => trace.test(html))) return false;
  const words = html.replace(/<code>[\s\S]*?<\/code>|<[^<>]*>/g, (tag) => (tag.endsWith('code>') ? '' : '>'));
  return markup.some((trace) => trace.test(words));
}

/** Whether a line has more bars than the first one of the lines with bars above it. */
function hasLongRow(text: string): boolean {
  let first = 0;
  return text.split('\n').some((line) => {
    const bars = line.split('|').length - 1;
    first = bars === 0 ? 0 : first || bars;
    return bars > first;
  });
}

/** The first line of each unfinished merge outside code. */
function mergeSlips(text: string, nodes: readonly MdastNode[]): MarkdownFinding[] {
  let rest = 0;
  const pieces = nodes.flatMap((node) => {
    if (node.type !== 'code') return [];
    const { start, end } = stretchOf(node);
    const before = text.slice(rest, start);
    rest = end;
    return [before, text.slice(start, end).replace(/[^\n]/g, ' ')];
  });
  const withoutCode = pieces.join('') + text.slice(rest);
  const { rule, message, hint } = mergeProblem('', '', []);
  return mergeMarkers(withoutCode, { markdown: true }).flatMap(([first]) =>
    first ? [{ rule, message, hint, ...first }] : [],
  );
}

function misread(shown: string): MarkdownFinding[] {
  const found = misreadIn(shown);
  const [first] = found;
  return first ? [{ ...misreadWords(shown.slice(first.start, first.end), found.length), ...first }] : [];
}

/** Sorted by offset; of overlapping slips only the first. */
function withoutOverlaps(slips: readonly MarkdownFinding[]): MarkdownFinding[] {
  const kept: MarkdownFinding[] = [];
  for (const slip of slips.toSorted((a, b) => a.start - b.start))
    if (slip.start >= (kept.at(-1)?.end ?? 0)) kept.push(slip);
  return kept;
}

/** A node at its start, or at its end if it has children. */
interface Visit {
  readonly node: MdastNode;
  /** Whether it is part of a line of text. */
  readonly isInline: boolean;
  readonly isLeaving: boolean;
}

/** All nodes of a text, in document order. */
function nodesOf(text: string, features: object): Visit[] {
  const visits: Visit[] = [];
  const todo: Visit[] = [{ node: markdownToMdast(text, { features }), isInline: false, isLeaving: false }];
  for (let visit = todo.pop(); visit; visit = todo.pop()) {
    const { node, isInline, isLeaving } = visit;
    visits.push(visit);
    if (isLeaving || !('children' in node)) continue;
    const holdsText = isInline || ['paragraph', 'heading', 'tableCell'].includes(node.type);
    todo.push({ node, isInline, isLeaving: true });
    for (const child of node.children.toReversed())
      todo.push({ node: child, isInline: holdsText, isLeaving: false });
  }
  return visits;
}

/**
 * The words that readers see, at the offsets they have in the text. Block markup and code are masked with U+E000, inline markup (emphasis,
 * links, escapes) with U+E001. Line breaks stay.
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
    else if (isLeaving || !('children' in node)) write(end, mark);
  }
  write(text.length, '\uE000');
  return pieces.join('');
}

const withoutEscapes = (text: string) =>
  text.includes('\\') ? text.replace(/\\[!-/:-@[-`{-~]/g, '\uE001\uE001') : text;
