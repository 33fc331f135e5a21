import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escapeText, escapeXml } from '../../lib/escape.ts';
import { isCheap } from './cheap.ts';
import { below, costOf, type DrawnElement } from './cost.ts';
import { judgeElement, judgeValue, keptName, saveAgain, type Words } from './judge.ts';
import { namespaces, textElements } from './names.ts';
import { sizeOf } from './size.ts';
import { checkStyle, cut, isFault, type ValueFault } from './values.ts';

/** A drawing that runs nothing and fetches nothing, whoever opens it. */
export interface CleanSvg {
  /** Written anew, as UTF-8 without a declaration: only what is on the lists of `cli/images/svg/names.ts`. */
  readonly text: string;
  /** In CSS pixels, whole, at least 1. */
  readonly width: number;
  readonly height: number;
  /** Whether it can be drawn at any size with little time and memory. */
  readonly isCheap: boolean;
}

/** Why a drawing is not published, and where: offsets in its text, in UTF-16 units. */
export interface SvgFault extends Words {
  readonly start: number;
  readonly end: number;
}

export type Cleaning =
  | { readonly kind: 'clean'; readonly svg: CleanSvg }
  | { readonly kind: 'fault'; readonly fault: SvgFault };

/** The largest drawing, in bytes. */
export const maxSvgBytes = 5 * 1024 * 1024;

const mostElements = 100_000;
/** Elements within elements; libxml2 goes down 256. */
const deepest = 128;
/** In plain shapes, everything counted as often as it is drawn. */
const mostCost = 400_000;
const mostPixels = 50_000_000;

const simplify = 'Simplify it in the drawing program, or export a PNG.';

/** The first thing that is wrong with a drawing. It ends the reading, so that no damage makes that long. */
class Refused extends Error {
  readonly fault: SvgFault;
  constructor({ message, hint }: Words, start: number, end: number) {
    super(message);
    this.fault = { message, hint, start, end: Math.max(start + 1, end) };
  }
}

/**
 * Reads a drawing strictly and writes it anew from what is on the lists. What only programs note down is left out; what would be
 * missed, what runs and what reaches out of the drawing is a fault. Takes time in proportion to `text`, and never throws.
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
  const { root, sheet, sheetPixels, written } = rewrite(text);
  const refuse = (message: string, start: number): never => {
    throw new Refused({ message, hint: simplify }, start, text.indexOf('>', start) + 1);
  };
  const cost = costOf(root, sheet);
  if ('kind' in cost) return refuse(costWords[cost.kind], cost.start);
  if (!(cost.cost <= mostCost))
    return refuse('This drawing shows its parts over and over, or has too many filters.', root.start);
  const pixels = cost.pixels + sheetPixels;
  if (!(pixels <= mostPixels))
    return refuse('The pictures in this drawing have more than 50 megapixels together.', root.start);
  const size = sizeOf(root.attributes);
  if ('message' in size) return refuse(size.message, root.start);
  return {
    text: written,
    width: size.width,
    height: size.height,
    isCheap: isCheap([...below(root)], sheet, { ...cost, pixels }, size),
  };
}

const costWords = {
  cycle: 'This part of the drawing is drawn within itself.',
  depth: 'This part of the drawing refers to others that refer to others, hundreds of times.',
  style: 'The style of this drawing refers to its parts in ways that cannot be followed.',
};

interface Rewritten {
  readonly root: DrawnElement;
  /** Its style sheets, and the pixels of the pictures in them. */
  readonly sheet: string;
  readonly sheetPixels: number;
  readonly written: string;
}

interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** None where it is left out. */
  readonly element: DrawnElement | undefined;
  readonly holdsText: boolean;
  style: string;
}

/** Throws `Refused`. */
function rewrite(text: string): Rewritten {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const roots: DrawnElement[] = [];
  const open: OpenElement[] = [];
  const sheets: string[] = [];
  const out: string[] = [];
  let sheetPixels = 0;
  let elements = 0;
  let start = 0;
  /** Whether the tag written last may still become one that holds nothing. */
  let isUnfinished = false;

  function write(...parts: readonly string[]) {
    if (isUnfinished) out.push('>');
    isUnfinished = false;
    out.push(...parts);
  }

  function refuseValue(fault: ValueFault, from: number, to: number): never {
    const at = text.indexOf(fault.piece, from);
    const isFound = fault.piece !== '' && at !== -1 && at < to;
    throw isFound ? new Refused(fault, at, at + fault.piece.length) : new Refused(fault, from, to);
  }

  function keep(tag: SaxesTagNS): DrawnElement {
    elements += 1;
    if (elements > mostElements || open.length >= deepest) {
      const tooMany =
        open.length >= deepest
          ? `This drawing nests its parts more than ${deepest} deep.`
          : 'This drawing has more than 100,000 parts.';
      throw new Refused({ message: tooMany, hint: simplify }, start, parser.position);
    }
    const attributes = new Map<string, string>();
    let pixels = 0;
    for (const attribute of Object.values(tag.attributes)) {
      const stretch = () => attributeStretch(text, start, parser.position, tag.name, attribute.name);
      const name = keptName(attribute, tag);
      if (name === undefined) continue;
      if (typeof name !== 'string') throw new Refused(name, ...stretch());
      const checked = judgeValue(tag, name, attribute.value);
      if (isFault(checked)) refuseValue(checked, ...stretch());
      if (name === 'href' && (tag.local === 'a' || isOutdone(attribute.name, tag))) continue;
      attributes.set(name, checked.text);
      for (const picture of checked.pictures) pixels += picture.pixels;
    }
    if (open.length === 0) resize(attributes, tag);
    return { name: tag.local, start, attributes, children: [], pixels, letters: 0 };
  }

  function resize(attributes: Map<string, string>, tag: SaxesTagNS) {
    const size = sizeOf(attributes);
    if ('message' in size) {
      const hint = 'Give its page a width and a height in the drawing program, and save it again.';
      const stretch = attributeStretch(text, start, parser.position, tag.name, size.attribute);
      throw new Refused({ message: size.message, hint }, ...stretch);
    }
    for (const [name, value] of Object.entries(size.instead ?? {})) attributes.set(name, value);
  }

  parser.on('error', ({ message }) => {
    const { position } = parser;
    const from = Math.max(0, text.lastIndexOf(message.includes('entity') ? '&' : '<', position - 1));
    throw new Refused(syntaxWords(message, text.slice(from, position)), from, position);
  });
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (/^(?:utf-?8|(?:us-)?ascii)$/i.test(encoding)) return;
    const at = Math.max(0, text.indexOf(encoding));
    const message = `This drawing says of itself that it is saved as \`${cut(encoding)}\`.`;
    throw new Refused({ message, hint: asUtf8 }, at, at + encoding.length);
  });
  parser.on('doctype', (doctype) => {
    if (!doctype.replace(/"[^"]*"|'[^']*'/g, '').includes('[')) return;
    const at = Math.max(0, text.indexOf('<!DOCTYPE'));
    throw new Refused(ownWords, at, at + '<!DOCTYPE'.length);
  });
  parser.on('opentagstart', ({ name }) => {
    start = Math.max(0, text.lastIndexOf(`<${name}`, parser.position));
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    if (open.length > 2 * deepest)
      throw new Refused(
        { message: 'This drawing nests its notes too deep.', hint: simplify },
        start,
        parser.position,
      );
    const verdict = judgeElement(tag, parent && { name: parent.name, isKept: parent.element !== undefined });
    if (typeof verdict !== 'string') throw new Refused(verdict, start, parser.position);
    const name = tag.local;
    const holdsText = textElements.has(name) || (name === 'a' && parent?.holdsText === true);
    const element = verdict === 'keep' ? keep(tag) : undefined;
    open.push({ name, start, element, holdsText, style: '' });
    if (!element) return;
    if (parent?.element) parent.element.children.push(element);
    else roots.push(element);
    write(`<${name}`, parent ? '' : ` xmlns="${namespaces.svg}"`);
    for (const [attribute, value] of element.attributes)
      out.push(` ${attribute}="${escapeAttribute(value)}"`);
    isUnfinished = true;
  });

  function onText(found: string) {
    const within = open.at(-1);
    if (!within?.element) return;
    if (within.name === 'style') within.style += found;
    else if (within.holdsText) {
      within.element.letters += found.length;
      write(escapeText(found));
    }
  }
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed?.element) return;
    if (closed.style !== '') {
      const checked = checkStyle(closed.style);
      if (isFault(checked)) refuseValue(checked, closed.start, parser.position);
      sheets.push(checked.text);
      for (const { pixels } of checked.pictures) sheetPixels += pixels;
      write(escapeText(checked.text));
    }
    out.push(isUnfinished ? '/>' : `</${closed.name}>`);
    isUnfinished = false;
  });

  parser.write(text).close();
  const [root] = roots;
  if (!root) throw new Refused(syntaxWords('', text), 0, 1);
  return { root, sheet: sheets.join('\n'), sheetPixels, written: `${out.join('')}\n` };
}

/** Whether an address is not the one that browsers take: the one without a namespace goes before. */
const isOutdone = (name: string, { attributes }: SaxesTagNS): boolean =>
  name !== 'href' && attributes.href !== undefined;

/** White space that was written as it is has become spaces by now; what is left of it was meant. */
const escapeAttribute = (value: string): string =>
  escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

/** Where an attribute stands in a tag of `text`; the tag itself where it cannot be found. */
function attributeStretch(
  text: string,
  start: number,
  end: number,
  tagName: string,
  wanted: string,
): [number, number] {
  const attributes = /\s*([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/y;
  attributes.lastIndex = start + 1 + tagName.length;
  for (let found = attributes.exec(text); found; found = attributes.exec(text)) {
    const from = found.index + found[0].length - found[0].trimStart().length;
    if (found[1] === wanted) return [from, attributes.lastIndex];
  }
  return [start, end];
}

const asUtf8 = 'Save it again as UTF-8; drawing programs do that of themselves under “Plain SVG”.';

const ownWords: Words = {
  message: 'This drawing defines words of its own, which browsers would read as something else.',
  hint: 'In Illustrator, save it without “Preserve Illustrator Editing Capabilities”, or choose Export As, SVG.',
};

/** What the parser says, in an editor's words. */
function syntaxWords(message: string, piece: string): Words {
  const entity = /^&[^;\s<]{1,30};?/.exec(piece)?.[0];
  if (message.includes('entity') && entity)
    return {
      message: `\`${entity}\` means nothing in a drawing.`,
      hint: 'Write the character itself: this file is UTF-8.',
    };
  const prefix = /unbound namespace prefix: "([^"]+)"/.exec(message)?.[1];
  if (prefix)
    return {
      message: `The \`${cut(prefix)}:\` here is not explained at the top of the drawing.`,
      hint: saveAgain,
    };
  return {
    message: 'This is where the drawing can no longer be read.',
    hint: 'Is the file whole? If it was changed by hand, undo that; or save it once more from a drawing program.',
  };
}

/** The text of an SVG file, without a byte order mark; a fault where it is not saved as UTF-8. */
export function decodeSvg(bytes: Uint8Array): string | Words {
  const [a, b] = bytes;
  if (
    (a === 0xff && b === 0xfe) ||
    (a === 0xfe && b === 0xff) ||
    (a === 0x3c && b === 0) ||
    (a === 0 && b === 0x3c)
  )
    return { message: 'This drawing is saved as UTF-16, not as UTF-8.', hint: asUtf8 };
  if (a === 0x1f && b === 0x8b)
    return {
      message: 'This drawing is compressed.',
      hint: 'Save it as “Plain SVG”, not as “Compressed SVG”.',
    };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { message: 'This drawing is not saved as UTF-8.', hint: asUtf8 };
  }
}
