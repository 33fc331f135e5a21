import { decodeHTMLStrict } from 'entities';
import { withoutForbidden } from '../lib/characters.ts';

/**
 * How the text of an element is written: as text, where tags are elements of the feed, or as HTML, which is escaped or in CDATA.
 */
export type Markup = 'text' | 'html';

/** HTML's elements within a line of text. All others become a space. */
const inlineElements = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong ' +
    'sub sup time tt u var wbr'
  ).split(' '),
);
const otherElements = new Set(
  (
    'address area article aside audio base blink blockquote body br button canvas caption center col colgroup dd details ' +
    'dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr ' +
    'html iframe img input legend li link main map marquee menu meta nav noscript object ol optgroup option output p param ' +
    'picture pre progress rp rt ruby script section select source style summary svg table tbody td template textarea tfoot ' +
    'th thead title tr track ul video'
  ).split(' '),
);

export const isHtmlElement = (name: string): boolean => inlineElements.has(name) || otherElements.has(name);

/** The text of an element: without tags, its entities decoded, its white space unchanged. */
export function textOf(raw: string, markup: Markup): string {
  const decoded = raw
    .split(/<!\[CDATA\[/i)
    .map((part, index) => {
      const end = index === 0 ? 0 : part.indexOf(']]>');
      const literal = end === -1 ? part : part.slice(0, end);
      const rest = end === -1 ? '' : part.slice(end).replaceAll(']]>', '');
      return literal + decodeHTMLStrict(markup === 'html' ? rest : withoutTags(rest));
    })
    .join('');
  return decodeHTMLStrict(markup === 'html' ? withoutTags(decoded) : decoded);
}

export const textOfHtml = (html: string): string => decodeHTMLStrict(withoutTags(html));

const tags =
  /<!--|-->|<[?!][^<>]*>|<(\/?)([a-z][^\s<>/]*)(?:(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>|[^<>]*(?:>|$))/gi;

/**
 * A text without tags, scripts, styles and comments. Only HTML's elements are tags: `Nice <gorilla>` stays. A script, style or comment that
 * is never closed hides nothing.
 */
function withoutTags(html: string, neverClosed: readonly string[] = []): string {
  let text = '';
  let at = 0;
  let hidden: { readonly name: string; readonly from: number } | undefined;
  for (const { 0: found, 1: slash, 2: name = '', index } of html.matchAll(tags)) {
    const element = found === '<!--' || found === '-->' ? found : name.toLowerCase();
    if (hidden) {
      const isEnd = hidden.name === '<!--' ? element === '-->' : slash && element === hidden.name;
      if (!isEnd) continue;
      hidden = undefined;
    } else {
      text += html.slice(at, index);
      const isOpened = /^(?:<!--|script|style)$/.test(element) && !slash && !neverClosed.includes(element);
      if (isOpened) hidden = { name: element, from: index + found.length };
      text += isMarkup(found, element) ? (inlineElements.has(element) ? '' : ' ') : found;
    }
    at = index + found.length;
  }
  if (!hidden) return text + html.slice(at);
  return text + withoutTags(html.slice(hidden.from), [...neverClosed, hidden.name]);
}

/** Closing tags are markup, and names with a prefix or a hyphen, such as `o:p` and `amp-img`. */
const isMarkup = (found: string, element: string): boolean =>
  /^<[/?!]/.test(found) || isHtmlElement(element) || /^[a-z]\w*[:-]/.test(element);

/** Control characters that are white space, and marks of direction, which a single line does not need. */
const controlSpace = /[\v\f\u0085\u2028\u2029]/g;
const marks = /[\u061c\u200e\u200f]/g;

/** A text without invisible characters. */
export const withoutInvisible = (text: string): string =>
  withoutForbidden(text.replace(controlSpace, ' ')).replace(marks, '');

/** A text on one line of at most `max` characters; the last is an ellipsis if it is cut. */
export function oneLine(text: string, max: number, cut: 'anywhere' | 'between-words' = 'anywhere'): string {
  if (text === '') return '';
  const line = withoutInvisible(text)
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
    // More than is used below; normalizing some texts takes the square of their length.
    .slice(0, 5 * max)
    .normalize('NFC');
  if (line.length <= max) return line;
  const start = line.slice(0, max);
  // A character that is longer is none of any language.
  const whole = start.slice(0, graphemes.segment(start).containing(max - 1)?.index || max - 1);
  const word = cut === 'between-words' && line[whole.length] !== ' ' ? whole.lastIndexOf(' ') : -1;
  // Some languages have no spaces, and a word may be very long.
  return `${(word > max / 2 ? whole.slice(0, word) : whole).replace(/\p{Cs}/gu, '').trimEnd()}…`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
