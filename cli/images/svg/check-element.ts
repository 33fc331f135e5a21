import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import { type Words, words } from '../words.ts';
import {
  activeNamespaces,
  adviceFor,
  allowedAttributes,
  allowedElements,
  animatable,
  animations,
  droppedElements,
  namespaces,
  primitives,
  textAttributes,
} from './allow-list.ts';
import {
  type CheckedValue,
  checkLink,
  checkPicture,
  checkReference,
  checkStyle,
  cut,
  isFault,
  type ValueFault,
} from './check-value.ts';

export const saveAgain = 'Open it in a drawing program and save it as plain SVG, or export a PNG.';
const withoutScripts = 'Save it as a plain SVG, without scripts and links.';

/** The element around another; `element` is missing where it is dropped. */
interface Parent {
  readonly name: string;
  readonly element?: object;
}

/** Whether an element is kept or dropped with all its content; a message where the drawing is refused because of it. */
export function checkElement(tag: SaxesTagNS, parent: Parent | undefined): 'keep' | 'drop' | Words {
  const { local, uri } = tag;
  const name = cut(tag.name);
  if (/^(?:script|handler|listener)$/i.test(local))
    return words('This drawing holds a script, which would run in the paper’s name.', withoutScripts);
  if (uri === namespaces.xhtml)
    return words(`\`<${name}>\` is a piece of a web page, and this is a drawing.`, saveAgain);
  if (!parent && (local !== 'svg' || uri !== namespaces.svg)) {
    const message = `This file begins with \`<${name}>\`, not with \`<svg xmlns="${namespaces.svg}">\`.`;
    return words(message, saveAgain);
  }
  if (parent && !parent.element) return 'drop';
  if (activeNamespaces.has(uri))
    return words(`\`<${name}>\` is not part of a drawing, so nothing would show it.`, saveAgain);
  if (uri !== namespaces.svg || droppedElements.has(local)) return 'drop';
  // These hold text only.
  if (parent && /^(?:title|desc|style)$/.test(parent.name)) return 'drop';
  // Illustrator's own copy of the drawing, which only Illustrator reads.
  const extension = tag.attributes.requiredExtensions?.value ?? '';
  if (local === 'foreignObject' && extension.startsWith('http://ns.adobe.com/')) return 'drop';
  if (animations.has(local) && parent && (parent.name === 'filter' || primitives.has(parent.name)))
    return words('This drawing animates a filter, which is costly.', saveAgain);
  if (allowedElements.has(local) || primitives.has(local)) return 'keep';
  return words(`\`<${name}>\` is a part that drawings may not have here.`, adviceFor.get(local) ?? saveAgain);
}

/** The name an attribute is written under; `undefined` where it is dropped, a message where the drawing is refused because of it. */
export function allowedName(
  { name, local, prefix, uri }: SaxesAttributeNS,
  tag: SaxesTagNS,
): string | Words | undefined {
  if (/^on/i.test(local))
    return words(`\`${cut(name)}\` would run a script in the paper’s name.`, withoutScripts);
  if (uri === namespaces.xml) {
    if (local === 'base') return words('This makes the addresses in a drawing lead elsewhere.', saveAgain);
    return allowedAttributes.has(`xml:${local}`) ? `xml:${local}` : undefined;
  }
  if (local === 'href' && (prefix === '' || uri === namespaces.xlink)) return 'href';
  if (prefix !== '') return undefined;
  if (animations.has(tag.local) && name === 'style') return undefined;
  return name === 'style' || allowedAttributes.has(name) || /^aria-[a-z]+$/.test(name) ? name : undefined;
}

const animationHint =
  'Remove the animation. Drawings may animate only where parts are and how they are painted.';

/** Checks the value of an attribute that is written under `name`. */
export function checkAttribute(tag: SaxesTagNS, name: string, value: string): CheckedValue | ValueFault {
  const { local } = tag;
  const fault = (message: string, hint: string) => ({ message, hint, piece: value });
  if (name === 'href') {
    if (local === 'a') return checkLink(value);
    return local === 'image' || local === 'feImage' ? checkPicture(value) : checkReference(value);
  }
  if (name === 'attributeName' && !animatable.has(value)) {
    const target = cut(value.trim()) || 'nothing';
    return fault(`This drawing animates \`${target}\`, which drawings may not animate.`, animationHint);
  }
  if (textAttributes.has(name) || name.startsWith('aria-')) return { text: value, pictures: [] };
  const max = maxNumber(tag, name);
  const numbers = max === undefined ? [] : (value.match(/[-+]?[\d.]+(?:e[-+]?\d+)?/gi) ?? []);
  if (max !== undefined && !numbers.every((number) => Math.abs(Number(number)) <= max)) {
    const message = `\`${name}\` is \`${cut(value)}\` in this filter; the most is ${max}.`;
    return fault(message, 'Make the effect smaller, or export a PNG.');
  }
  const checked = checkStyle(value);
  return !isFault(checked) && animations.has(local) && /url\(/i.test(value)
    ? fault('This drawing animates what its parts refer to.', animationHint)
    : checked;
}

/** The largest number in an attribute of a filter. */
function maxNumber({ local, attributes }: SaxesTagNS, name: string): number | undefined {
  if (local === 'filter' && /^(?:x|y|width|height)$/.test(name)) {
    if (attributes.filterUnits?.value.trim() === 'userSpaceOnUse') return 1_000_000;
    return attributes[name]?.value.includes('%') ? 10_000 : 100;
  }
  return primitives.has(local) ? maxInPrimitives.get(name) : undefined;
}

const maxInPrimitives: ReadonlyMap<string, number> = new Map([
  ['stdDeviation', 1000],
  ['radius', 1000],
  ['order', 15],
  ['numOctaves', 10],
]);
