import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { CleanSvg } from '../../content/model.ts';
import { escapeText, escapeXml } from '../../lib/escape.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import type { Size } from '../pictures.ts';
import { UnusableImage } from '../unusable-image.ts';
import { namespaces, textElements } from './allow-list.ts';
import { allowedName, checkedAttribute, checkStyle, cut, isKept } from './check.ts';
import { sizeOf } from './size.ts';

export const maxSvgBytes = 5 * 1024 * 1024;

const simplify = 'Simplify it in the drawing program, or export a PNG.';
const plainSvg =
  'Save it again as “Plain SVG”, not as “Compressed SVG”: drawing programs write that as UTF-8.';

const maxElements = 100_000;
/** Of nested elements; libxml2 allows 256. */
const maxDepth = 128;

interface OpenElement {
  readonly name: string;
  readonly start: number;
  readonly isKept: boolean;
  readonly keepsText: boolean;
}

/**
 * Parses a drawing strictly and serializes only what is on the allow list. Editor metadata is dropped; content that readers would miss,
 * that could run, or that refers to anything outside the drawing throws `UnusableImage`, with the place of its element. Takes linear time.
 */
export function cleanSvg(text: string): CleanSvg {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const open: OpenElement[] = [];
  let size: Size | undefined;
  let elements = 0;
  let start = 0;
  // Where the part begins that is being checked.
  let checked = 0;
  let sheet = '';
  let written = '';
  let lastTagIsOpen = false;
  const write = (markup: string) => {
    written += lastTagIsOpen ? `>${markup}` : markup;
    lastTagIsOpen = false;
  };
  refuseSyntax(parser, text, (offset) => {
    checked = offset;
  });
  parser.on('opentagstart', ({ name }) => {
    start = Math.max(0, text.lastIndexOf(`<${name}`, parser.position));
  });
  parser.on('opentag', (tag) => {
    const { local: name } = tag;
    const parent = open.at(-1);
    checked = start;
    const kept = isKept(tag, parent);
    const keepsText = kept && (textElements.has(name) || (name === 'a' && parent?.keepsText === true));
    open.push({ name, start, isKept: kept, keepsText });
    if (open.length > maxDepth)
      throw new UnusableImage(`This drawing nests its parts more than ${maxDepth} deep.`, simplify);
    if (!kept) return;
    elements += 1;
    if (elements > maxElements)
      throw new UnusableImage('This drawing has more than 100,000 parts.', simplify);
    const attributes = attributesOf(tag);
    write(`<${name}`);
    if (!size) {
      size = sizeOf(attributes);
      written += ` xmlns="${namespaces.svg}"`;
    }
    for (const [name, value] of attributes) written += ` ${name}="${escapeAttribute(value)}"`;
    lastTagIsOpen = true;
  });
  const onText = (characters: string) => {
    const { name, keepsText } = open.at(-1) ?? {};
    if (name === 'style' && keepsText) sheet += characters;
    else if (keepsText && characters !== '') write(escapeText(characters));
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element?.isKept) return;
    if (element.name === 'style') {
      checked = element.start;
      const style = checkStyle(sheet);
      sheet = '';
      if (style !== '') write(escapeText(style));
    }
    written += lastTagIsOpen ? '/>' : `</${element.name}>`;
    lastTagIsOpen = false;
  });
  try {
    parser.write(text).close();
    if (!size) throw unreadable();
    return { text: `${written}\n`, width: size.width, height: size.height };
  } catch (error) {
    if (!(error instanceof UnusableImage)) throw error;
    const at = { text, start: checked, end: Math.max(checked + 1, parser.position) };
    throw new UnusableImage(error.message, error.hint, { at });
  }
}

/** Refuses XML that is not well-formed, other encodings, and a DOCTYPE with declarations. */
function refuseSyntax(parser: SaxesParser<{ xmlns: true }>, text: string, onPart: (start: number) => void) {
  parser.on('error', ({ message }) => {
    const { position } = parser;
    const start = Math.max(0, text.lastIndexOf(message.includes('entity') ? '&' : '<', position - 1));
    onPart(start);
    throw unreadable();
  });
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (/^(?:utf-?8|(?:us-)?ascii)$/i.test(encoding)) return;
    onPart(0);
    throw new UnusableImage(`This drawing is marked as saved in \`${cut(encoding)}\`.`, plainSvg);
  });
  parser.on('doctype', (doctype) => {
    if (!doctype.replace(/"[^"]*"|'[^']*'/g, '').includes('[')) return;
    onPart(0);
    const message = 'This drawing defines words of its own, which browsers would read as something else.';
    const hint =
      'In Illustrator, save it without “Preserve Illustrator Editing Capabilities”, or choose Export As, SVG.';
    throw new UnusableImage(message, hint);
  });
}

function attributesOf(tag: SaxesTagNS): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const attribute of Object.values(tag.attributes)) {
    const name = allowedName(attribute);
    const value = name === undefined ? undefined : checkedAttribute(tag, name, attribute.value);
    // Browsers prefer `href` to `xlink:href`.
    const isSecond = name === 'href' && attribute.name !== 'href' && tag.attributes.href !== undefined;
    if (name !== undefined && value !== undefined && !isSecond) attributes.set(name, value);
  }
  return attributes;
}

/** The parser has normalized unescaped white space, so the rest was escaped. */
const escapeAttribute = (value: string): string =>
  escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

const unreadable = () =>
  new UnusableImage(
    'This is where the drawing can no longer be read.',
    'Is the file whole? If it was changed by hand, undo that; or save it once more from a drawing program.',
  );

/** The text of an SVG file, without a byte order mark; `undefined` where it is not UTF-8. */
export function decodeSvg(bytes: Uint8Array): string | undefined {
  const text = orUndefined(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  // ASCII in UTF-16 without a byte order mark is valid UTF-8.
  return text?.includes('\0') ? undefined : text;
}

export const notUtf8 = () => new UnusableImage('This drawing is not saved as UTF-8.', plainSvg);
