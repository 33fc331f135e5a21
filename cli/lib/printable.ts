import { orUndefined } from './or-undefined.ts';

/**
 * Characters that control a terminal or change how the text around them shows: control characters except tab and line feed, and
 * invisible ones that reverse or hide text. File names, addresses and titles of feeds may contain them.
 */
const unsafe = /[[\p{Cc}]--[\t\n]]|[\u200B\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gv;

/** Lines that are safe to show on a terminal: unsafe characters become �. */
export const printableLines = (lines: string): string => lines.replace(unsafe, '�');

/** The same for text within one line: a new line could be a command to GitHub's runners. */
export const printable = (words: string): string => printableLines(words).replaceAll('\n', '�');

/** A value as JSON with unsafe characters escaped, so that programs read the same value. */
export const printableJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replace(unsafe, escapeUnits);

const escapeUnits = (character: string) =>
  character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text in one line, without characters that are invisible or turn the text around; joiners of letters and emojis are kept. */
export const oneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}[\p{Cf}--[\u200C\u200D]]]+/gv, ' ').trim();

/** A text in UTF-8 if it is valid, else Latin-1, which older encoders send. */
export const decodeText = (bytes: Buffer): string =>
  orUndefined(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ?? bytes.toString('latin1');
