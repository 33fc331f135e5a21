import { orUndefined } from '../../lib/or-undefined.ts';

/** Bytes in which the XML declaration is searched. */
const declarationBytes = 1024;

// What the bytes prove (a byte order mark, valid UTF-8) comes before what HTTP or the XML declaration say: servers often name a wrong encoding.

/** The text of a feed in any encoding; `undefined` if that cannot be known. Without a name, bytes that are not UTF-8 are windows-1252. */
export function decodeFeed(bytes: Uint8Array, contentType = ''): string | undefined {
  const proven = encodingFromStart(bytes);
  if (proven) return decode(bytes, proven) ?? '';

  const start = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');
  const named = [
    /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1],
    /<\?xml\s[^>]*?encoding\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1],
  ].flatMap((label) => orUndefined(() => label && new TextDecoder(label).encoding) ?? []);

  // ISO-2022-JP switches between character sets by escape sequences of ASCII, which is also valid UTF-8.
  if (named.includes('iso-2022-jp') && bytes.includes(0x1b)) return decode(bytes, 'iso-2022-jp') ?? '';
  const valid = decode(bytes, 'utf-8', true);
  if (valid !== undefined) return valid;
  const damaged = decode(bytes, 'utf-8') ?? '';
  if (isMostlyUtf8(damaged)) return damaged;
  const legacy = named.find((encoding) => !/^utf-|^iso-2022/.test(encoding));
  const text = decode(bytes, legacy ?? 'windows-1252') ?? damaged;
  return legacy === undefined && isGarbled(text) ? undefined : text;
}

/** Whether a text is not windows-1252: too many control characters, or letters beyond ASCII in runs, as in no language that is written in it. */
function isGarbled(text: string): boolean {
  // Estonian has words with the same letter four times.
  const runs = (text.match(/[\xa1-\xff]{3,}/g) ?? []).filter((run) => new Set(run).size > 2);
  const inRuns = runs.join('').length;
  const count = (characters: RegExp) => text.match(characters)?.length ?? 0;
  const all = count(/[^\0-\x7f\xa0]/g);
  return 20 * count(/[\x80-\x9f]/g) > all || (inRuns > 7 && 2 * inRuns > all);
}

function encodingFromStart([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return undefined;
}

/** Whether a text is UTF-8 with a few broken bytes: in other encodings at most one sequence in three happens to be UTF-8. */
function isMostlyUtf8(decoded: string): boolean {
  const broken = decoded.match(/\ufffd/g)?.length ?? 0;
  const whole = decoded.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return whole > 0 && whole >= broken;
}

// As a stream, so that a cut character is no error, and because Node otherwise reads windows-1252 as ISO-8859-1: https://github.com/nodejs/node/issues/56542
const decode = (bytes: Uint8Array, encoding: string, fatal = false): string | undefined =>
  orUndefined(() => new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true }));
