import TurndownService from 'turndown';
import { textOfHtml } from '../feeds/feed-text.ts';
import { tagsOf } from '../lib/tags.ts';
import type { Masks, ReportFinding, TextContext } from './text-context.ts';

/** Elements in one another beyond which a text is only read as words: the converter is recursive. */
const maxDepth = 200;
/** Columns of a table. */
const maxColumns = 200;

type Options = Pick<TextContext, 'pictureAt'> & Masks & { readonly report: ReportFinding };
/** What each element becomes, by names of elements or classes with spaces between them. */
type Rules = Readonly<Record<string, (content: string, element: HTMLElement) => string>>;

const escapes: readonly (readonly [sign: RegExp, by: string])[] = [
  [/[\\`*[\]~]/g, '\\$&'],
  [/(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, '\\_'],
  [/<(?=[a-z/!?])/gi, '\\<'],
  [/&(?=#?\w{1,40};)/g, '\\&'],
  [/^(\s*)(?=#{1,6}(?:\s|$)|>|[-+](?:\s|$)|=+\s*$|-{2,}\s*$)/, '$1\\'],
  [/^(\s*\d{1,9})(?=[.)](?:\s|$))/, '$1\\'],
];

/** Text as Markdown that shows it unchanged. Addresses stay, because a backslash would become a part of them. */
export const escapeMarkdown = (text: string): string =>
  text
    .split(/((?:https?:\/\/|www\.)[^\s<>[\]]+)/)
    .map((part, i) =>
      i % 2 === 1 ? part : escapes.reduce((done, [sign, by]) => done.replace(sign, by), part),
    )
    .join('');

const block = (content: string): string => (content.trim() === '' ? '' : `\n\n${content.trim()}\n\n`);
const oneLine = (content: string): string => content.replace(/\s*\n\s*/g, ' ').trim();
const titled = (title: string): string =>
  title && ` "${oneLine(title).replace(/["\\]|&(?=#?\w+;)/g, '\\$&')}"`;
const encoded = (address: string): string =>
  address.trim().replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

const attributeOf = (element: Element | null | undefined, ...names: readonly string[]): string =>
  names.map((name) => element?.getAttribute(name)).find(Boolean) ?? '';
/** The elements in one; the document of the converter has no lists that can be iterated. */
const all = (element: Element, selector: string): Element[] => Array.from(element.querySelectorAll(selector));
const nameOf = ({ nodeName }: Node): string => nodeName.toLowerCase();
/** More backticks than there are in a row in some code. */
const ticksFor = (code: string, least: number): string =>
  '`'.repeat(Math.max(least, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length + 1)));

/** Whether there are paragraphs or other blocks in some Markdown; its own line breaks have two spaces before them. */
const isOfBlocks = (content: string): boolean =>
  /(?<! {2})\n|^(?:[-+*>#|]+ |\d+\. |```)/.test(content.trim());

/** Emphasis, which Markdown does not read beside spaces, at punctuation inside a word, and across paragraphs. */
function emphasized(content: string, element: Element, sign: string, unmask: Masks['unmask']): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
  const same =
    sign === '**' ? 'strong, b, mark, dt, summary, h1, h2, h3, h4, h5, h6' : 'em, i, cite, dfn, figcaption';
  if (words === '' || element.parentElement?.closest(same) || isOfBlocks(words)) return content;
  const isLetter = (neighbor: Node | null, at: number) =>
    /[\p{L}\d]/u.test(unmask(neighbor?.textContent ?? '').at(at) ?? '');
  const isAfterLetter = before === '' && isLetter(element.previousSibling, -1);
  const isBeforeLetter = after === '' && isLetter(element.nextSibling, 0);
  const shown = unmask(words);
  const [, open = '', core = '', close = ''] =
    /^([“"'‘(]*)([\p{L}\d](?:[^*[\]\\`]*[\p{L}\d])?)([.,:;!?”"'’)]*)$/u.exec(shown) ?? [];
  if (core !== '' && (isAfterLetter || isBeforeLetter))
    return before + open + sign + core + sign + close + after;
  const isPlain = /^[\p{L}\d](?:.*[\p{L}\d])?$/su.test(shown);
  return `${before || (isAfterLetter && !isPlain ? ' ' : '')}${sign}${words}${sign}${after || (isBeforeLetter && !isPlain ? ' ' : '')}`;
}

const digits: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' };

/** What is within a line. */
const inlineRules = ({ report, unmask }: Options): Rules => ({
  'strong b mark': (content, element) => emphasized(content, element, '**', unmask),
  'em i cite dfn': (content, element) => emphasized(content, element, '*', unmask),
  'del s strike': (content, element) =>
    /^\s*(?:~|$)|~\s*$/.test(unmask(content)) ||
    isOfBlocks(content) ||
    element.parentElement?.closest('del, s, strike')
      ? content
      : `~~${content.trim()}~~`,
  'code kbd tt samp': (_, { textContent }) => {
    const code = oneLine(unmask(textContent ?? ''));
    const ticks = ticksFor(code, 1);
    const space = /^`|`$/.test(code) ? ' ' : '';
    return code && ticks + space + code + space + ticks;
  },
  'sup sub': (content, element) =>
    /^\d{1,3}$/.test(unmask(content))
      ? unmask(content).replace(/\d/g, (digit) => digits[nameOf(element)]?.[Number(digit)] ?? digit)
      : content,
  'abbr acronym': (content, element) => {
    const title = attributeOf(element, 'title');
    return title ? `${content} (${escapeMarkdown(title)})` : content;
  },
  br: (_, element) => {
    if (element.closest('td, th, h1, h2, h3, h4, h5, h6, a')) return ' ';
    return unmask(element.nextSibling?.textContent ?? '').startsWith('\n') ? '  ' : '  \n';
  },
  input: (_, element) => {
    if (attributeOf(element, 'type') !== 'checkbox')
      return escapeMarkdown(attributeOf(element, 'value', 'placeholder'));
    return element.hasAttribute('checked') ? '[x] ' : '[ ] ';
  },
  a: (content, element) => {
    const href = attributeOf(element, 'href');
    const words = oneLine(content);
    if (href && !words && !element.id) report('link', 'without words', 'dropped', element.outerHTML);
    if (!href || !words) return content;
    if (/^https?:\/\/\S+$/.test(href) && unmask(element.textContent ?? '') === href) return href;
    const [before = '', after = ''] = [/^\s*/.exec(content)?.[0], /\s*$/.exec(content)?.[0]];
    return `${before}[${words}](${encoded(href)}${titled(attributeOf(element, 'title'))})${after}`;
  },
});

const blockRules = ({ unmask }: Options): Rules => ({
  pre: (_, element) => {
    const inside = element.querySelector('code') ?? element;
    const around = element.closest('[class*=language-]');
    const classes = [element, inside, around].map((each) => attributeOf(each, 'class')).join(' ');
    const [
      ,
      language = attributeOf(inside, 'data-lang') || attributeOf(element, 'lang', 'data-enlighter-language'),
    ] = /\b(?:lang(?:uage)?-|brush:\s*)([\w+#-]+)/.exec(classes) ?? [];
    const code = unmask(element.textContent ?? '').replace(/^\n|\n$/g, '');
    const fence = ticksFor(code, 3);
    return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
  },
  'dt summary legend': (content, element) => block(emphasized(content, element, '**', unmask)),
  'dd address center fieldset details': block,
  blockquote: (content) =>
    block(
      content
        .trim()
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>'),
    ),
  'h1 h2 h3 h4 h5 h6': (content, { nodeName }) => {
    const pictures = content.match(/!\[[^\]]*\]\([^)]*\)/g) ?? [];
    const words = oneLine(pictures.reduce((rest, picture) => rest.replace(picture, ''), content));
    return block([words && `${'#'.repeat(Number(nodeName[1]))} ${words}`, ...pictures].join('\n\n'));
  },
  li: (content, element) => {
    // In a list, the caption would be no more than a title.
    if (onlyPicture(element)) return block(content);
    const list = element.parentElement;
    const number =
      Number(attributeOf(list, 'start') || 1) + Array.from(list?.children ?? []).indexOf(element);
    const sign = list?.nodeName === 'OL' ? `${number}. ` : '- ';
    const tight = content.trim().replace(/\n{2,}(?=[-+*] |\d+\. )/g, '\n');
    return `${sign}${tight.replace(/\n(?=.)/g, `\n${' '.repeat(sign.length)}`)}${element.nextElementSibling ? '\n' : ''}`;
  },
});

const captions = 'figcaption, .wp-caption-text';
const figures = 'figure, .wp-caption';

/** The one picture of a figure, if all its words are the caption and it leads nowhere else. */
function onlyPicture(figure: Element | null | undefined): Element | undefined {
  const [image, second] = figure ? all(figure, 'img') : [];
  const words = figure
    ? all(figure, captions)
        .map(({ textContent }) => textContent)
        .join('')
    : '';
  const leads = attributeOf(image?.closest('a'), 'href');
  const around = figure?.parentElement?.closest('li, td, th, blockquote');
  const isInside = words !== '' && around && !(around.nodeName === 'LI' && onlyPicture(around));
  const isAlone = !second && !isInside && figure?.textContent?.trim() === words.trim();
  return isAlone && /^$|\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|\?)|attachment/i.test(leads)
    ? image
    : undefined;
}

function pictureOf(image: Element, caption = attributeOf(image, 'title')): string {
  const src = attributeOf(image, 'data-src', 'data-lazy-src', 'src');
  const alt = oneLine(attributeOf(image, 'alt')).replace(/[[\]\\`*_<]/g, '\\$&');
  return src ? `![${alt}](${encoded(src)}${titled(caption)})` : alt;
}

/** Frames of providers, and the addresses of what they show. */
const shared: readonly (readonly [frame: RegExp, address: string])[] = [
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/(?!videoseries)([\w-]+).*$/,
    'https://www.youtube.com/watch?v=$1',
  ],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d+).*$/, 'https://vimeo.com/$1'],
  [
    /^https?:\/\/(?:docs|drive)\.google\.com\/file\/d\/([\w-]+)\/preview.*$/,
    'https://drive.google.com/file/d/$1/view',
  ],
];

/** An address alone in its paragraph, which becomes the frame of its provider. */
function loneAddress(frame: string): string {
  const whole = frame.trim().replace(/^\/\//, 'https://').replace(/\s/g, '%20');
  if (/^https?:\/\//.test(whole))
    return shared.reduce((address, [frame, by]) => address.replace(frame, by), whole);
  return `[${escapeMarkdown(whole.split('/').at(-1) || whole)}](${encoded(whole)})`;
}

/** Pictures, frames and players. */
const mediaRules = ({ pictureAt, report, unmask }: Options): Rules => ({
  img: (_, image) => pictureOf(image),
  'iframe embed object audio video': (content, element) => {
    const source = attributeOf(element.querySelector('source, a[href], embed'), 'src', 'href');
    const address = attributeOf(element, 'src', 'data-src', 'data') || source;
    report('html', nameOf(element), 'changed', element.outerHTML.slice(0, 200));
    if (!address) return content;
    const file = nameOf(element) === 'audio' ? pictureAt(address) : undefined;
    // Inside is what a browser without the element shows, often the same address.
    return (
      block(file?.endsWith('.mp3') ? file : loneAddress(address)) + (content.includes(address) ? '' : content)
    );
  },
  [figures]: (content, figure) => {
    const image = onlyPicture(figure);
    if (!image) return block(content);
    const shown = all(figure, captions);
    for (const link of shown.flatMap((caption) => all(caption, 'a[href]')))
      report('link', 'in a caption', 'dropped', link.outerHTML);
    return block(pictureOf(image, shown.map(({ textContent }) => textContent).join(' ') || undefined));
  },
  [captions]: (content, caption) =>
    onlyPicture(caption.closest(figures)) ? '' : block(emphasized(content, caption, '*', unmask)),
});

/** Tables of data; those for layout, with blocks in their cells, become these blocks. */
function tableRules(service: TurndownService): Rules {
  const cells = new Map<Node, string>();
  return {
    'td th': (content, cell) => {
      cells.set(cell, oneLine(content).replace(/(?<!\\)\|/g, '\\|'));
      return block(content);
    },
    caption: block,
    table: (content, table) => {
      const rows = all(table, 'tr').filter((row) => row.closest('table') === table);
      const isCode = rows.every((row) =>
        row.firstElementChild?.matches('.gutter, .lineno, .linenos, .rouge-gutter, .lntd'),
      );
      const code = rows[0]?.lastElementChild;
      if (isCode && code) return block(service.turndown(code.innerHTML));
      if (rows.length === 0 || table.querySelector('table, pre, ul, ol, blockquote, h2, h3'))
        return block(content);
      const grid = gridOf(rows, (cell) => cells.get(cell) ?? '');
      const width = Math.max(...grid.map((row) => row.length));
      const head = rows[0]?.querySelector('th') ? (grid.shift() ?? []) : [];
      const line = (row: readonly string[]) =>
        `| ${Array.from({ length: width }, (_, x) => row[x] ?? '').join(' | ')} |`;
      const caption = escapeMarkdown(table.querySelector('caption')?.textContent ?? '');
      return block(caption) + block([line(head), `|${' --- |'.repeat(width)}`, ...grid.map(line)].join('\n'));
    },
  };
}

/** The texts of some rows, where a cell over several columns or rows leaves the others empty. */
function gridOf(rows: readonly Element[], textOf: (cell: Element) => string): string[][] {
  const grid: string[][] = rows.map(() => []);
  const span = (cell: Element, name: string, most: number) =>
    Math.max(1, Math.min(most, Number(attributeOf(cell, name)) || 1));
  for (const [y, row] of rows.entries())
    for (const cell of Array.from(row.children)) {
      let x = 0;
      while (grid[y]?.[x] !== undefined) x += 1;
      const lines = grid.slice(y, y + span(cell, 'rowspan', rows.length));
      for (const line of lines)
        for (let i = 0; i < span(cell, 'colspan', maxColumns); i += 1) line[x + i] = '';
      lines[0]?.splice(x, 1, textOf(cell));
    }
  return grid;
}

/** HTML as Markdown. No word is lost but those of what it reports. */
export function htmlToMarkdown(html: string, options: Options): string {
  if (isTooDeep(html)) {
    options.report('too-large', 'nested elements', 'changed', html.slice(0, 200));
    return escapeMarkdown(textOfHtml(html)).trim();
  }
  const service = new TurndownService({ headingStyle: 'atx', hr: '---' });
  service.escape = escapeMarkdown;
  const rules = {
    ...inlineRules(options),
    ...blockRules(options),
    ...mediaRules(options),
    ...tableRules(service),
  };
  for (const [names, replacement] of Object.entries(rules)) {
    const chosen = new Set(names.split(/,? /));
    service.addRule(names, {
      // Takes a tenth of the time of `matches`.
      filter: (element) =>
        chosen.has(nameOf(element)) || element.className.split(' ').some((name) => chosen.has(`.${name}`)),
      replacement: (content, node) => replacement(content, node as HTMLElement),
    });
  }
  const tidy = html
    .replace(/<(script|style|noscript|template|svg)\b[\s\S]*?(?:<\/\1>|$)/gi, (program, name: string) => {
      options.report('html', name.toLowerCase(), 'dropped', program.slice(0, 200));
      return '<div></div>';
    })
    .replace(/<pre\b[\s\S]*?<\/pre>/gi, (code) => code.replace(/<br\s*\/?>/gi, '\n'))
    .replace(/<\/(b|strong|i|em)>(\s*)<\1>/gi, '$2')
    .replace(/(?:<br\s*\/?>\s*){2,}/gi, '</p><p>');
  return service.turndown(tidy);
}

/** Elements without an end, or whose end may be left out. */
const unclosed =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|td|th|tr|dt|dd|option)$/;

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const { kind, name } of tagsOf(html)) {
    if (unclosed.test(name)) continue;
    depth = kind === 'open' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}

const blocks =
  '(?:address|article|aside|audio|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|noscript|ol|p|pre|script|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul|video)';
const opening = new RegExp(`(?=<${blocks}[\\s/>])`, 'gi');
const closing = new RegExp(`</${blocks}>|<hr\\s*/?>`, 'gi');
/** A tag, or a comment, that is a block of its own. */
export const startsBlock = new RegExp(`^(?:</?${blocks}[\\s/>]|<!--)`, 'i');

/** Classic texts of WordPress: empty lines are between paragraphs, and line breaks count. */
export const withParagraphs = (text: string): string =>
  text
    .split(/(<(?:pre|script|style|table)\b[\s\S]*?<\/(?:pre|script|style|table)>)/i)
    .flatMap((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replace(opening, '\n\n')
            .replace(closing, '$&\n\n')
            .split(/\n\s*\n/),
    )
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) =>
      startsBlock.test(part) ? part : `<p>${part.replace(/(?<!<br\s*\/?>)\n/gi, '<br>\n')}</p>`,
    )
    .join('\n\n');
