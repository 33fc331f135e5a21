import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { markdownToHtml } from 'satteri';
import { features } from './markdown.ts';
import { overLimit } from './text-limits.ts';

/** How something is written, and the Markdown for its groups. */
type Form = readonly [pattern: RegExp, markdown: (...groups: string[]) => string];

/** Attributes that change nothing on a page. */
const needless = /\s(?:target|rel|width|height|loading)="[^"]*"/g;
const more = '(?:\\s+(?:target|rel|width|height|loading)="[^"]*")*\\s*';
/** A block, whose edges become empty lines. */
const alone = (block: string) => `\uE000${block}\uE000`;
const withEmptyLines = (text: string) =>
  text.includes('\uE000')
    ? text
        .split(/\uE000+/)
        .map((part) => part.replace(edges, ''))
        .filter(Boolean)
        .join('\n\n')
    : text;

/** Empty lines around a text. Without the look behind, a flood of them takes long. */
const edges = /^\n+|(?<!\n)\n+$/g;

const htmlForms: readonly Form[] = [
  [
    /<p>\s*((?:(?!<\/?(?:p|div|h\d|[uo]l|li|table|blockquote|pre)\b).)+?)\s*<\/p>/gis,
    (_, words = '') => alone(words),
  ],
  [/<(b|strong)>([^<>]+)<\/\1>/gi, (_, _tag, words) => `**${words}**`],
  [/<(i|em)>([^<>]+)<\/\1>/gi, (_, _tag, words) => `*${words}*`],
  [/<(del|s|strike)>([^<>]+)<\/\1>/gi, (_, _tag, words) => `~~${words}~~`],
  [/<code>([^<>`]+)<\/code>/gi, (_, words = '') => `\`${decodeHTML(words)}\``],
  [
    new RegExp(`<a${more}\\shref="([^"\\s]+)"${more}>([^<>]+)</a>`, 'gi'),
    (_, address = '', words) => `[${words}](${decodeHTMLAttribute(address)})`,
  ],
  [
    new RegExp(`<img${more}\\ssrc="/?(media/[^"\\s]+)"${more}\\salt="([^"]*)"${more}/?>`, 'gi'),
    (_, path, alt = '') => `![${decodeHTMLAttribute(alt)}](${path})`,
  ],
  [/<br\s*\/?>[ \t]*\n?/gi, () => '\\\n'],
  [
    /<h([2-6])>\s*([^<>\n]+?)\s*<\/h\1>/gi,
    (_, level, words) => alone(`${'#'.repeat(Number(level))} ${words}`),
  ],
  [
    /<(ul|ol)>\s*((?:<li>[^<>\n]+<\/li>\s*)+)<\/\1>/gi,
    (_, list, items = '') =>
      alone(items.replace(/<li>\s*(.+?)\s*<\/li>\s*/gi, `${list === 'ol' ? '1.' : '-'} $1\n`).trim()),
  ],
];

/** Lines that start with a bullet, up to the end of their paragraph. */
const listForms: readonly Form[] = [
  [
    /^[•·][ \t]+\S.*(?:\n{1,2}[•·][ \t]+\S.*)+(?=\n[ \t]*\n|\n*$(?![\s\S]))/gm,
    (list = '') => list.replace(/\n{0,2}^[•·][ \t]+/gm, '\n- ').trim(),
  ],
];

const htmlOf = (text: string) => markdownToHtml(text, { features }).html;

const sameTags: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };

/** What browsers show of a text with HTML in it: its HTML, without what makes no difference. */
const shownBy = (text: string): string =>
  htmlOf(text)
    .replace(/<(\/?)(\w+)((?:\s+[\w-]+="[^"]*")*)\s*\/?>/g, (_, slash, tag: string, attributes: string) => {
      const name = tag.toLowerCase();
      const kept = attributes
        .replace(needless, '')
        .replace('"/media/', '"media/')
        .match(/\S+="[^"]*"/g);
      return `<${slash}${sameTags[name] ?? name} ${(kept ?? []).sort().join(' ')}>`;
    })
    .replace(/&(?!lt;|gt;)#?\w+;/g, (sign) => decodeHTML(sign))
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/(<em >)(<strong >)|(<\/strong >)(<\/em >)/g, '$2$1$4$3')
    .replace(/<p >(<img [^>]*>)<\/p >/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:p|h\d|[uo]l|li|br) >) ?/g, '$1');

/** The words and the code of a text. */
function wordsOf(text: string): string {
  const html = htmlOf(text);
  return [...(html.match(/<code[\s\S]*?<\/code>/g) ?? []), html.replace(/<[^>]*>|[•·\s]/g, '')].join('\n');
}

/** Forms of a pattern that are tried one by one if not all of them can be replaced at once. */
const maxTries = 200;

/** Replaces forms as long as what counts in the text stays the same. */
function replaceForms(text: string, forms: readonly Form[], countsIn: (text: string) => string): string {
  const before = countsIn(text);
  let replaced = text;
  for (const [pattern, markdown] of forms) {
    const found = [...replaced.matchAll(pattern)];
    const all = withEmptyLines(replaced.replace(pattern, markdown));
    if (found.length === 0) continue;
    if (countsIn(all) === before) replaced = all;
    else if (found.length <= maxTries)
      for (const match of found.reverse()) {
        const end = match.index + match[0].length;
        const one = withEmptyLines(replaced.slice(0, match.index) + markdown(...match) + replaced.slice(end));
        if (countsIn(one) === before) replaced = one;
      }
  }
  return replaced === text ? text : replaceForms(replaced, forms, countsIn);
}

/**
 * A text with simple HTML and typed lists written in Markdown, where that certainly means the same: the same page results, and code stays
 * as it is.
 */
export function certainMarkdown(text: string): string {
  if (!/<[a-z]|^[•·]/im.test(text) || overLimit(text)) return text;
  const lists = replaceForms(replaceForms(text, htmlForms, shownBy), listForms, wordsOf);
  if (lists === text) return text;
  const [start = ''] = /^\n*/.exec(text) ?? [];
  const [end = ''] = /(?<!\n)\n*$/.exec(text) ?? [];
  return start + lists.replace(edges, '') + end;
}
