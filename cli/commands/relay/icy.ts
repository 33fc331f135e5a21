import { Transform } from 'node:stream';
import { decodeText, oneLine } from '../../lib/printable.ts';

export type IcyPart = { readonly sound: Buffer } | { readonly title: string | undefined };

/** Splits a stream with a block of metadata after every `interval` bytes of sound, across chunks; with 0 there is no metadata. */
export function createIcySplitter(interval: number): (chunk: Buffer) => IcyPart[] {
  if (interval === 0) return (sound) => [{ sound }];
  let kind: 'sound' | 'length' | 'metadata' = 'sound';
  let left = interval;
  let metadata = Buffer.alloc(0);
  return (chunk) => {
    const parts: IcyPart[] = [];
    for (let at = 0; at < chunk.length; ) {
      const bytes = chunk.subarray(at, at + left);
      at += bytes.length;
      left -= bytes.length;
      if (kind === 'sound') parts.push({ sound: bytes });
      else if (kind === 'metadata') metadata = Buffer.concat([metadata, bytes]);
      if (left > 0) break;
      if (kind === 'metadata') parts.push({ title: titleOf(metadata) });
      const length = kind === 'length' ? (bytes[0] ?? 0) * 16 : 0;
      metadata = Buffer.alloc(0);
      kind = kind === 'sound' ? 'length' : length > 0 ? 'metadata' : 'sound';
      left = { sound: interval, length: 1, metadata: length }[kind];
    }
    return parts;
  };
}

/** Inserts a block of metadata after every `interval` bytes of sound: the title if it has changed, else an empty block. */
export function createIcyWriter(interval: number, title: () => string | undefined) {
  let soundLeft = interval;
  let written: string | undefined;
  return (sound: Buffer) => {
    const parts: Buffer[] = [];
    for (let at = 0; at < sound.length; ) {
      const piece = sound.subarray(at, at + soundLeft);
      parts.push(piece);
      at += piece.length;
      soundLeft -= piece.length;
      if (soundLeft > 0) break;
      const now = title() ?? '';
      parts.push(now === written ? Buffer.of(0) : metadataOf(now));
      written = now;
      soundLeft = interval;
    }
    return Buffer.concat(parts);
  };
}

/** A block of metadata: its length in units of 16 bytes, then the text, padded with zeros. */
function metadataOf(title: string): Buffer {
  const text = `StreamTitle='${title.slice(0, 1000).replaceAll("';", "' ;")}';`;
  const length = Math.ceil(Buffer.byteLength(text) / 16);
  const block = Buffer.alloc(1 + length * 16);
  block[0] = length;
  block.write(text, 1);
  return block;
}

/** The title in a block of ICY metadata, `undefined` if it has none: `StreamTitle='It's "Blue"';StreamUrl='';`. */
export function titleOf(metadata: Buffer): string | undefined {
  const end = metadata.indexOf(0);
  const bytes = end === -1 ? metadata : metadata.subarray(0, end);
  // Quotes in titles are not escaped: only a quote and a semicolon before the next field end the title.
  const field = /StreamTitle='(.*?)';(?=\s*$|\s*[A-Za-z]+=')/s.exec(decodeText(bytes))?.[1];
  return oneLine((field ?? '').replace(/&#(\d{1,7});/g, character)) || undefined;
}

/** Icecast writes characters outside Latin-1 as numeric HTML references. */
const character = (reference: string, number: string): string =>
  Number(number) <= 0x10ffff ? String.fromCodePoint(Number(number)) : reference;

/** Turns the `ICY 200 OK` of old SHOUTcast servers into `HTTP/1.0 200 OK`. */
export function icyAsHttp(): Transform {
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isIcy = isFirst && chunk.toString('latin1', 0, 4) === 'ICY ';
      isFirst = false;
      done(null, isIcy ? Buffer.concat([Buffer.from('HTTP/1.0 '), chunk.subarray(4)]) : chunk);
    },
  });
}
