import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import {
  adviceFor,
  animatable,
  animations,
  droppedElements,
  keptAttributes,
  keptElements,
  livelyNamespaces,
  namespaces,
  primitives,
  wordAttributes,
} from './names.ts';
import {
  type CheckedValue,
  checkLink,
  checkPicture,
  checkReference,
  checkStyle,
  cut,
  isFault,
  type ValueFault,
} from './values.ts';

/** What an editor is told. */
export interface Words {
  readonly message: string;
  readonly hint: string;
}

export const saveAgain = 'Open it in a drawing program and save it as plain SVG, or export a PNG.';
const withoutScripts = 'Save it as a plain SVG, without scripts and links.';

/** Where an element stands. */
export interface Parent {
  readonly name: string;
  readonly isKept: boolean;
}

/** Whether an element is kept, left out with all that is in it, or not to be in a drawing at all. */
export function judgeElement(tag: SaxesTagNS, parent: Parent | undefined): 'keep' | 'drop' | Words {
  const { local, uri } = tag;
  const name = cut(tag.name);
  if (/^(?:script|handler|listener)$/i.test(local)) {
    return {
      message: 'This drawing holds a script, which would run in the paper’s name.',
      hint: withoutScripts,
    };
  }
  if (uri === namespaces.xhtml) {
    return { message: `\`<${name}>\` is a piece of a web page, and this is a drawing.`, hint: saveAgain };
  }
  if (!parent && (local !== 'svg' || uri !== namespaces.svg)) {
    return {
      message: `This file begins with \`<${name}>\`, not with \`<svg xmlns="${namespaces.svg}">\`.`,
      hint: saveAgain,
    };
  }
  if (parent && !parent.isKept) return 'drop';
  if (livelyNamespaces.has(uri)) {
    return {
      message: `\`<${name}>\` is not written as a part of a drawing, so nothing would show it.`,
      hint: saveAgain,
    };
  }
  if (uri !== namespaces.svg || droppedElements.has(local)) return 'drop';
  // What explains a drawing, or styles it, is text alone.
  if (parent && /^(?:title|desc|style)$/.test(parent.name)) return 'drop';
  // Illustrator's own copy of the drawing, which only Illustrator reads.
  const extension = tag.attributes.requiredExtensions?.value ?? '';
  if (local === 'foreignObject' && extension.startsWith('http://ns.adobe.com/')) return 'drop';
  if (animations.has(local) && parent && (parent.name === 'filter' || primitives.has(parent.name)))
    return { message: 'This drawing animates a filter, which is costly.', hint: saveAgain };
  if (keptElements.has(local) || primitives.has(local)) return 'keep';
  return {
    message: `\`<${name}>\` is none of the parts that a drawing may have here.`,
    hint: adviceFor.get(local) ?? saveAgain,
  };
}

/** The name an attribute is kept under; none where it is left out. */
export function keptName(
  { name, local, prefix, uri }: SaxesAttributeNS,
  tag: SaxesTagNS,
): string | Words | undefined {
  if (/^on/i.test(local)) {
    return { message: `\`${cut(name)}\` would run a script in the paper’s name.`, hint: withoutScripts };
  }
  if (uri === namespaces.xml) {
    if (local === 'base')
      return { message: 'This makes the addresses in a drawing lead elsewhere.', hint: saveAgain };
    return keptAttributes.has(`xml:${local}`) ? `xml:${local}` : undefined;
  }
  if (local === 'href' && (prefix === '' || uri === namespaces.xlink)) return 'href';
  if (prefix !== '') return undefined;
  if (animations.has(tag.local) && name === 'style') return undefined;
  return name === 'style' || keptAttributes.has(name) || /^aria-[a-z]+$/.test(name) ? name : undefined;
}

/** Checks the value of an attribute that is kept under `name`. */
export function judgeValue(tag: SaxesTagNS, name: string, value: string): CheckedValue | ValueFault {
  const { local } = tag;
  if (name === 'href') {
    if (local === 'a') return checkLink(value);
    return local === 'image' || local === 'feImage' ? checkPicture(value) : checkReference(value);
  }
  if (name === 'attributeName' && !animatable.has(value)) {
    return {
      message: `This drawing animates \`${cut(value.trim()) || 'nothing'}\`, which is not for drawings to change.`,
      hint: 'Take the animation out: what may move is where parts stand and how they are painted.',
      piece: value,
    };
  }
  if (wordAttributes.has(name) || name.startsWith('aria-')) return { text: value, pictures: [] };
  const limit = limitOf(tag, name);
  if (limit !== undefined) {
    const numbers = value.match(/[-+]?[\d.]+(?:e[-+]?\d+)?/gi) ?? [];
    if (!numbers.every((number) => Math.abs(Number(number)) <= limit)) {
      return {
        message: `\`${name}\` is \`${cut(value)}\` in this filter; the most is ${limit}.`,
        hint: 'Make the effect smaller, or export a PNG.',
        piece: value,
      };
    }
  }
  const checked = checkStyle(value);
  if (!isFault(checked) && animations.has(local) && /url\(/i.test(value)) {
    return {
      message: 'This drawing animates what its parts refer to.',
      hint: 'Take the animation out: what may move is where parts stand and how they are painted.',
      piece: value,
    };
  }
  return checked;
}

/** The largest number that may stand in an attribute of a filter. */
function limitOf({ local, attributes }: SaxesTagNS, name: string): number | undefined {
  if (local === 'filter' && /^(?:x|y|width|height)$/.test(name)) {
    if (attributes.filterUnits?.value.trim() === 'userSpaceOnUse') return 1_000_000;
    return attributes[name]?.value.includes('%') ? 10_000 : 100;
  }
  return primitives.has(local) ? filterLimits.get(name) : undefined;
}

const filterLimits: ReadonlyMap<string, number> = new Map([
  ['stdDeviation', 1000],
  ['radius', 1000],
  ['order', 15],
  ['numOctaves', 10],
]);
