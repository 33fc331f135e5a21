import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escapeText, escapeXml } from '../../lib/escape.ts';
import type { CleanSvg } from '../../model.ts';
import { type Words, words } from '../words.ts';
import { namespaces, textElements } from './allow-list.ts';
import { isCheap } from './cheap.ts';
import { allowedName, checkAttribute, checkElement, saveAgain } from './check-element.ts';
import { type CheckedValue, checkStyle, cut, isFault, type ValueFault } from './check-value.ts';
import { below, costOf, type DrawnElement } from './cost.ts';
import { sizeOf } from './size.ts';

/** Why a drawing is refused, and where: offsets in its text, in UTF-16 units. */
export interface SvgFault extends Words {
  readonly start: number;
  readonly end: number;
}

export type Cleaning =
  | { readonly kind: 'clean'; readonly svg: CleanSvg }
  | { readonly kind: 'fault'; readonly fault: SvgFault };

/** The largest drawing, in bytes. */
export const maxSvgBytes = 5 * 1024 * 1024;

const maxElements = 100_000;
/** Of elements within elements; libxml2 goes down 256. */
const maxDepth = 128;
/** In plain shapes, each counted as often as it is drawn. */
const maxCost = 400_000;
const maxPixels = 50_000_000;

const simplify = 'Simplify it in the drawing program, or export a PNG.';

/** The first fault of a drawing. It ends the reading, so that no damage makes that long. */
class Refused extends Error {
  readonly fault: SvgFault;
  constructor({ message, hint }: Words, start: number, end: number) {
    super(message);
    this.fault = { message, hint, start, end: Math.max(start + 1, end) };
  }
}

/**
 * Reads a drawing strictly and writes it anew from what is on the lists. Notes of programs are dropped; what readers would miss, what runs
 * and what refers to anything outside the drawing is a fault. Takes time in proportion to `text`, and never throws.
 */
export function cleanSvg(text: string): Cleaning {
  try {
    return { kind: 'clean', svg: clean(text) };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'fault', fault: error.fault };
    throw error;
  }
}

function clean(text: string): CleanSvg {
  const { root, sheets } = read(text);
  const refuse = (message: string, start = root.start): never => {
    throw new Refused(words(message, simplify), start, text.indexOf('>', start) + 1);
  };
  const sheet = sheets.map(({ text }) => text).join('\n');
  const cost = costOf(root, sheet);
  if ('message' in cost) return refuse(cost.message, cost.start);
  if (!(cost.cost <= maxCost))
    return refuse('This drawing shows its parts over and over, or has too many filters.');
  const pixels = cost.pixels + pixelsOf(sheets);
  if (!(pixels <= maxPixels))
    return refuse('The pictures in this drawing have more than 50 megapixels together.');
  const size = sizeOf(root.attributes);
  if ('message' in size) return refuse(size.message);
  return {
    text: `${write(root)}\n`,
    width: size.width,
    height: size.height,
    isCheap: isCheap([...below(root)], sheet, { ...cost, pixels }, size),
  };
}

const pixelsOf = (values: readonly CheckedValue[]): number =>
  values.flatMap(({ pictures }) => pictures).reduce((sum, { pixels }) => sum + pixels, 0);

interface OpenElement {
  readonly name: string;
  /** Missing where it is dropped. */
  readonly element?: DrawnElement;
  readonly keepsText: boolean;
}

/** A tag, and where it is in the text of the drawing. */
interface Tag {
  readonly tag: SaxesTagNS;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The elements that are kept, and the style sheets. Throws `Refused`. */
function read(text: string): { readonly root: DrawnElement; readonly sheets: readonly CheckedValue[] } {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const open: OpenElement[] = [];
  const sheets: CheckedValue[] = [];
  let root: DrawnElement | undefined;
  let elements = 0;
  let start = 0;
  refuseSyntax(parser, text);
  parser.on('opentagstart', ({ name }) => {
    start = Math.max(0, text.lastIndexOf(`<${name}`, parser.position));
  });
  parser.on('opentag', (tag) => {
    const name = tag.local;
    const parent = open.at(-1);
    const refuse = (fault: Words) => {
      throw new Refused(fault, start, parser.position);
    };
    if (open.length > 2 * maxDepth) refuse(words('This drawing nests its notes too deep.', simplify));
    const verdict = checkElement(tag, parent);
    if (typeof verdict !== 'string') return refuse(verdict);
    const keepsText = textElements.has(name) || (name === 'a' && parent?.keepsText === true);
    if (verdict === 'drop') {
      open.push({ name, keepsText });
      return;
    }
    elements += 1;
    if (open.length >= maxDepth)
      refuse(words(`This drawing nests its parts more than ${maxDepth} deep.`, simplify));
    if (elements > maxElements) refuse(words('This drawing has more than 100,000 parts.', simplify));
    const at = { tag, text, start, end: parser.position };
    const element = { name, start, content: [], ...readAttributes(at, parent === undefined) };
    open.push({ name, element, keepsText });
    parent?.element?.content.push(element);
    root ??= element;
  });
  const onText = (found: string) => {
    const { element, keepsText } = open.at(-1) ?? {};
    if (keepsText) element?.content.push(found);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const { name, element } = open.pop() ?? {};
    if (name !== 'style' || !element) return;
    const checked = checkStyle(element.content.splice(0).join(''));
    if (isFault(checked)) throw refusedValue(checked, text, element.start, parser.position);
    if (checked.text === '') return;
    sheets.push(checked);
    element.content.push(checked.text);
  });
  parser.write(text).close();
  if (!root) throw new Refused(syntaxWords('', text), 0, 1);
  return { root, sheets };
}

/** Refuses what is not well-formed, other encodings, and a DOCTYPE that declares something. */
function refuseSyntax(parser: SaxesParser<{ xmlns: true }>, text: string) {
  parser.on('error', ({ message }) => {
    const { position } = parser;
    const from = Math.max(0, text.lastIndexOf(message.includes('entity') ? '&' : '<', position - 1));
    throw new Refused(syntaxWords(message, text.slice(from, position)), from, position);
  });
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (/^(?:utf-?8|(?:us-)?ascii)$/i.test(encoding)) return;
    const at = Math.max(0, text.indexOf(encoding));
    const message = `This drawing is marked as saved in \`${cut(encoding)}\`.`;
    throw new Refused(words(message, asUtf8), at, at + encoding.length);
  });
  parser.on('doctype', (doctype) => {
    if (!doctype.replace(/"[^"]*"|'[^']*'/g, '').includes('[')) return;
    const at = Math.max(0, text.indexOf('<!DOCTYPE'));
    const message = 'This drawing defines words of its own, which browsers would read as something else.';
    const hint =
      'In Illustrator, save it without “Preserve Illustrator Editing Capabilities”, or choose Export As, SVG.';
    throw new Refused(words(message, hint), at, at + '<!DOCTYPE'.length);
  });
}

/** The attributes that are kept, and the pixels of the pictures in them. Throws `Refused`. */
function readAttributes(at: Tag, isRoot: boolean): Pick<DrawnElement, 'attributes' | 'pixels'> {
  const { tag } = at;
  const attributes = new Map(isRoot ? [['xmlns', namespaces.svg as string]] : []);
  const values: CheckedValue[] = [];
  for (const attribute of Object.values(tag.attributes)) {
    const name = allowedName(attribute, tag);
    if (name === undefined) continue;
    if (typeof name !== 'string') throw new Refused(name, ...placeOfAttribute(at, attribute.name));
    const checked = checkAttribute(tag, name, attribute.value);
    if (isFault(checked)) throw refusedValue(checked, at.text, ...placeOfAttribute(at, attribute.name));
    // Links lose their address. Of two addresses browsers take the one without a namespace.
    const isSecond = attribute.name !== 'href' && tag.attributes.href !== undefined;
    if (name === 'href' && (tag.local === 'a' || isSecond)) continue;
    attributes.set(name, checked.text);
    values.push(checked);
  }
  const size = isRoot ? sizeOf(attributes) : undefined;
  if (size && 'message' in size) {
    const hint = 'Give its page a width and a height in the drawing program, and save it again.';
    throw new Refused(words(size.message, hint), ...placeOfAttribute(at, size.attribute));
  }
  for (const [name, value] of Object.entries(size?.replacement ?? {})) attributes.set(name, value);
  return { attributes, pixels: pixelsOf(values) };
}

function refusedValue(fault: ValueFault, text: string, from: number, to: number): Refused {
  const at = text.indexOf(fault.piece, from);
  const isFound = fault.piece !== '' && at !== -1 && at < to;
  return isFound ? new Refused(fault, at, at + fault.piece.length) : new Refused(fault, from, to);
}

/** The start and end of an attribute; those of the tag where it cannot be found. */
function placeOfAttribute({ text, start, end, tag }: Tag, name: string): [number, number] {
  const attributes = /\s*([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/y;
  attributes.lastIndex = start + 1 + tag.name.length;
  for (let found = attributes.exec(text); found; found = attributes.exec(text)) {
    const from = found.index + found[0].length - found[0].trimStart().length;
    if (found[1] === name) return [from, attributes.lastIndex];
  }
  return [start, end];
}

function write({ name, attributes, content }: DrawnElement): string {
  let out = `<${name}`;
  for (const [attribute, value] of attributes) out += ` ${attribute}="${escapeAttribute(value)}"`;
  if (content.length === 0) return `${out}/>`;
  out += '>';
  for (const part of content) out += typeof part === 'string' ? escapeText(part) : write(part);
  return `${out}</${name}>`;
}

/** The parser has made spaces of unescaped white space; what is left was escaped. */
const escapeAttribute = (value: string): string =>
  escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

const asUtf8 = 'Save it again as UTF-8; drawing programs do that for “Plain SVG”.';

/** The parser's message in an editor's words. */
function syntaxWords(message: string, piece: string): Words {
  const entity = /^&[^;\s<]{1,30};?/.exec(piece)?.[0];
  if (message.includes('entity') && entity)
    return words(
      `\`${entity}\` means nothing in a drawing.`,
      'Write the character itself: this file is UTF-8.',
    );
  const prefix = /unbound namespace prefix: "([^"]+)"/.exec(message)?.[1];
  if (prefix)
    return words(`The \`${cut(prefix)}:\` here is not explained at the top of the drawing.`, saveAgain);
  return words(
    'This is where the drawing can no longer be read.',
    'Is the file whole? If it was changed by hand, undo that; or save it once more from a drawing program.',
  );
}

/** The text of an SVG file, without a byte order mark; a message where it is not saved as UTF-8. */
export function decodeSvg(bytes: Uint8Array): string | Words {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (/^(?:fffe|feff|3c00|003c)$/.test(start))
    return words('This drawing is saved as UTF-16, not as UTF-8.', asUtf8);
  if (start === '1f8b')
    return words('This drawing is compressed.', 'Save it as “Plain SVG”, not as “Compressed SVG”.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return words('This drawing is not saved as UTF-8.', asUtf8);
  }
}
