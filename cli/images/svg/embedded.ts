import type { Size } from '../sizes.ts';

/** A picture within a drawing. */
export interface EmbeddedPicture {
  /** Without white space. */
  readonly address: string;
  readonly pixels: number;
}

const address = /^data:image\/(png|jpe?g|gif|webp);base64,([a-z\d+/]*={0,2})$/i;

/** The picture in a `data:` address; `undefined` where it is none of the four formats, or not the one it is named as. */
export function embeddedPicture(text: string): EmbeddedPicture | undefined {
  const [, type = '', base64 = ''] = address.exec(text.replace(/[\t\n\f\r ]+/g, '')) ?? [];
  if (base64 === '') return undefined;
  const format = type.toLowerCase().replace('jpg', 'jpeg');
  const size = sizeReaders[format]?.(Buffer.from(base64, 'base64'));
  if (!size || !(size.width > 0 && size.height > 0)) return undefined;
  return { address: `data:image/${format};base64,${base64}`, pixels: size.width * size.height };
}

const sizeReaders: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = { png, gif, jpeg, webp };

function png(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): Size | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Its size is in the frame header, after what cameras and programs write. */
function jpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    // Markers may be preceded by any number of fill bytes.
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

function webp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8X':
      return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
    case 'WEBPVP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'WEBPVP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}
