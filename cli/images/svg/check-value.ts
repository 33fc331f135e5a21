import type { Words } from '../words.ts';
import { styleFunctions, styleRules } from './allow-list.ts';
import { type EmbeddedPicture, embeddedPicture } from './embedded.ts';

/** Why a value is refused, and the piece of it that is the reason. */
export interface ValueFault extends Words {
  readonly piece: string;
}

/** A value in which nothing refers to anything outside the drawing. */
export interface CheckedValue {
  /** What is written: without comments. */
  readonly text: string;
  readonly pictures: readonly EmbeddedPicture[];
}

const outsideHint =
  'Everything a drawing shows has to be in it: embed pictures as PNG or JPEG, turn texts in other fonts into paths, or export a PNG.';

/** A text at the length that messages have room for. */
export const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

const outside = (address: string, piece = address): ValueFault => ({
  message: `\`${cut(address)}\` is not in this drawing: it would be fetched from elsewhere, or run.`,
  hint: outsideHint,
  piece,
});

/** Function calls, in strings as well: what a browser takes for a string is not guessed at. */
const calls = /(?<![-\w\u0080-\uffff])([-\w\u0080-\uffff]*)\(/g;

/** The address in a `url()`; `undefined` where quotes, parentheses or spaces make it unclear. */
function addressAt(text: string, at: number): string | undefined {
  const end = text.indexOf(')', at);
  if (end === -1) return undefined;
  const inner = text.slice(at + 1, end).trim();
  const [quote] = inner;
  const isQuoted = inner.length > 1 && (quote === '"' || quote === "'") && inner.endsWith(quote);
  const address = isQuoted ? inner.slice(1, -1) : inner;
  return /["'(]/.test(address) || (!isQuoted && /\s/.test(address)) ? undefined : address.trim();
}

/**
 * Checks a style sheet, a `style` attribute or a presentation attribute. Functions are those of the allow list; `url()` refers to the
 * drawing itself, or holds a picture. Escapes are refused.
 */
export function checkStyle(value: string): CheckedValue | ValueFault {
  // A space keeps the text on both sides of a comment apart.
  const text = value.includes('/*') ? value.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ') : value;
  const backslash = text.indexOf('\\');
  if (backslash !== -1) {
    const piece = text.slice(backslash, backslash + 4);
    return {
      message: `\`${piece}\` is an escape, which styles of drawings may not have.`,
      hint: 'Write the character itself: this file is UTF-8.',
      piece,
    };
  }
  for (const [rule, name = ''] of text.matchAll(/@([-\w\u0080-\uffff]*)/g)) {
    if (!styleRules.has(name.toLowerCase()))
      return { message: `The style of this drawing uses \`${rule}\`.`, hint: outsideHint, piece: rule };
  }
  const pictures: EmbeddedPicture[] = [];
  for (const { 1: written = '', index } of text.matchAll(calls)) {
    const name = written.toLowerCase();
    if (name === '' || styleFunctions.has(name)) continue;
    const piece = text.slice(index, index + 80).split(/[\n;})]/, 1)[0] ?? '';
    if (name !== 'url') {
      return {
        message: `The style of this drawing calls \`${cut(written)}()\`, which may load something from outside or is costly.`,
        hint: 'Write filters as `<filter>` elements, and leave out what is only for web pages.',
        piece,
      };
    }
    const address = addressAt(text, index + written.length);
    if (address !== undefined && /^#./.test(address)) continue;
    const picture = embeddedPicture(address ?? '');
    if (!picture) return outside(address || piece, piece);
    pictures.push(picture);
  }
  return { text, pictures };
}

/** The `id`s that the `url()`s of a checked value name. */
export function referencesIn(style: string): string[] {
  return [...style.matchAll(/url\(\s*["']?#([^"'()\\]*)/gi)].map(([, id = '']) => idOf(id.trim()));
}

/** The `id` that a fragment of an address names: browsers read `%61` as `a`. */
export function idOf(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** An address as browsers read it. XML has no other control characters than these. */
const readAddress = (text: string): string => text.replace(/[\t\n\r]/g, '').trim();

/** Checks the address of a part of the same drawing. */
export function checkReference(value: string): CheckedValue | ValueFault {
  const text = readAddress(value);
  return text === '' || /^#[^()\\"'<>]*$/.test(text) ? { text, pictures: [] } : outside(text, value);
}

/** Checks the address of an `<image>`: the address holds the picture. */
export function checkPicture(value: string): CheckedValue | ValueFault {
  const picture = embeddedPicture(value);
  if (picture) return { text: picture.address, pictures: [picture] };
  const text = readAddress(value);
  if (text === '') return { text, pictures: [] };
  if (!/^data:/i.test(text)) return outside(text, value);
  const type = /^data:([^;,]{0,40})/i.exec(text)?.[1] ?? '';
  return {
    message: `A picture in this drawing is marked as \`${type || 'text'}\`, and is not a complete PNG, JPEG, GIF or WebP.`,
    hint: 'Embed it as PNG or JPEG, or export the whole drawing as PNG.',
    piece: value,
  };
}

/** Checks the address of a link, which is then dropped: no drawing is published with a link. */
export function checkLink(value: string): CheckedValue | ValueFault {
  const text = readAddress(value);
  const scheme = /^[^/?#]*?:/.exec(text)?.[0];
  if (scheme === undefined || /^(?:https?|mailto|tel):$/i.test(scheme)) return { text: '', pictures: [] };
  return {
    message: `\`${cut(text)}\` is a link that a drawing cannot have: it may run a script.`,
    hint: 'Take the link out of the drawing. Around a picture in a text, Markdown can set one.',
    piece: value,
  };
}

export const isFault = (checked: CheckedValue | ValueFault): checked is ValueFault => 'message' in checked;
