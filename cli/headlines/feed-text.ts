import { decodeHTMLStrict } from 'entities';
import { withoutForbidden } from '../lib/characters.ts';

/** HTML's elements within a line of text. All others become a space. */
const inlineNames =
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong ' +
  'sub sup time tt u var wbr';
const inlineElements = new Set(inlineNames.split(' '));
const otherNames =
  'address area article aside audio base blink blockquote body br button canvas caption center col colgroup dd details ' +
  'dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr ' +
  'html iframe img input legend li link main map marquee menu meta nav noscript object ol optgroup option output p param ' +
  'picture pre progress rp rt ruby script section select source style summary svg table tbody td template textarea tfoot ' +
  'th thead title tr track ul video';
const otherElements = new Set(otherNames.split(' '));

export const isHtmlElement = (name: string): boolean => inlineElements.has(name) || otherElements.has(name);

/**
 * The text of an element: without tags, its entities decoded, its white space unchanged. In `text` tags are elements of the feed; `html` is
 * escaped or in CDATA.
 */
export function textOf(raw: string, markup: 'text' | 'html'): string {
  const [before = '', ...cdata] = raw.split(/<!\[CDATA\[/i);
  const escaped = (part: string) => {
    const content = part.replaceAll(']]>', '');
    return decodeHTMLStrict(markup === 'html' ? content : withoutTags(content));
  };
  const decoded = cdata.map((section) => {
    const end = section.indexOf(']]>');
    return end === -1 ? section : section.slice(0, end) + escaped(section.slice(end));
  });
  const text = escaped(before) + decoded.join('');
  return markup === 'html' ? textOfHtml(text) : decodeHTMLStrict(text);
}

export const textOfHtml = (html: string): string => decodeHTMLStrict(withoutTags(html));

const tags = /<[?!][^<>]*>|<\/?([a-z][^\s<>/]*)(?:(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>|[^<>]*(?:>|$))/gi;

/** A text without tags, scripts, styles and comments. Only HTML's elements are tags: `Nice <gorilla>` stays. */
const withoutTags = (html: string): string =>
  withoutSections(html).replace(tags, (found, name = '') => {
    if (inlineElements.has(name.toLowerCase())) return '';
    return isMarkup(found, name.toLowerCase()) ? ' ' : found;
  });

/** Closing tags are markup, and names with a prefix or a hyphen, such as `o:p` and `amp-img`. */
const isMarkup = (found: string, element: string): boolean =>
  /^<[/?!]/.test(found) || isHtmlElement(element) || /^[a-z]\w*[:-]/.test(element);

/** For each kind of section: a text up to the last end of one, where every start has its end, and one section. So the search is linear. */
const sections: readonly (readonly [upToLastEnd: RegExp, section: RegExp])[] = [
  [/^[\s\S]*-->/, /<!--[\s\S]*?-->/g],
  [/^[\s\S]*<\/script[^<>]*>/i, /<script\b[\s\S]*?<\/script[^<>]*>/gi],
  [/^[\s\S]*<\/style[^<>]*>/i, /<style\b[\s\S]*?<\/style[^<>]*>/gi],
];

/** A text without comments, scripts and styles; one that is never closed hides nothing. */
const withoutSections = (html: string): string =>
  sections.reduce(
    (text, [upToLastEnd, section]) => text.replace(upToLastEnd, (head) => head.replace(section, ' ')),
    html,
  );

/** Control characters that are white space, and marks of direction, which a single line does not need. */
const controlSpace = /[\v\f\u0085\u2028\u2029]/g;
const marks = /[\u061c\u200e\u200f]/g;

export const withoutInvisible = (text: string): string =>
  withoutForbidden(text.replace(controlSpace, ' ')).replace(marks, '');

/** A text on one line of at most `max` characters; if it is cut, then between words, and the last is an ellipsis. */
export function cutLine(text: string, max: number): string {
  if (text === '') return '';
  const line = withoutInvisible(text)
    .replace(/\s+/g, ' ')
    .trim()
    // More than is used below; normalizing some texts takes the square of their length.
    .slice(0, 5 * max)
    .normalize('NFC');
  if (line.length <= max) return line;
  const start = line.slice(0, max - 1);
  const word = line[start.length] === ' ' ? -1 : start.lastIndexOf(' ');
  // Some languages have no spaces, and a word may be very long.
  return `${(word > max / 2 ? start.slice(0, word) : start).replace(/\p{Cs}/gu, '').trimEnd()}…`;
}
