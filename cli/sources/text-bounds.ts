import type { MarkdownFinding } from './markdown.ts';

/**
 * The most that one Markdown text may hold. The renderer takes more than proportional time or memory for some of these, aborts the
 * process for others, and prints far more than was written for a few; docs/decisions/0013-text-bounds.md has the measurements.
 */
const most = {
  /** Lists and quotes inside each other. */
  depth: 24,
  items: 60_000,
  headings: 20_000,
  tags: 20_000,
  links: 30_000,
  brackets: 100_000,
  cells: 50_000,
  /** Characters of an address and its title, where the text names it once and uses it by a label. */
  definition: 4_000,
  /** Characters that all uses of such addresses would print. */
  referred: 20_000_000,
  /** Bytes that are copied where signs are replaced in a paragraph: each sign copies the text before it. */
  copied: 160_000_000,
  /** Steps from the start of a line to each sign in it, taken to find its column. */
  walked: 600_000_000,
  /** Comparisons of each emphasis sign of a paragraph with those before it. */
  paired: 20_000_000,
};

/** In a text of so few characters only tables and nesting come near a bound. */
const short = 8_192;

/** What every line matches that is too deep: many markers, or a wide indent before the first. */
const maybeDeep = /(?:[>+*\-.)\d][ \t]*){12}|[ \t]{24}|(?:\t *){6}/;

const replaced = 1;
const emphasis = 3;
const openBracket = 4;
const closeBracket = 5;
const angle = 6;
const pipe = 7;
const separator = 8;
const maybeAddress = 9;

/** What a character may be to the renderer; 0 for most. */
const signs = new Uint8Array(128);
for (const [characters, kind] of [
  ['\'"&', replaced],
  ['*_~', emphasis],
  ['[', openBracket],
  [']', closeBracket],
  ['<', angle],
  ['|', pipe],
  ['`\\!', separator],
  ['@:.', maybeAddress],
] as const) {
  for (const character of characters) signs[character.charCodeAt(0)] = kind;
}

/** The longest header of a table whose rows are told from each other. */
const longestHeader = 1_000;

/** A line that defines a link, if the lines before it do. */
const sureDefinition =
  /^\[[A-Za-z0-9][^[\]\\|]{0,200}\]:[ \t]*[^\s<>()\\|]{1,1000}(?:[ \t]+(?:"[^"\\|]{0,500}"|'[^'\\|]{0,500}'))?[ \t]*$/;

/** A link that is one wherever it stands in a paragraph, so that the text before and after it are two texts. */
const sureLink = /\[[^[\]\\<>`&*_~@:/\n]{1,200}\]\([^\s()<>[\]\\"'`]{1,1000}\)/y;

/**
 * What in a Markdown text is more than can be drawn, if anything is; asked before the renderer sees the text, in one pass over it.
 * Where one paragraph ends and the next begins is known only to the renderer; here paragraphs are taken together where that is not
 * sure, so that none is taken for shorter than it is.
 */
export function textBounds(text: string): MarkdownFinding | undefined {
  if (text.length <= short && !text.includes('|') && !maybeDeep.test(text)) return undefined;

  const count = { items: 0, headings: 0, tags: 0, links: 0, brackets: 0, cells: 0 };
  const spent = { copied: 0, walked: 0, paired: 0 };
  let longestDefinition = 0;
  let columns = 0;

  let addressEnd = 0;
  let wordEnd = 0;

  const used = () => spent.copied / most.copied + spent.walked / most.walked + spent.paired / most.paired;
  const newParagraph = (start: number) => ({
    start,
    bytes: 0,
    signs: 0,
    emphasis: 0,
    lines: 0,
    /** As many of its first lines as are definitions of links, which print nothing. */
    definitions: 0,
    isTable: false,
    /** Whether a link may have a title, which goes on over lines until its quotation mark is found. */
    mayHaveTitle: false,
    usedBefore: used(),
  });
  let paragraph = newParagraph(0);
  function startParagraph(at: number) {
    paragraph = newParagraph(at);
    columns = 0;
  }

  /** Columns at which the text of open list items starts, outermost first. */
  const openItems: number[] = [];
  const innermost = () => openItems.at(-1) ?? 0;
  const closeItems = (indent: number) => {
    while (innermost() > indent) openItems.pop();
  };
  /** False once a line may have opened a block in which nothing is Markdown, whose end only the renderer knows. */
  let sure = true;
  let fence: RegExp | undefined;
  let header = '';

  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const next = end + 1;

    if (fence) {
      if (fence.test(text.slice(start, Math.min(end, start + 1000)))) fence = undefined;
      if (!fence) startParagraph(next);
      start = next;
      continue;
    }

    const line = startOf(text, start, end);
    if (!line.isRule && line.depth > most.depth) {
      return tooLarge(
        start,
        end,
        `Lists and quotes stand ${figure(line.depth)} deep in each other here; the most is ${most.depth}.`,
        'Take away some of the `>`, `-` or spaces at the start of the line.',
      );
    }
    if (line.isBlank) {
      if (line.markers > 0) openItems.length = 0;
      startParagraph(next);
      start = next;
      continue;
    }

    const { indent, marker } = line;
    if (!line.isRule) count.items += line.markers;

    const first = text.charCodeAt(line.contentStart);
    if (first === lessThan) sure = false;
    const opening =
      first === backtick || first === tilde
        ? /^(?:(`{3,})[^`]*|(~{3,}).*)$/s.exec(text.slice(line.contentStart, end))
        : null;
    if (opening && sure && indent === 0 && line.markers === 0) {
      const [, ticks, tildes = ''] = opening;
      fence = new RegExp(`^ {0,3}${ticks ? '`' : '~'}{${(ticks ?? tildes).length},}[ \\t]*$`);
      openItems.length = 0;
      start = next;
      continue;
    }
    if (opening) sure = false;

    const isHeading = first === hash && line.markers === 0 && headingAt(text, line.contentStart);
    if (isHeading || isUnderline(text, line.contentStart, end)) count.headings += 1;
    const surelyHeading = isHeading && indent === 0;
    if (surelyHeading || line.isRule) startParagraph(start);

    const isItem = marker !== 'none' && marker !== 'quote' && !line.isRule;
    if (isItem) {
      const open = [...openItems];
      closeItems(indent);
      const follows = openItems.length < open.length;
      const starts = paragraph.lines === 0 || (line.hasContent && (marker !== 'ordered' || follows));
      if (sure && starts && indent - innermost() <= 3) {
        if (paragraph.lines > 0) startParagraph(start);
        if (line.hasContent) openItems.push(line.contentColumn);
      } else if (paragraph.lines > 0) {
        // It goes on with the paragraph above, in the items that are open.
        openItems.splice(0, openItems.length, ...open);
      }
    } else {
      closeItems(marker === 'none' ? indent : 0);
    }

    // Each row of what is a table for sure is on its own.
    const atMargin = indent === 0 && line.markers === 0 && /[\w|]/.test(text[line.contentStart] ?? '');
    if (paragraph.isTable && atMargin) {
      paragraph = { ...paragraph, start, bytes: 0, signs: 0, emphasis: 0 };
    } else if (paragraph.isTable) {
      paragraph.isTable = false;
    } else if (paragraph.lines === 0) {
      header = atMargin ? text.slice(start, Math.min(end, start + longestHeader)) : '';
    } else if (paragraph.lines === 1 && header && indent === 0) {
      paragraph.isTable = isTable(header, text.slice(start, Math.min(end, start + longestHeader)));
    }

    columns = Math.max(columns, columnsOf(text, start, end));
    if (columns > 0) count.cells += columns;

    let bytes = paragraph.bytes;
    let lineBytes = 0;
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i);
      const width = code < 0x80 ? 1 : code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
      lineBytes += width;
      bytes += width;
      const sign = code < 128 ? signs[code] : 0;
      if (!sign) continue;
      switch (sign) {
        case replaced:
          paragraph.signs += 1;
          spent.copied += bytes;
          spent.walked += lineBytes;
          break;
        case emphasis:
          paragraph.signs += 1;
          paragraph.emphasis += 1;
          spent.paired += paragraph.emphasis;
          spent.walked += lineBytes;
          break;
        case openBracket: {
          count.brackets += 1;
          paragraph.signs += 1;
          spent.walked += 2 * lineBytes;
          sureLink.lastIndex = i;
          if (text.charCodeAt(i - 1) === backslash || !sureLink.test(text)) break;
          count.links += 1;
          lineBytes += sureLink.lastIndex - 1 - i;
          bytes = 0;
          i = sureLink.lastIndex - 1;
          break;
        }
        case closeBracket: {
          paragraph.signs += 1;
          spent.walked += lineBytes;
          const after = text.charCodeAt(i + 1);
          if (after === openParenthesis) {
            count.links += 1;
            paragraph.mayHaveTitle = true;
          }
          if (after !== colon || longestDefinition > most.definition) break;
          const at = afterBlanks(text, i + 2);
          if (addressEnd <= at) addressEnd = text[at] === '<' ? lineEndAt(text, at) : wordEndAt(text, at);
          longestDefinition = Math.max(longestDefinition, addressEnd - at + titleAt(text, addressEnd));
          break;
        }
        case angle:
          if (/[a-z/!?]/i.test(text[i + 1] ?? '')) count.tags += 1;
          spent.walked += 2 * lineBytes;
          paragraph.signs += 1;
          break;
        case pipe:
          spent.walked += 4 * lineBytes;
          break;
        case separator:
          paragraph.signs += 1;
          spent.walked += lineBytes;
          break;
        case maybeAddress:
          if (!isAddressSign(text, i, code)) break;
          count.links += 1;
          paragraph.signs += 1;
          // The renderer goes from here to the end of the word, and over all of it once more.
          if (wordEnd <= i) wordEnd = wordEndAt(text, i);
          spent.walked += 2 * lineBytes + 8 * (wordEnd - i);
          break;
      }
    }
    paragraph.bytes = bytes;
    if (
      text[start] === '[' &&
      paragraph.definitions === paragraph.lines &&
      sureDefinition.test(text.slice(start, Math.min(end, start + 2000)))
    ) {
      const definitions = paragraph.definitions + 1;
      paragraph = { ...paragraph, definitions, start: next, bytes: 0, signs: 0, emphasis: 0 };
    }
    paragraph.lines += 1;
    if (paragraph.mayHaveTitle) spent.paired += 2 * paragraph.lines;

    if (longestDefinition > most.definition) {
      return tooLarge(
        start,
        end,
        `The address that is given here and its title have more than ${figure(most.definition)} characters.`,
        'Shorten it, or close the quotation mark of its title.',
      );
    }
    if (longestDefinition * count.brackets > most.referred) {
      return tooLarge(
        start,
        end,
        `This text names an address of ${figure(longestDefinition)} characters once and may use it ${figure(count.brackets)} times.`,
        'Shorten the address.',
      );
    }
    for (const [what, words] of counted) {
      if (count[what] <= most[what]) continue;
      return tooLarge(
        start,
        end,
        `Up to here this text has more than ${figure(most[what])} ${words}, too many for one page.`,
        'Spread it over several pages.',
      );
    }
    if (spent.copied > most.copied || spent.walked > most.walked || spent.paired > most.paired) {
      if (used() - paragraph.usedBefore < 0.5) {
        return tooLarge(
          start,
          end,
          'Up to here this text has more quotation marks, asterisks, brackets and other signs than can be drawn on one page.',
          'Spread it over several pages, or shorten its paragraphs.',
        );
      }
      const length = end - paragraph.start;
      return tooLarge(
        paragraph.start,
        lineEndAt(text, paragraph.start),
        `This paragraph is too long: ${figure(length)} characters, with ${figure(paragraph.signs)} quotation marks, asterisks, brackets and other signs among them.`,
        'Put blank lines between its paragraphs; what a program printed belongs between two lines of three backticks.',
      );
    }
    if (surelyHeading || line.isRule) startParagraph(next);
    start = next;
  }
  return undefined;
}

const counted = [
  ['items', 'list items and quoted lines'],
  ['headings', 'headings and rules'],
  ['tags', 'pieces of HTML'],
  ['links', 'links and pictures'],
  ['brackets', 'opening brackets `[`'],
  ['cells', 'table cells'],
] as const;

const figure = (value: number) => value.toLocaleString('en-US');

/** Findings are shown with their first line, of which the start is enough. */
const shown = 80;

const tooLarge = (start: number, end: number, message: string, hint: string): MarkdownFinding => ({
  rule: 'too-large',
  message,
  hint,
  start,
  end: Math.min(end, start + shown),
});

const code = (character: string) => character.charCodeAt(0);
const tab = code('\t');
const space = code(' ');
const lessThan = code('<');
const backtick = code('`');
const tilde = code('~');
const hash = code('#');
const backslash = code('\\');
const openParenthesis = code('(');
const colon = code(':');

interface LineStart {
  /** Nothing but blanks, or but quote marks: a paragraph ends here, in a quote or not. */
  readonly isBlank: boolean;
  /** A line across the page, `* * *`: no list, though it looks like one. */
  readonly isRule: boolean;
  /** Columns before the first thing that is no blank. */
  readonly indent: number;
  /** What that thing is: `first` is a numbered item that may start in the middle of a paragraph. */
  readonly marker: 'none' | 'quote' | 'bullet' | 'first' | 'ordered';
  /** The column at which the text after the first marker starts. */
  readonly contentColumn: number;
  readonly markers: number;
  /** The most lists and quotes that the line can be in. */
  readonly depth: number;
  readonly contentStart: number;
  readonly hasContent: boolean;
}

/** The quote marks, list markers and blanks at the start of a line. */
function startOf(text: string, start: number, end: number): LineStart {
  let at = start;
  let column = 0;
  let blanks = 0;
  let markers = 0;
  let depth = 0;
  let indent = 0;
  let marker: LineStart['marker'] = 'none';
  let contentColumn = 0;
  let quotesOnly = true;
  let ruleSign = -1;
  let isRule = true;
  for (;;) {
    const from = column;
    for (; at < end; at++) {
      const sign = text.charCodeAt(at);
      if (sign === tab) column += 4 - (column % 4);
      else if (sign === space) column += 1;
      else break;
    }
    if (markers === 0) indent = column;
    else if (markers === 1) contentColumn = at < end && column - from <= 4 ? column : from + 1;
    if (quotesOnly && column - from > (markers === 0 ? 3 : 1) && at < end) quotesOnly = false;
    blanks += column - from;
    const found = at < end ? markerAt(text, at, end) : undefined;
    if (!found) break;
    if (markers === 0) marker = found.marker;
    const sign = text.charCodeAt(at);
    if (ruleSign === -1) ruleSign = sign;
    if (sign !== ruleSign || found.marker !== 'bullet' || sign === code('+')) isRule = false;
    if (found.marker !== 'quote') quotesOnly = false;
    markers += 1;
    depth = markers + Math.floor(Math.max(0, blanks - markers + 1) / 2);
    at += found.length;
    column += found.length;
  }
  return {
    isBlank: at === end && quotesOnly,
    isRule: isRule && at === end && markers >= 3,
    indent,
    marker,
    contentColumn,
    markers,
    depth,
    contentStart: at,
    hasContent: at < end,
  };
}

function markerAt(
  text: string,
  at: number,
  end: number,
): { readonly marker: LineStart['marker']; readonly length: number } | undefined {
  const sign = text[at] ?? '';
  if (sign === '>') return { marker: 'quote', length: 1 };
  const isEnd = (i: number) => i >= end || text.charCodeAt(i) === space || text.charCodeAt(i) === tab;
  if (sign === '-' || sign === '+' || sign === '*') {
    return isEnd(at + 1) ? { marker: 'bullet', length: 1 } : undefined;
  }
  if (sign < '0' || sign > '9') return undefined;
  let after = at + 1;
  while (after - at < 9 && /\d/.test(text[after] ?? '')) after++;
  if ((text[after] !== '.' && text[after] !== ')') || !isEnd(after + 1)) return undefined;
  const isFirst = after === at + 1 && sign === '1';
  return { marker: isFirst ? 'first' : 'ordered', length: after + 1 - at };
}

const headingAt = (text: string, at: number) => /^#{1,6}(?:[ \t\n]|$)/.test(text.slice(at, at + 7));

/** Whether a line is one that makes a heading of the paragraph above it, or a rule. */
function isUnderline(text: string, at: number, end: number): boolean {
  const sign = text[at];
  if (sign !== '=' && sign !== '-' && sign !== '*' && sign !== '_') return false;
  for (let i = at; i < end; i++) if (text[i] !== sign && text[i] !== ' ' && text[i] !== '\t') return false;
  return true;
}

/** The columns of a table of which this may be the line under the header; 0 for every other line. */
function columnsOf(text: string, start: number, end: number): number {
  let columns = 1;
  let dashes = 0;
  let marks = 0;
  for (let i = start; i < end; i++) {
    switch (text[i]) {
      case '|':
        columns += 1;
        marks += 1;
        break;
      case ':':
        marks += 1;
        break;
      case '-':
        dashes += 1;
        break;
      case ' ':
      case '\t':
      case '>':
      case '+':
      case '*':
        break;
      default:
        if (!/[\d.)]/.test(text[i] ?? '') || columns > 1) return 0;
    }
  }
  return dashes > 0 && marks > 0 ? columns : 0;
}

/** Whether a header and the line under it make a table wherever they stand at the left margin. */
function isTable(header: string, under: string): boolean {
  const cells = (line: string) => line.replace(/^\||\|[ \t]*$/g, '').split('|').length;
  return (
    /^[^\\`]*\|[^\\`]*$/.test(header) &&
    /^\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/.test(under) &&
    cells(header) > 1 &&
    cells(header) === cells(under)
  );
}

/** Whether the sign at `at` may be that of an address without brackets: `@`, `://` or `www.`. */
function isAddressSign(text: string, at: number, sign: number): boolean {
  if (sign === code('@')) return true;
  if (sign === colon) return text.startsWith('//', at + 1);
  return /w/i.test(text[at - 1] ?? '') && /^www$/i.test(text.slice(at - 3, at));
}

const lineEndAt = (text: string, at: number) => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= space) at++;
  return at;
}

function wordEndAt(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) > space) at++;
  return at;
}

/** Characters of the title that may stand after an address; more than may be where it does not end in time. */
function titleAt(text: string, from: number): number {
  const at = afterBlanks(text, from);
  const opening = text[at] ?? '';
  if (at === from || !/["'(]/.test(opening)) return 0;
  const stretch = text.slice(at, at + most.definition);
  const length = stretch.indexOf(opening === '(' ? ')' : opening, 1);
  if (/\n[ \t]*\n/.test(length === -1 ? stretch : stretch.slice(0, length))) return 0;
  if (length === -1) return at + stretch.length < text.length ? most.definition + 1 : 0;
  return length;
}
