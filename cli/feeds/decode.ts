/** Bytes in which the XML declaration is searched. */
const declarationBytes = 1024;

/**
 * The text of a feed in any encoding. Never throws: an unknown encoding is read as windows-1252.
 *
 * What the bytes prove comes before what HTTP or the XML declaration say, because servers and programs often name the wrong encoding.
 */
export function decodeFeed(bytes: Uint8Array, contentType = ''): string {
  const proven = encodingFromStart(bytes);
  if (proven) return decode(bytes, proven) ?? '';

  const start = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytes));
  const labels = [
    /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1],
    /<\?xml\s[^>]*?encoding\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1],
  ];
  const encodings = labels.flatMap((label) => encodingCalled(label) ?? []);

  // ISO-2022-JP switches between character sets by escape sequences of ASCII, which is also valid UTF-8.
  const isJapanese = encodings.includes('iso-2022-jp') && bytes.includes(escapeByte);
  if (isJapanese) return decode(bytes, 'iso-2022-jp') ?? '';
  const strict = decode(bytes, 'utf-8', true);
  if (strict !== undefined) return strict;
  const legacy = encodings.find((encoding) => !/^utf-|^iso-2022/.test(encoding));
  const lossy = decode(bytes, 'utf-8') ?? '';
  if (isDamagedUtf8(lossy, legacy !== undefined)) return lossy;
  return decode(bytes, legacy ?? 'windows-1252') ?? lossy;
}

const escapeByte = 0x1b;

function encodingFromStart([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return undefined;
}

/**
 * Whether a text is UTF-8 with a few broken bytes. In other encodings, such as Thai and Chinese ones, the bytes that are no UTF-8 character
 * are at least twice as many as those that happen to be one. If another encoding is named, it must be the other way round.
 */
function isDamagedUtf8(lossy: string, isOtherNamed: boolean): boolean {
  const broken = lossy.match(/\ufffd/g)?.length ?? 0;
  const whole = lossy.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return whole > 0 && whole >= broken * (isOtherNamed ? 2 : 1);
}

/** The encoding's name in the Encoding Standard. */
function encodingCalled(label: string | undefined): string | undefined {
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * `undefined` if the bytes must be in that encoding and are not. Decoded as a stream, so that a text cut off within a character is no error,
 * and because Node otherwise reads windows-1252 as ISO-8859-1: https://github.com/nodejs/node/issues/56542
 */
function decode(bytes: Uint8Array, encoding: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
