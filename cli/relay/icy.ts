/** One stretch of a stream that carries ICY metadata: sound, or a block of metadata as it stands. */
export interface IcyPart {
  readonly kind: 'sound' | 'metadata';
  readonly bytes: Buffer;
}

/** Splits a stream with a block of metadata after every `interval` bytes of sound, whatever pieces it comes in. */
export function createIcySplitter(interval: number): (chunk: Buffer) => IcyPart[] {
  let soundLeft = interval;
  let metadataLeft = 0;
  let metadata: Buffer[] = [];
  return (chunk) => {
    const parts: IcyPart[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (metadataLeft > 0) {
        const piece = chunk.subarray(at, at + metadataLeft);
        metadata.push(piece);
        metadataLeft -= piece.length;
        at += piece.length;
        if (metadataLeft === 0) {
          parts.push({ kind: 'metadata', bytes: Buffer.concat(metadata) });
          metadata = [];
          soundLeft = interval;
        }
      } else if (soundLeft === 0) {
        metadataLeft = (chunk[at] ?? 0) * 16;
        at += 1;
        if (metadataLeft === 0) soundLeft = interval;
      } else {
        const piece = chunk.subarray(at, at + soundLeft);
        parts.push({ kind: 'sound', bytes: piece });
        soundLeft -= piece.length;
        at += piece.length;
      }
    }
    return parts;
  };
}

/** The title in a block of ICY metadata, `undefined` where it has none: `StreamTitle='It's "Blue"';StreamUrl='';`. */
export function titleOf(metadata: Buffer): string | undefined {
  const end = metadata.indexOf(0);
  const bytes = end === -1 ? metadata : metadata.subarray(0, end);
  // Titles hold quotes of their own, unescaped: the field ends where a quote and a semicolon end it.
  const field = /StreamTitle='(.*?)';(?=\s*$|\s*[A-Za-z]+=')/s.exec(decode(bytes))?.[1];
  return (
    field
      ?.replace(/&#(\d{1,7});/g, character)
      .replace(/\p{Cc}+/gu, ' ')
      .trim() || undefined
  );
}

/** What Latin-1 does not have Icecast writes as HTML does, by number. */
function character(reference: string, number: string): string {
  return Number(number) <= 0x10ffff ? String.fromCodePoint(Number(number)) : reference;
}

/** UTF-8 where it is valid, else Latin-1, which older encoders send. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
