import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { Html, PartName } from '../../../templates/types.ts';
import { escapeText } from '../../lib/escape.ts';
import { curl } from '../../lib/quotes.ts';
import type { Finding } from '../../problems/problem.ts';
import { videoAt, videoFault } from '../videos.ts';
import { foundOutsideCode, warning } from './slips.ts';

/** The HTML of a Markdown text, and its mistakes. */
export interface RenderedText {
  readonly html: Html;
  readonly findings: readonly Finding[];
  /** The addresses it links to, with repeats. */
  readonly links: readonly string[];
  /** The parts in it that have a stylesheet of their own. */
  readonly parts: readonly PartName[];
  /** The origins that the frames in it may load. */
  readonly frames?: readonly string[];
}

/** The kinds of boxes, which are GitHub's alerts; `> [!note]` starts one. */
const boxes = ['note', 'tip', 'important', 'warning', 'caution'] as const;
const quote = 'quote';

export type Box = (typeof boxes)[number];

/** How a text shows what is more than a Markdown block. All texts are HTML. */
export interface BlockRenderer {
  /** `title` is empty if the box has none of its own. */
  readonly box: (kind: Box, title: string, content: string) => string;
  /** `source` is empty if the quote names none. */
  readonly pullQuote: (content: string, source: string) => string;
  /** Pictures of one paragraph in rows, to be seen one by one; `isWide` if they may leave the column. */
  readonly gallery: (rows: readonly (readonly Figure[])[], isWide: boolean) => string;
  /** A table with its bars; the second is without them. `title` and `note` are empty if it has none. */
  readonly bars: (withBars: string, table: string, title: string, note: string) => string;
  /** The player of a sound at a path such as `media/interview.mp3`; `undefined` if there is no such sound. */
  readonly sound: (path: string) => string | undefined;
  /** The frame at an address of a provider, and the origins it may load; `undefined` for any other address. */
  readonly frame: (
    address: string,
    shown: Poster,
  ) => { readonly html: string; readonly origins: readonly string[] } | undefined;
}

/** What a frame shows, and its picture as HTML, if the text says so. */
export interface Poster {
  readonly name: string;
  readonly picture: string;
}

/** Whether rendered Markdown may have a block that `renderBlocks` changes. Most texts have none, and pay only for this. */
export const mayHaveBlocks = (html: string): boolean =>
  /<p>(?:\[!|<a |<img |<picture>|\/?media\/|(?:m\.)?(?:youtu|vimeo\.com))/.test(html);

/** Renders the blocks in a rendered text. */
export function renderBlocks(rendered: RenderedText, text: string, render: BlockRenderer): RenderedText {
  const parts = new Set(rendered.parts);
  const frames: string[] = [];
  const missing = new Set<string>();
  const faults: Finding[] = [];
  /** `content` is the address, or what a link to it shows: words, or a picture. */
  function frameAt(address: string, content: string): string | undefined {
    const [whole] = content.matchAll(linkedPicture);
    const figure = whole && figureOf(whole);
    const [, alt = ''] = / alt="([^"]*)"/.exec(content) ?? [];
    const words = decodeHTML(figure ? alt : content.replace(/<[^>]*>/g, '')).trim();
    const name = address.endsWith(words) ? '' : words;
    const isNamed = figure !== undefined || name !== '';
    if (figure && content !== whole[0]) return undefined;
    const picture = figure?.picture.replace(/ alt="[^"]*"/, ' alt=""') ?? '';
    // A link with words to anything else stays one.
    const frame = isNamed && !videoAt(address) ? undefined : render.frame(address, { name, picture });
    const fault = frame ? undefined : videoFault(address);
    const written = address.replace(/^https?:\/\//, '');
    const start = Math.max(0, text.indexOf(written));
    if (fault) faults.push(warning({ start, end: start + written.length }, ...fault));
    if (!frame) return undefined;
    parts.add('embed');
    frames.push(...frame.origins);
    if (!figure?.words) return frame.html;
    parts.add('figure');
    return `<figure class="figure">${frame.html}<figcaption>${figure.words}</figcaption></figure>`;
  }
  function playerOf(path: string): string | undefined {
    const player = render.sound(path);
    if (player === undefined) missing.add(path);
    else parts.add('sound');
    return player;
  }
  const withEmbeds = rendered.html.replace(
    loneAddress,
    (paragraph, href: string | undefined, content: string, sound?: string, bare = '') => {
      if (sound !== undefined) return playerOf(sound) ?? paragraph;
      const address = decodeHTMLAttribute(href ?? `https://${bare}`);
      return frameAt(address, content ?? bare) ?? paragraph;
    },
  );
  const bars = withBars(withFigures(withEmbeds, render, parts), text, render, parts);
  const html = withBoxes(bars.html, render, parts) as Html;
  const findings = [
    ...rendered.findings,
    ...Array.from(missing, (path) => missingSound(path, text)),
    ...faults,
    ...bars.findings,
    ...emptyBoxes(text),
  ];
  return { ...rendered, html, findings, parts: [...parts], frames };
}

/** A paragraph that is only a link, a sound, or an address that Markdown makes no link of. */
const loneAddress =
  /<p>(?:<a href="([^"]*)"(?: title="[^"]*")?>((?:(?!<\/?(?:a|p)>)[\s\S])*)<\/a>|\/?(media\/[\w./-]+\.mp3)|((?:m\.)?(?:youtu\.be|youtube\.com|vimeo\.com)\/[^\s<]+))<\/p>/gi;

/** A paragraph that begins with a picture. */
const pictures = /<p>((?:<a [^>]*>)?<(?:picture>|img )(?:(?!<\/p>)[\s\S])*)<\/p>/g;

/** A picture, and the link around it. */
const linkedPicture =
  /(<a [^>]*>)?((?:<picture>(?:<source [^>]*>)+)?<img(?:[^">]|"[^"]*")*>(?:<\/picture>)?)(<\/a>)?/g;

/** Makes figures of paragraphs that are only pictures: of one whose title has words for it, and of several. */
const withFigures = (html: string, render: BlockRenderer, parts: Set<PartName>): string =>
  html.replace(pictures, (paragraph, content: string) => {
    if (!/^(?:\s|<br>)*$/.test(content.replace(linkedPicture, ''))) return paragraph;
    const figures = Array.from(content.matchAll(linkedPicture), figureOf);
    const [figure, ...others] = figures;
    const isWide = figures.some((figure) => figure.isWide);
    if (!figure || (others.length === 0 && (figure.isLinked || !content.includes(' title="'))))
      return paragraph;
    if (figures.some(({ words }) => words !== '')) parts.add('figure');
    if (isWide || others.length > 0) parts.add('gallery');
    if (others.length > 0) return render.gallery(inRows(figures), isWide);
    const caption = figure.words && `<figcaption>${figure.words}</figcaption>`;
    if (!caption && !isWide) return `<p>${figure.picture}</p>`;
    return `<figure class="figure${isWide ? ' wide' : ''}">${figure.picture}${caption}</figure>`;
  });

/** A picture of a gallery as HTML. */
export interface Figure {
  readonly picture: string;
  /** Its caption and its credit; empty if it has neither. */
  readonly words: string;
  readonly isWide: boolean;
  /** Whether it has a link of its own. */
  readonly isLinked: boolean;
  readonly src: string;
  /** Its width by its height, in tenths: one of `ratios`. */
  readonly ratio: number;
}

/** Ratios of pictures in tenths: gallery.css has a class for each. */
const ratios = [5, 7, 8, 10, 12, 13, 15, 18, 20, 25, 30];

const nearestRatio = (ratio: number): number =>
  ratios.reduce((best, next) => (Math.abs(next - ratio) < Math.abs(best - ratio) ? next : best));

/** A title is `Caption`, `Caption | Credit` or `| Credit`; ` | wide` may follow. */
function figureOf([whole, link]: RegExpMatchArray): Figure {
  const attribute = (name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(whole.slice(whole.indexOf('<img')))?.[1] ?? '';
  const title = decodeHTMLAttribute(attribute('title'));
  const words = title.replace(/\|\s*wide\s*$/, '');
  const bar = words.includes('|') ? words.lastIndexOf('|') : words.length;
  const [caption, credit] = [words.slice(0, bar), words.slice(bar + 1)].map((part) =>
    escapeText(curl(part.trim())),
  );
  return {
    picture: whole.replace(/(<img(?:[^">]|"[^"]*")*?) title="[^"]*"/, '$1'),
    words: [caption, credit && `<small>${credit}</small>`].filter((line) => line).join(' '),
    isWide: words !== title,
    isLinked: link !== undefined,
    src: attribute('src'),
    ratio: nearestRatio((10 * Number(attribute('width'))) / Number(attribute('height'))),
  };
}

/** The width of a row by its height, in tenths, at which pictures are neither small nor high; the most pictures in a row. */
const [goodRow, maxInRow] = [24, 4];

/** Pictures in rows, none of them much higher or lower than is good: the cost of a row is the square of how far it is from that. */
function inRows(figures: readonly Figure[]): Figure[][] {
  const best: { readonly cost: number; readonly rows: Figure[][] }[] = [{ cost: 0, rows: [] }];
  for (const end of figures.keys()) {
    const choices = Array.from({ length: Math.min(maxInRow, end + 1) }, (_, i) => {
      const row = figures.slice(end - i, end + 1);
      const width = row.reduce((sum, { ratio }) => sum + ratio, 0);
      const { cost = 0, rows = [] } = best[end - i] ?? {};
      return { cost: cost + Math.log(width / goodRow) ** 2, rows: [...rows, row] };
    });
    best.push(choices.reduce((a, b) => (b.cost < a.cost ? b : a)));
  }
  return figures.length === 2 ? [[...figures]] : (best.at(-1)?.rows ?? []);
}

/** A quotation `[!bars]`, its title and its note, and the table below it. */
const barsStart =
  /<blockquote>\n<p>\[!bars\][ \t]*((?:(?!<\/?(?:p|blockquote)>)[\s\S])*)<\/p>\n(?:<\/blockquote>\n(<table[\s\S]*?<\/table>)?)?/gi;

/** Gives bars to the tables that follow `[!bars]`. */
function withBars(html: string, text: string, render: BlockRenderer, parts: Set<PartName>) {
  if (!/<p>\[!bars\]/i.test(html)) return { html, findings: [] };
  const places = foundOutsideCode({ path: 'text.md', text }, /(?<=^[ \t>*+-]*>[ \t]*)\\?\[!bars\\?\]/gim);
  const findings: Finding[] = [];
  let count = 0;
  const shown = html.replace(barsStart, (whole, said: string, table: string | undefined) => {
    const { index = 0, 0: name = '' } = places[count++] ?? {};
    const [title = '', ...lines] = said.split(/(?:<br>)?\n/);
    const note = lines.join(' ');
    const { html: drawn, faults } = table ? tableWithBars(table) : { html: '', faults: [noTable] };
    if (!isBalanced(title) || !isBalanced(note)) faults.push(openTitle);
    let from = index;
    for (const [message, cell = name] of faults) {
      // A cell with characters that Markdown changes is told where its bars begin.
      const place = text.indexOf(cell, from);
      const [start, end] = place < 0 ? [index, index + name.length] : [place, place + cell.length];
      const hint = cell === name ? barsHint : cellHint;
      findings.push({ rule: 'markdown-slip', message, hint, start, end });
      from = end;
    }
    if (!table || faults.length > 0) return whole;
    parts.add('bars');
    return render.bars(drawn, table, title, note);
  });
  return { html: shown, findings };
}

/** What is wrong with bars, and the cell that is. */
type BarsFault = readonly [message: string, cell?: string];

const noTable: BarsFault = ['No table follows `[!bars]`.'];
const openTitle: BarsFault = ['Bold letters or a link of the title of these bars go on below it.'];
const barsHint =
  'Below `> [!bars]` leave one line empty, and write a table: names in its first column, numbers of one unit in its last. Mark the winner by `**`.';
const cellHint =
  'Write one number, such as `57.9%`, `$1.2 million` or `651`, all with the same unit, or leave the cell empty.';

/** What a letter or a word behind a number stands for, in English and Spanish. Small `m` is that of money, else meters. */
const scales: Readonly<Record<string, number>> = {
  ...{ B: 1e9, bn: 1e9, billion: 1e9, 'mil millones': 1e9 },
  ...{ M: 1e6, m: 1e6, million: 1e6, millones: 1e6, millón: 1e6 },
  ...{ K: 1e3, k: 1e3, thousand: 1e3, mil: 1e3 },
};

/** A number with its sign, its scale and its unit; spaces, points and commas are in their places between digits. */
const figure = new RegExp(
  String.raw`^([-−–+]?)\s?(?:\p{Lu}{1,2})?([$€£¥]?)\s?(\d(?:[\d., \u00A0\u202F]|[’'](?=\d{3}))*?)\s?(?:(?!(?<![$€£¥].*)m\b)(${Object.keys(scales).join('|')})(?!\p{L}))?\s?([%$€£¥"”″°]?[\p{L} /]{0,16}[²³.]?)(?:\s\([^)]+\))?$`,
  'u',
);

/** The numbers of a column, each `undefined` if its cell is empty, and `NaN` if that has words. */
function numbersIn(cells: readonly string[]): (number | undefined)[] {
  const matches = cells.map((cell) => figure.exec(cell));
  // A sign before other than three digits is that of decimals, and for the whole column. So is the last of two signs.
  const isDecimal = (sign: string) => {
    const before = `[^${sign}]*`;
    const decimals = `(?:${before}[${sign}](?!\\d{3}$)|0[${sign}]|${before}[^${sign}\\d]\\d{3}[${sign}])\\d+`;
    return matches.some((match) => new RegExp(`^${decimals}$`).test(match?.[3] ?? ''));
  };
  const decimal = ['.', ','].find(isDecimal);
  return matches.map((match, i) => {
    if (!match) return /^(?:[-–—]|n\/?a|[ns]\/d)?$/i.test(cells[i] ?? '') ? undefined : Number.NaN;
    const [, sign = '', , digits = '', scale = ''] = match;
    const plain = digits.replace(/\D/g, (sign) => (sign === decimal ? '.' : ''));
    return (sign === '' || sign === '+' ? 1 : -1) * Number(plain) * (scales[scale] ?? 1);
  });
}

/** The first letter or sign of a number's unit, which `lb` and `lbs.` share; empty if it has none. */
const unitOf = (cell: string): string => {
  const [, , currency = '', , , unit = ''] = figure.exec(cell) ?? [];
  return (currency || unit.trim()).charAt(0).toLowerCase();
};

/** A table with a bar under each name, as long as the number in the last column, or what is wrong with it. */
function tableWithBars(table: string) {
  const rows = table.slice(table.indexOf('</thead>')).match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
  const cells = rows.map((row) => row.match(/<td[^>]*>[\s\S]*?<\/td>/g) ?? []);
  const last = cells.map((row) => decodeHTML((row.at(-1) ?? '').replace(/<[^>]*>/g, '')).trim());
  const numbers = numbersIn(last);
  const first = last.find(unitOf) ?? '';
  const faults = last.flatMap((cell, i): BarsFault[] => {
    const isOther = unitOf(cell) !== '' && unitOf(cell) !== unitOf(first);
    if (!isOther && !Number.isNaN(numbers[i])) return [];
    const fault = isOther ? `has another unit than \`${first}\`` : 'is no number';
    return [[`\`${cell}\` in the last column of these bars ${fault}.`, cell]];
  });
  const values = numbers.filter((value) => value !== undefined);
  if (faults.length === 0 && (values.length === 0 || cells.some((row) => row.length < 2)))
    faults.push(['The table of these bars has no numbers beside its names.']);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const share = (value: number) => Math.round((1000 * value) / (most - least || 1)) / 10;
  const html = rows.reduce((whole, row, i) => {
    const value = numbers[i];
    const [name = '', amount = ''] = [cells[i]?.[0], cells[i]?.at(-1)];
    const leads = `${name}${amount}`.includes('<strong>') ? ' class="bars__leads"' : '';
    const [x, width] = [Math.min(0, value ?? 0) - least, Math.abs(value ?? 0)].map(share);
    const rect = `<rect x="${x}" width="${width}" height="8"/>`;
    const drawn = `<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${rect}</svg>`;
    const bar = value === undefined ? '' : drawn;
    const header = name.replace('<td', '<th scope="row"').replace('</td>', `${bar}</th>`);
    const marked = row.replace('<tr>', `<tr${leads}>`).replace(name, () => header);
    return whole.replace(row, () => marked);
  }, table);
  return { html, faults };
}

/** A box or a pull quote with nothing in it. Programs that write Markdown put a backslash before its bracket. */
const emptyBox =
  /(?<=^[ \t>*+-]*>[ \t]*)\\?\[!(?:note|tip|important|warning|caution|quote)\\?\][ \t]*(?=(?:\n[ \t]*>[> \t]*)*(?:\n[ \t]*(?:\n|(?![\s\S]))|(?![\s\S])))/gim;

const emptyBoxes = (text: string): Finding[] =>
  foundOutsideCode({ path: 'text.md', text }, emptyBox).map(({ index: start, 0: name }) => {
    const place = { start, end: start + name.trimEnd().length };
    return warning(place, 'There is nothing in this box.', 'Write its words on the next line, after `> `.');
  });

/** The start of a quotation that is a box or a pull quote: its name, and the rest of the first line. */
const boxStart = /^\n<p>\[!([a-z-]+)\][ \t]*(.*?)(?:<br>)?(?:\n|(<\/p>\n))/i;

/** The last line of a pull quote, which names who said it. */
const sourceLine = /(?:<p>|(?:<br>)?\n)(?:[—–]|--)[ \t]*(\S[^\n]*)<\/p>\n$/;

/** Makes boxes and pull quotes of the quotations that start with the name of one. Quotations may be in one another. */
function withBoxes(html: string, render: BlockRenderer, parts: Set<PartName>): string {
  if (!html.includes('<p>[!')) return html;
  const open: string[] = [''];
  for (const piece of html.split(/(<\/?blockquote>)/)) {
    if (piece === '<blockquote>') open.push('');
    else if (piece === '</blockquote>') {
      const content = open.pop() ?? '';
      open.push((open.pop() ?? '') + boxOf(content, render, parts));
    } else open.push((open.pop() ?? '') + piece);
  }
  return open.join('');
}

/** Whether each element of a line ends in it. Emphasis and links may go over several lines. */
const isBalanced = (line: string): boolean =>
  line.split(/<(?!br|img|input|source|\/)/).length === line.split('</').length;

function boxOf(content: string, render: BlockRenderer, parts: Set<PartName>): string {
  const [start = '', name = '', title = '', closing] = boxStart.exec(content) ?? [];
  const kind = name.toLowerCase();
  const box = boxes.find((box) => box === kind);
  if (!box && kind !== quote) return `<blockquote>${content}</blockquote>`;
  parts.add(box ? 'callout' : 'pull-quote');
  const rest = `\n${closing ? '' : '<p>'}${content.slice(start.length)}`;
  const said = title === '' ? rest : `\n<p>${title}${closing ?? '\n'}${content.slice(start.length)}`;
  if (box) return isBalanced(title) ? render.box(box, title, rest) : render.box(box, '', said);
  const [, source = ''] = sourceLine.exec(said) ?? [];
  if (!isBalanced(source)) return render.pullQuote(said, '');
  const words = said.replace(sourceLine, (line) => (line.startsWith('<p>') ? '' : '</p>\n'));
  return render.pullQuote(words, source);
}

function missingSound(path: string, text: string): Finding {
  const start = Math.max(0, text.indexOf(path));
  const message = `There is no sound \`${path}\`.`;
  const hint = 'Put the file into content/media/ and write its name as `media/name.mp3`.';
  return { rule: 'missing-media', message, hint, file: path, start, end: start + path.length };
}
