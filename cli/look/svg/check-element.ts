import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import { UnusableImage } from '../unusable-image.ts';
import {
  adviceFor,
  allowedAttributes,
  allowedElements,
  droppedElements,
  namespaces,
  textAttributes,
} from './allow-list.ts';
import { checkPicture, checkReference, checkStyle, cut } from './check-value.ts';

const saveAgain = 'Open it in a drawing program and save it as plain SVG, or export a PNG.';

const withoutScripts = 'Save it as a plain SVG, without scripts and links.';

interface Parent {
  readonly name: string;
  /** Otherwise it is dropped with all its content. */
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
  if (uri === namespaces.xhtml)
    throw new UnusableImage(`\`<${name}>\` is a piece of a web page, and this is a drawing.`, saveAgain);
  if (!parent && (local !== 'svg' || uri !== namespaces.svg)) {
    const message = `This file begins with \`<${name}>\`, not with \`<svg xmlns="${namespaces.svg}">\`.`;
    throw new UnusableImage(message, saveAgain);
  }
  if (parent && !parent.isKept) return false;
  if (uri !== namespaces.svg || droppedElements.has(local)) return false;
  // These contain text only.
  if (parent && /^(?:title|desc|style)$/.test(parent.name)) return false;
  // Illustrator's private copy of the drawing.
  const extension = tag.attributes.requiredExtensions?.value ?? '';
  if (local === 'foreignObject' && extension.startsWith('http://ns.adobe.com/')) return false;
  if (allowedElements.has(local)) return true;
  const advice = adviceFor.get(local) ?? saveAgain;
  throw new UnusableImage(`\`<${name}>\` is a part that drawings may not have here.`, advice);
}

/** The name an attribute is written under; `undefined` where it is dropped. Throws `UnusableImage`. */
export function allowedName({ name, local, prefix, uri }: SaxesAttributeNS): string | undefined {
  if (/^on/i.test(local))
    throw new UnusableImage(`\`${cut(name)}\` would run a script in the paper’s name.`, withoutScripts);
  if (uri === namespaces.xml) {
    if (local === 'base')
      throw new UnusableImage('This makes the addresses in a drawing lead elsewhere.', saveAgain);
    return allowedAttributes.has(`xml:${local}`) ? `xml:${local}` : undefined;
  }
  if (local === 'href' && (prefix === '' || uri === namespaces.xlink)) return 'href';
  if (prefix !== '') return undefined;
  return name === 'style' || allowedAttributes.has(name) || /^aria-[a-z]+$/.test(name) ? name : undefined;
}

/** Checks the value of an attribute, and returns what is written under `name`; `undefined` where it is dropped. Throws `UnusableImage`. */
export function checkedAttribute({ local }: SaxesTagNS, name: string, value: string): string | undefined {
  if (name === 'href') {
    // Pages show drawings as pictures, in which no link works.
    if (local === 'a') return undefined;
    return local === 'image' || local === 'feImage' ? checkPicture(value) : checkReference(value);
  }
  return textAttributes.has(name) || name.startsWith('aria-') ? value : checkStyle(value);
}
