import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import { UnusableImage } from '../unusable-image.ts';
import * as list from './allow-list.ts';

const saveAgain =
  'Open it in a drawing program, convert texts to paths, and save it as plain SVG, or export a PNG.';

const withoutScripts = 'Save it as a plain SVG, without scripts and links.';

interface Parent {
  readonly name: string;
  readonly isKept: boolean;
}

/** Whether an element is kept; otherwise it is dropped with all its content. Throws `UnusableImage`. */
export function isKept(tag: SaxesTagNS, parent: Parent | undefined): boolean {
  const { local, uri } = tag;
  const name = cut(tag.name);
  if (/^(?:script|handler|listener)$/i.test(local))
    throw new UnusableImage(
      'This drawing holds a script, which would run in the paper’s name.',
      withoutScripts,
    );
  if (uri === list.namespaces.xhtml)
    throw new UnusableImage(`\`<${name}>\` is a piece of a web page, and this is a drawing.`, saveAgain);
  if (!parent && (local !== 'svg' || uri !== list.namespaces.svg)) {
    const message = `This file begins with \`<${name}>\`, not with \`<svg xmlns="${list.namespaces.svg}">\`.`;
    throw new UnusableImage(message, saveAgain);
  }
  if (parent && !parent.isKept) return false;
  if (uri !== list.namespaces.svg || list.droppedElements.has(local)) return false;
  // These contain text only.
  if (parent && /^(?:title|desc|style)$/.test(parent.name)) return false;
  // Illustrator's private copy of the drawing.
  const extension = tag.attributes.requiredExtensions?.value ?? '';
  if (local === 'foreignObject' && extension.startsWith('http://ns.adobe.com/')) return false;
  if (list.allowedElements.has(local)) return true;
  throw new UnusableImage(`\`<${name}>\` is a part that drawings may not have here.`, saveAgain);
}

/** The name an attribute is written under; `undefined` where it is dropped. Throws `UnusableImage`. */
export function allowedName({ name, local, prefix, uri }: SaxesAttributeNS): string | undefined {
  if (/^on/i.test(local))
    throw new UnusableImage(`\`${cut(name)}\` would run a script in the paper’s name.`, withoutScripts);
  if (uri === list.namespaces.xml) {
    if (local === 'base')
      throw new UnusableImage('This makes the addresses in a drawing lead elsewhere.', saveAgain);
    return list.allowedAttributes.has(`xml:${local}`) ? `xml:${local}` : undefined;
  }
  if (local === 'href' && (prefix === '' || uri === list.namespaces.xlink)) return 'href';
  if (prefix !== '') return undefined;
  return name === 'style' || list.allowedAttributes.has(name) || /^aria-[a-z]+$/.test(name)
    ? name
    : undefined;
}

/** Checks the value of an attribute, and returns what is written under `name`; `undefined` where it is dropped. Throws `UnusableImage`. */
export function checkedAttribute({ local }: SaxesTagNS, name: string, value: string): string | undefined {
  if (name === 'href') {
    // Pages show drawings as pictures, in which no link works.
    if (local === 'a') return undefined;
    return local === 'image' || local === 'feImage' ? checkPicture(value) : checkReference(value);
  }
  return list.textAttributes.has(name) || name.startsWith('aria-') ? value : checkStyle(value);
}

/** A text at the length that messages have room for. */
export const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

const outsideHint =
  'Everything a drawing shows has to be in it: embed pictures as PNG, JPEG, GIF or WebP, turn texts in other fonts into paths, or export a PNG.';

const outside = (address: string) =>
  new UnusableImage(
    `\`${cut(address)}\` is not a picture or a part in this drawing: it would be fetched from elsewhere, or run.`,
    outsideHint,
  );

/** Function calls, also inside strings: no guess is made about what a browser reads as a string. */
const calls = /(?<![-\w\u0080-\uffff])([-\w\u0080-\uffff]*)\(/g;

/** The URL in a `url()`; empty where quotes, parentheses or spaces make it ambiguous. */
function urlAt(text: string, at: number): string {
  const end = text.indexOf(')', at);
  if (end === -1) return '';
  const inner = text.slice(at + 1, end).trim();
  const [quote] = inner;
  const isQuoted = inner.length > 1 && (quote === '"' || quote === "'") && inner.endsWith(quote);
  const address = isQuoted ? inner.slice(1, -1) : inner;
  return /["'(]/.test(address) || (!isQuoted && /\s/.test(address)) ? '' : address.trim();
}

/**
 * Checks a style sheet, a `style` attribute or a presentation attribute, and returns it without comments. Only functions on the allow list
 * may be called; `url()` must be a fragment or an embedded picture; escapes are refused. Throws `UnusableImage`.
 */
export function checkStyle(value: string): string {
  // A space keeps the tokens around a comment apart.
  const text = value.includes('/*') ? value.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ') : value;
  const backslash = text.indexOf('\\');
  if (backslash !== -1) {
    const piece = text.slice(backslash, backslash + 4);
    const message = `\`${piece}\` is an escape, which styles of drawings may not have.`;
    throw new UnusableImage(message, 'Write the character itself: this file is UTF-8.');
  }
  for (const [rule, name = ''] of text.matchAll(/@([-\w\u0080-\uffff]*)/g))
    if (!list.styleRules.has(name.toLowerCase()))
      throw new UnusableImage(`The style of this drawing uses \`${rule}\`.`, outsideHint);
  for (const { 1: written = '', index } of text.matchAll(calls)) {
    const name = written.toLowerCase();
    if (name === '' || list.styleFunctions.has(name)) continue;
    if (name !== 'url') {
      const message = `The style of this drawing calls \`${cut(written)}()\`, which may load something from outside or is costly.`;
      const hint = 'Write filters as `<filter>` elements, and leave out what is only for web pages.';
      throw new UnusableImage(message, hint);
    }
    const address = urlAt(text, index + written.length);
    if (!/^#./.test(address) && !embeddedPicture(address))
      throw outside(address || String(text.slice(index, index + 80).split(/[\n;})]/, 1)));
  }
  return text;
}

/** A URL as browsers parse it. XML allows no other control characters. */
const readAddress = (text: string): string => text.replace(/[\t\n\r]/g, '').trim();

function checkReference(value: string): string {
  const text = readAddress(value);
  if (text !== '' && !/^#[^()\\"'<>]*$/.test(text)) throw outside(text);
  return text;
}

/** Checks the URL of an `<image>`, which must be a `data:` URL. */
function checkPicture(value: string): string {
  const text = readAddress(value);
  const picture = embeddedPicture(value);
  if (picture === undefined && text !== '') throw outside(text);
  return picture ?? text;
}

/** The first bytes of each format, in Base64. */
const starts: Record<string, string> = { png: 'iVBORw0KGgo', gif: 'R0lGOD', jpeg: '/9j/', webp: 'UklGR' };

/** A `data:` URL without white space; `undefined` if its bytes are not of the raster format it declares. */
function embeddedPicture(text: string): string | undefined {
  const written = text.replace(/[\t\n\f\r ]+/g, '');
  const address = /^data:image\/(png|jpe?g|gif|webp);base64,([a-z\d+/]+={0,2})$/i.exec(written);
  const [, type = '', base64 = ''] = address ?? [];
  const format = type.toLowerCase().replace('jpg', 'jpeg');
  return base64.startsWith(starts[format] ?? ' ') ? `data:image/${format};base64,${base64}` : undefined;
}
