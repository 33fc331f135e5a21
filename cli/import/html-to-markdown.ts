import TurndownService from 'turndown';
import { textOfHtml } from '../feeds/feed-text.ts';
import { tagsOf } from '../lib/tags.ts';
import type { ReportFinding } from './text-context.ts';

/** Elements in one another beyond which a text is only read as words: the converter is recursive. */
const maxDepth = 200;
const maxCells = 200;

/** How the text between tags is read. */
interface HtmlOptions {
  /** Whether it is Markdown already, as in a paragraph of Markdown with tags in it. */
  readonly isMarkdown: boolean;
  readonly pictureAt: (address: string) => string | undefined;
  readonly report: ReportFinding;
}

const escapes: readonly (readonly [RegExp, string])[] = [
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
const oneLine = (content: string): string => content.replace(/\\?\s*\n\s*/g, ' ').trim();
const written = (address: string): string =>
  encodeSpaces(address.trim()).replace(/[()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
export const encodeSpaces = (address: string): string => address.replace(/\s/g, '%20');

/** An address alone in its paragraph, which becomes the frame of its provider; in the form that providers give for sharing. */
export function loneAddress(address: string): string {
  const whole = address.replace(/^\/\//, 'https://').trim();
  const [, video] = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(whole) ?? [];
  const [, film] = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(whole) ?? [];
  const [, file] = /^https?:\/\/(?:docs|drive)\.google\.com\/file\/d\/([\w-]+)\/preview/.exec(whole) ?? [];
  if (video && video !== 'videoseries') return `https://www.youtube.com/watch?v=${video}`;
  if (film) return `https://vimeo.com/${film}`;
  if (file) return `https://drive.google.com/file/d/${file}/view`;
  return /^https?:\/\//.test(whole)
    ? encodeSpaces(whole)
    : `[${escapeMarkdown(whole.split('/').at(-1) || whole)}](${written(whole)})`;
}

/** The elements in a node; its document knows no iterable lists. */
const all = (node: Element | null | undefined, selector: string): Element[] =>
  Array.from(node?.querySelectorAll(selector) ?? []);
const captionNames = 'figcaption, .wp-caption-text';

const scripts: Readonly<Record<string, string>> = {
  sup: '⁰¹²³⁴⁵⁶⁷⁸⁹',
  sub: '₀₁₂₃₄₅₆₇₈₉',
};

/** Signs of emphasis, which Markdown does not read inside words, behind spaces or across paragraphs. */
function emphasized(content: string, node: Node, sign: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
  const isInside = node.parentElement?.closest(
    sign === '**' ? 'strong, b, mark, h1, h2, h3, h4, h5, h6' : 'em, i, cite, dfn',
  );
  if (words === '' || isInside || /\n\s*\n|^[-+*] |^#/.test(words)) return content;
  const isLetter = (neighbor: string | null | undefined, at: number) =>
    /[\p{L}\d]/u.test(neighbor?.at(at) ?? '');
  const touches =
    (isLetter(node.previousSibling?.textContent, -1) && !before) ||
    (isLetter(node.nextSibling?.textContent, 0) && !after);
  const isPlain = /^[\p{L}\d][\s\S]*[\p{L}\d]$|^[\p{L}\d]$/u.test(words);
  if (!touches || (isPlain && sign !== '_')) return `${before}${sign}${words}${sign}${after}`;
  const [, open = '', core = '', close = ''] =
    /^([“"'‘(]*)([\p{L}\d][^*[\]\\`]*[\p{L}\d])([.,:;!?”"'’)]*)$/u.exec(words) ?? [];
  return core === '' ? content : `${before}${open}${sign}${core}${sign}${close}${after}`;
}

/** Turndown's own rules for these would lose words or need more than a line of text. */
function createService({ isMarkdown, pictureAt, report }: HtmlOptions): TurndownService {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', hr: '---', br: ' ' });
  service.escape = isMarkdown ? (text) => text : escapeMarkdown;
  type Replacement = (content: string, node: HTMLElement) => string;
  const rule = (names: string, replacement: Replacement) =>
    service.addRule(names, {
      filter: names.split(' ') as (keyof HTMLElementTagNameMap)[],
      replacement: (content, node) => replacement(content, node as HTMLElement),
    });
  const attribute = (node: Element | null | undefined, ...names: readonly string[]): string =>
    names.map((name) => node?.getAttribute(name)).find(Boolean) ?? '';
  const changed = (node: Element) =>
    report('html', node.nodeName.toLowerCase(), 'changed', node.outerHTML.slice(0, 200));

  rule('script style noscript template svg head title', (_, node) => {
    report('html', node.nodeName.toLowerCase(), 'dropped', node.outerHTML.slice(0, 200));
    return '';
  });
  rule('iframe embed object', (content, node) => {
    const address = attribute(node, 'src', 'data-src', 'data');
    changed(node);
    return (address && block(loneAddress(address))) + content;
  });
  rule('audio video', (content, node) => {
    const address = attribute(node, 'src') || attribute(node.querySelector('source, a[href]'), 'src', 'href');
    const file = pictureAt(address);
    changed(node);
    const words = node.querySelector('a, p') ? '' : content;
    return address ? block(file?.endsWith('.mp3') ? file : loneAddress(file ?? address)) + words : content;
  });

  const picture = (node: Element, caption = ''): string => {
    const src = attribute(node, 'data-src', 'data-lazy-src', 'data-orig-file', 'src');
    const alt = oneLine(attribute(node, 'alt')).replace(/[[\]\\`*_<]/g, '\\$&');
    const title = oneLine(caption || attribute(node, 'title'))
      .replace(/["\\]/g, '\\$&')
      .replace(/&(?=#?\w+;)/g, '&amp;');
    return src ? `![${alt}](${written(src)}${title && ` "${title}"`})` : alt;
  };
  rule('img', (_, node) => picture(node));

  /** The one picture of a figure, if all its other words are the caption. */
  const onlyPicture = (figure: Element | null | undefined): Element | undefined => {
    const images = all(figure, 'img');
    const captions = all(figure, captionNames)
      .map(({ textContent }) => textContent)
      .join('');
    const [image] = images;
    const isFile = /^$|\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|\?)|attachment/i.test(
      attribute(image?.closest('a'), 'href'),
    );
    return images.length === 1 && figure?.textContent?.trim() === captions.trim() && isFile
      ? image
      : undefined;
  };
  const isFigure = (node: Element) => node.nodeName === 'FIGURE' || node.classList.contains('wp-caption');
  const isCaption = (node: Element) =>
    node.nodeName === 'FIGCAPTION' || node.classList.contains('wp-caption-text');
  service.addRule('figure', {
    filter: isFigure,
    replacement(content, node) {
      const figure = node as HTMLElement;
      const image = onlyPicture(figure);
      const captions = image ? all(figure, captionNames) : [];
      const links = captions.flatMap((caption) => all(caption, 'a[href]'));
      for (const link of links) report('link', 'in a caption', 'dropped', link.outerHTML);
      return block(
        image ? picture(image, captions.map(({ textContent }) => textContent).join(' ')) : content,
      );
    },
  });
  service.addRule('caption', {
    filter: isCaption,
    replacement: (content, node) =>
      onlyPicture(node.parentElement?.closest('figure, .wp-caption'))
        ? ''
        : block(emphasized(content, node, '*')),
  });

  rule('pre', (_, node) => {
    const code = node.querySelector('code') ?? node;
    const names = [node, code, node.closest('[class*=language-], [data-lang]')]
      .map((element) => attribute(element, 'class'))
      .join(' ');
    const [, named = ''] = /\b(?:lang(?:uage)?-|brush:\s*)([\w+#-]+)/.exec(names) ?? [];
    const words = (node.textContent ?? '').replace(/^\n|\n$/g, '');
    const fence = '`'.repeat(Math.max(2, ...Array.from(words.matchAll(/`+/g), ([run]) => run.length)) + 1);
    return `\n\n${fence}${named || attribute(code, 'data-lang') || attribute(node, 'lang', 'data-lang', 'data-enlighter-language')}\n${words}\n${fence}\n\n`;
  });
  rule('code kbd tt samp', (_, { textContent, parentElement }) => {
    const words = (textContent ?? '').replace(/\s*\n\s*/g, ' ');
    if (!words.trim() || parentElement?.closest('code, kbd, tt, samp')) return words;
    const sign = '`'.repeat(Math.max(0, ...Array.from(words.matchAll(/`+/g), ([run]) => run.length)) + 1);
    const space = /^`|`$|^ .*\S.* $/.test(words) ? ' ' : '';
    return `${sign}${space}${words}${space}${sign}`;
  });
  rule('strong b mark', (content, node) => emphasized(content, node, '**'));
  rule('em i cite dfn', (content, node) => emphasized(content, node, '*'));
  rule('del s strike', (content) => (content.trim() ? `~~${content.trim()}~~` : ''));
  rule('q', (content) => `“${content}”`);
  rule('sup sub', (content, node) => {
    const digits = scripts[node.nodeName.toLowerCase()];
    return /^\d{1,3}$/.test(content)
      ? content.replace(/\d/g, (digit) => digits?.[Number(digit)] ?? digit)
      : content;
  });
  rule(
    'abbr acronym',
    (content, node) =>
      content + (attribute(node, 'title') && ` (${escapeMarkdown(attribute(node, 'title'))})`),
  );
  rule('dt summary legend', (content, node) => block(emphasized(content, node, '**')));
  rule('dd address center fieldset', block);
  rule('h1 h2 h3 h4 h5 h6', (content, { nodeName }) => {
    const words = oneLine(content.replace(/!\[[^\]]*\]\([^)]*\)/g, ''));
    const pictures = content.match(/!\[[^\]]*\]\([^)]*\)/g)?.join('\n\n') ?? '';
    return block((words && `${'#'.repeat(Number(nodeName[1]))} ${words}\n\n`) + pictures);
  });
  rule('blockquote', (content) =>
    block(
      content
        .trim()
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>'),
    ),
  );
  rule('br', (_, node) => (node.closest('td, th, h1, h2, h3, h4, h5, h6, a') ? ' ' : '  \n'));
  rule('li', (content, node) => {
    const list = node.parentElement;
    const number = Number(attribute(list, 'start') || 1) + Array.from(list?.children ?? []).indexOf(node);
    const sign = list?.nodeName === 'OL' ? `${number}. ` : '- ';
    const lines = content
      .trim()
      .replace(/\n{2,}(?=[-+*] |\d+\. )/g, '\n')
      .replace(/\n(?=.)/g, `\n${' '.repeat(sign.length)}`);
    return `${sign}${lines}${node.nextElementSibling ? '\n' : ''}`;
  });
  rule('input', (_, node) => {
    if (attribute(node, 'type') === 'checkbox') return node.hasAttribute('checked') ? '[x] ' : '[ ] ';
    return escapeMarkdown(attribute(node, 'value', 'placeholder'));
  });
  rule('a', (content, node) => {
    const href = attribute(node, 'href');
    const words = oneLine(content);
    if (!words || !href) {
      if (href && !node.id) report('link', 'without words', 'dropped', node.outerHTML);
      return content;
    }
    const title = oneLine(attribute(node, 'title')).replace(/["\\]/g, '\\$&');
    const [, before = '', , after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
    if (node.textContent === href && /^https?:\/\/\S+$/.test(href))
      return `${before}${href.replace(/[)_*]$/, encodeURIComponent)}${after}`;
    return `${before}[${words}](${written(href)}${title && ` "${title}"`})${after}`;
  });

  const cells = new Map<Node, string>();
  rule('td th', (content, node) => {
    cells.set(node, oneLine(content).replace(/(?<!\\)\|/g, '\\|'));
    return block(content);
  });
  rule('caption', () => '');
  rule('table', (content, node) => {
    const rows = all(node, 'tr').filter((row) => row.closest('table') === node);
    const caption = escapeMarkdown(node.querySelector('caption')?.textContent ?? '');
    const numbered = rows.every(
      (row) =>
        row.children.length === 2 &&
        row.firstElementChild?.matches('.gutter, .lineno, .linenos, .rouge-gutter, .lntd'),
    );
    if (numbered && rows.length > 0)
      return block(
        rows.map(({ lastElementChild }) => service.turndown(lastElementChild as HTMLElement)).join('\n\n'),
      );
    if (rows.length === 0 || node.querySelector('table, pre, ul, ol, blockquote, h2, h3'))
      return block(caption) + block(content);
    const grid: string[][] = rows.map(() => []);
    for (const [y, row] of rows.entries()) {
      let x = 0;
      for (const cell of Array.from(row.children)) {
        while (grid[y]?.[x] !== undefined) x += 1;
        const span = (name: string, most: number) =>
          Math.max(1, Math.min(most, Number(attribute(cell, name)) || 1));
        const columns = span('colspan', maxCells);
        for (let dy = 0; dy < span('rowspan', rows.length - y); dy += 1)
          for (let dx = 0; dx < columns; dx += 1)
            (grid[y + dy] ?? [])[x + dx] = dx + dy === 0 ? (cells.get(cell) ?? '') : '';
      }
    }
    const width = Math.max(...grid.map((row) => row.length));
    const head = rows[0]?.querySelector('th') ? (grid.shift() ?? []) : [];
    const line = (row: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, x) => row[x] ?? '').join(' | ')} |`;
    return block(caption) + block([line(head), `|${' --- |'.repeat(width)}`, ...grid.map(line)].join('\n'));
  });
  return service;
}

/** HTML as Markdown. No word is lost but those of what it reports. */
export function htmlToMarkdown(html: string, options: HtmlOptions): string {
  if (isTooDeep(html)) {
    options.report('too-large', 'nested elements', 'changed', html.slice(0, 200));
    return escapeMarkdown(textOfHtml(html)).trim();
  }
  const tidy = html
    .replace(/<pre\b[\s\S]*?<\/pre>/gi, (code) => code.replace(/<br\s*\/?>/gi, '\n'))
    .replace(/<\/(b|strong|i|em)>(\s*)<\1>/gi, '$2')
    .replace(/(?:<br\s*\/?>\s*){2,}/gi, (breaks) => (options.isMarkdown ? breaks : '</p><p>'));
  const text = createService(options).turndown(tidy);
  return options.isMarkdown ? text : text.trim();
}

const voids =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|td|th|tr|dt|dd|option)$/;

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const { kind, name } of tagsOf(html)) {
    if (voids.test(name)) continue;
    depth = kind === 'open' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}

const blocks =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|noscript|ol|p|pre|script|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul|audio|video';
const opening = new RegExp(`(?=<(?:${blocks})[\\s/>])`, 'gi');
const closing = new RegExp(`</(?:${blocks})>|<hr\\s*/?>`, 'gi');
const startsBlock = new RegExp(`^</?(?:${blocks})[\\s/>]`, 'i');

/** Classic texts of WordPress: empty lines are between paragraphs, and line breaks count. */
export function withParagraphs(text: string): string {
  const parts = text.split(/(<(pre|script|style|table)\b[\s\S]*?<\/\2>)/i);
  return parts
    .map((part, i) => {
      if (i % 3 === 1) return `\n\n${part}\n\n`;
      if (i % 3 === 2) return '';
      return part
        .replace(opening, '\n\n')
        .replace(closing, '$&\n\n')
        .split(/\n\s*\n/)
        .map((piece) => piece.trim())
        .filter(Boolean)
        .map((piece) =>
          startsBlock.test(piece) ? piece : `<p>${piece.replace(/(?<!<br\s*\/?>)\n/gi, '<br>\n')}</p>`,
        )
        .join('\n\n');
    })
    .join('');
}
