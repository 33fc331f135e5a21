import type { Finding } from '../../problems/problem.ts';

/**
 * The most that a Markdown text may hold, in characters where nothing else is said. The renderer copies a block once for every quotation
 * mark and tag in it, fills each row of a table, prints an address at every use of its label, looks for the end of an address at every
 * punctuation mark, and recurses into nested blocks. Within these limits it takes less than a second and a gigabyte:
 * docs/decisions/0013-text-limits.md has the measurements.
 */
const max = {
  text: 256_000,
  block: 20_000,
  marks: 1_500,
  columns: 200,
  depth: 24,
  labelled: 20_000_000,
  endings: 100_000_000,
};

/** A text this short cannot hold too many marks. */
const short = 4_000;

export const isTooLong = (text: string): boolean => text.length > max.text;

/** Why a Markdown text cannot be rendered safely, if so. A block is the text between two empty lines. */
export function overLimit(text: string): Finding | undefined {
  const deep = deepLine(text);
  if (deep !== undefined) return tooLarge(text, deep);
  if (isTooLong(text)) return tooLarge(text, max.text);
  const crowded = crowdedAddresses(text);
  if (crowded !== undefined)
    return {
      ...tooLarge(text, crowded),
      message: 'There are too many addresses and punctuation marks here without a space between them.',
      hint: 'Put spaces between the addresses.',
    };
  // Most texts are short, and have neither many columns nor definitions.
  const hasColumns = text.split('|').length > max.columns;
  if (text.length <= short && !text.includes(']:') && !hasColumns) return undefined;
  const labels = text.split('[').length;
  let at = 0;
  for (const block of text.split(/(\n[ \t]*\n)/)) {
    const isLarge =
      block.length > max.block ||
      (block.length > short && block.split(/["'&<]/).length > max.marks) ||
      (hasColumns && block.split('\n').some((line) => line.split('|').length > max.columns)) ||
      (block.includes(']:') && block.length * labels > max.labelled);
    if (isLarge) return tooLarge(text, at);
    at += block.length;
  }
  return undefined;
}

/** Quote and list markers and blanks at the start of a line; 400 of them are too deep in any case. */
const lineStart = /^(?:[ \t]|>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)){12,400}/gm;
const rule = /^(?:[- \t]+|[* \t]+)$/;

/** The offset of a line that is nested too deeply. Each marker is one level, and so are two blanks, which may belong to a list above. */
function deepLine(text: string): number | undefined {
  for (const { 0: start, index } of text.matchAll(lineStart)) {
    const markers = start.match(/[->+*]|\d+/g)?.length ?? 0;
    const blanks = start.replaceAll('\t', '    ').match(/ /g)?.length ?? 0;
    const depth = markers + Math.floor(Math.max(0, blanks - markers + 1) / 2);
    if (markers > 0 && depth > max.depth && !rule.test(lineAt(text, index))) return index;
  }
  return undefined;
}

/**
 * The offset of addresses without spaces between them that take too long. An address ends before trailing punctuation, and the renderer tries
 * every length of every run of punctuation, for every address before it.
 */
function crowdedAddresses(text: string): number | undefined {
  let steps = 0;
  for (const { 0: rest, index } of text.matchAll(/:\/\/[^ \t\n]{200,}/g)) {
    const addresses = rest.split('://').length - 1;
    for (const run of rest.match(/[*_).?!,:~'";\]]+/g) ?? []) steps += addresses * run.length ** 2;
    if (steps > max.endings) return index;
  }
  return undefined;
}

const lineAt = (text: string, at: number) =>
  text.slice(at, (text.indexOf('\n', at) + 1 || text.length + 1) - 1);

const figure = (value: number) => value.toLocaleString('en-US');

/** A finding at some place, to the end of its line or 80 characters on. */
const tooLarge = (text: string, start: number): Finding => ({
  rule: 'too-large',
  message: `This is too much for one page: a text may have ${figure(max.text)} characters, ${figure(max.block)} without an empty line, tables of ${max.columns} columns, and ${max.depth} levels of lists and quotes.`,
  hint: 'Put empty lines between paragraphs, or split the text into several pages.',
  start,
  end: start + Math.max(1, lineAt(text, start).slice(0, 80).length),
});
