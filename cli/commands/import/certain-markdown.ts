import { decodeHTMLStrict } from 'entities';
import { markdownToHtml } from 'satteri';
import { markdown } from '../../content/markdown/markdown.ts';
import { overLimit } from '../../content/markdown/text-limits.ts';
import type { TextContext } from './archive.ts';
import { convertText } from './convert-text.ts';

/** The lines between two empty ones, and those at the end of such a block that start with a bullet. */
const block = /^.*\S.*(?:\n.*\S.*)*/gm;
const typedList = /(?<![^\n])•[ \t]+\S.*(?:\n•[ \t]+\S.*)*$/;

/** Tags that Markdown has a form for, with attributes that it has or that change nothing on a page. */
const simpleTag =
  /<\/?(?:p|b|strong|i|em|del|s|strike|code|br|h[2-6]|[uo]l|li|blockquote|a|img)(?:\s+(?:href|src|alt|title|target|rel|width|height|loading)="[^"]*")*\s*\/?>/gi;

/** Addresses stay as they are. */
const context: TextContext = {
  format: 'markdown',
  kind: 'eleventy',
  shortcodes: new Map(),
  address: '/',
  linkTo: (address) => address,
  pictureAt: (address) => /^\/?(media\/.*)$/.exec(address)?.[1],
};

/** A text with simple HTML and typed lists written in Markdown, where words and code certainly stay the same. */
export function certainMarkdown(text: string): string {
  if (overLimit(text)) return text;
  const words = wordsOf(text);
  return [...text.matchAll(block)].reduceRight((done, { 0: written, index }) => {
    const next = done.slice(0, index) + inMarkdown(written) + done.slice(index + written.length);
    return next !== done && wordsOf(next) === words ? next : done;
  }, text);
}

/** The row of dashes under the first row of a table, whose alignment HTML written in Markdown would lose. */
const tableDashes = /^[ \t>|:-]*-[ \t:]*\|[ \t>|:-]*$/m;

/** The numbers of a list, as they are typed. */
const numbersIn = (text: string) => String(text.match(/^[ \t]*\d+(?=[.)][ \t])/gm)?.map(Number) ?? '');

/** A block in Markdown; its HTML stays if it is not simple, or if something of it would be lost. */
function inMarkdown(written: string): string {
  const listed = written.replace(typedList, (list, at: number) =>
    // An entry of several lines is above.
    /^•/m.test(written.slice(0, at)) ? list : list.replace(/^•[ \t]+/gm, '- '),
  );
  const html = markdown(listed, new Map())
    .findings.flatMap(({ rule, start, end }) => (rule === 'raw-html' ? listed.slice(start, end) : []))
    .join('');
  const names = (tags: RegExp) => String(Array.from(html.matchAll(tags), ([, name]) => name).sort());
  const isWhole = names(/<(?!br\b|img\b)(\w+)/gi) === names(/<\/(\w+)/g);
  // The lines of a box count, and indented ones continue what is above.
  const isSimple =
    isWhole &&
    !html.replace(simpleTag, '').includes('<') &&
    !/^\s|> *\[!/.test(listed) &&
    !tableDashes.test(listed);
  if (html === '' || !isSimple) return listed;
  const { text, findings } = convertText(listed, context);
  // Emphasis that takes coded letters is not for editors.
  const isCertain = findings.length === 0 && !text.includes('&#x');
  const numbers = numbersIn(listed);
  return isCertain && (numbers === '' || numbers === numbersIn(text)) ? text.trimEnd() : listed;
}

/** The code and the words of a text, without bullets. */
function wordsOf(text: string): string {
  const { html } = markdownToHtml(text, { features: { gfm: { footnotes: false } } });
  const code = html.match(/<code[\s\S]*?<\/code>/g) ?? [];
  return decodeHTMLStrict([...code, html.replace(/<[^>]*>|[•\s]/g, '')].join('\n'));
}
