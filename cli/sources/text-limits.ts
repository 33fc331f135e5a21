import type { MarkdownFinding } from './markdown-finding.ts';

/** The most that one Markdown text may hold. docs/decisions/0013-text-limits.md has the measurements. */
const max = {
  /** Lists and quotes inside each other. */
  depth: 24,
  /** Cells of tables, each row filled to the width of the header. */
  cells: 50_000,
  headings: 20_000,
  tags: 20_000,
  links: 30_000,
  /** Characters that are printed for all uses of an address that is given once and used by its label. */
  labelled: 20_000_000,
};

/** In a text of so few characters only tables and nesting come near a limit. */
const short = 8_192;

const counted = [
  [max.headings, 'headings and rules', /^[ \t>]*(?:#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$)/gm],
  [max.tags, 'pieces of HTML', /<(?=[a-z/!?])/gi],
  [max.links, 'links and pictures', /\]\(|@|:\/\/|www\./gi],
] as const;

/**
 * What a Markdown text has too much of to be rendered, found by counting. Counts are upper bounds: what looks like a table or a link is
 * one. What is too much for the renderer in other ways is found by `trialRender`.
 */
export function overLimit(text: string): MarkdownFinding | undefined {
  const found = deepLine(text) ?? (/\||:-|-:/.test(text) ? wideTable(text) : undefined);
  if (found || text.length <= short) return found;
  for (const [limit, what, pattern] of counted) {
    let count = 0;
    for (const { index } of text.matchAll(pattern)) {
      count += 1;
      if (count <= limit) continue;
      return tooLarge(
        text,
        index,
        `Up to here this text has more than ${figure(limit)} ${what}, too many for one page.`,
        'Split it into several pages.',
      );
    }
  }
  return longLabelled(text);
}

/** Quote marks, list markers and blanks at the start of a line; a longer start is too deep in any case. */
const lineStart = /^(?:[ \t]|>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)){12,400}/gm;
const rule = /^(?:[- \t]+|[* \t]+)$/;

/** A line in more lists and quotes than fit. Each marker is one, and so are two blanks, which may belong to a list above. */
function deepLine(text: string): MarkdownFinding | undefined {
  for (const { 0: start, index } of text.matchAll(lineStart)) {
    const markers = start.match(/[->+*]|\d+/g)?.length ?? 0;
    const blanks = start.replaceAll('\t', '    ').match(/ /g)?.length ?? 0;
    const depth = markers + Math.floor(Math.max(0, blanks - markers + 1) / 2);
    if (markers === 0 || depth <= max.depth || rule.test(lineAt(text, index))) continue;
    return tooLarge(
      text,
      index,
      `Lists and quotes are ${figure(depth)} levels deep here; the most is ${max.depth}.`,
      'Delete some of the `>`, `-` or spaces at the start of the line.',
    );
  }
  return undefined;
}

/** The row under a table's header, in a list or quote or not. */
const dashes = /^[|: \t>+*\d.)-]+$/;

/** A table that may have too many cells: every row has as many as the header, up to the next empty line. */
function wideTable(text: string): MarkdownFinding | undefined {
  let cells = 0;
  let columns = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') columns = 0;
    else if (dashes.test(line) && line.includes('-') && /[|:]/.test(line))
      columns = Math.max(columns, line.split('|').length);
    cells += columns;
    if (cells > max.cells) {
      return tooLarge(
        text,
        at,
        `Up to here this text has more than ${figure(max.cells)} table cells, too many for one page.`,
        'Split it into several pages.',
      );
    }
    at += line.length + 1;
  }
  return undefined;
}

/** An address of so many characters, used by so many labels, that the page would be too large. */
function longLabelled(text: string): MarkdownFinding | undefined {
  const definitions = text.split(']:');
  if (definitions.length === 1) return undefined;
  const labels = text.split('[').length - text.split('](').length;
  let at = -2;
  let before = 0;
  for (const [i, part] of definitions.entries()) {
    at += before + 2;
    before = part.length;
    const end = part.search(/\n[ \t]*\n/);
    const length = end === -1 ? part.length : end;
    if (i === 0 || length * labels <= max.labelled) continue;
    return tooLarge(
      text,
      text.lastIndexOf('\n', at) + 1,
      `This text gives an address of up to ${figure(length)} characters once and may use it ${figure(labels)} times.`,
      'Shorten the address, or close the quotation mark of its title.',
    );
  }
  return undefined;
}

const figure = (value: number) => value.toLocaleString('en-US');

const lineAt = (text: string, at: number) =>
  text.slice(at, (text.indexOf('\n', at) + 1 || text.length + 1) - 1);

/** A finding at a line, of which the start is enough. */
const tooLarge = (text: string, start: number, message: string, hint: string): MarkdownFinding => ({
  rule: 'too-large',
  message,
  hint,
  start,
  end: start + lineAt(text, start).slice(0, 80).length,
});
