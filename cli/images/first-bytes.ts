import { closeSync, openSync, readSync } from 'node:fs';
import { firstFrame, mp3FrameAt } from '../lib/mp3-frames.ts';

/** How much of a sound is read: far more than two frames and what some programs put before them. */
const maxSoundBytes = 64 * 1024;

/** Files that are copied, by extension: the name of their format, and whether a file has it. */
export const copiedKinds: Readonly<
  Record<string, { readonly name: string; readonly holds: (path: string) => boolean }>
> = {
  // https://www.rfc-editor.org/rfc/rfc8118#section-8
  '.pdf': { name: 'PDF', holds: (path) => bytesAt(path, 0, 5).toString('latin1') === '%PDF-' },
  '.mp3': { name: 'MP3', holds: holdsSound },
};

/** Whether a file starts as MP3 does: with two frames, after a tag or not. */
function holdsSound(path: string): boolean {
  const head = bytesAt(path, 0, 10);
  const start = head.toString('latin1', 0, 3) === 'ID3' ? 10 + tagLength(head) : 0;
  const sound = bytesAt(path, start, maxSoundBytes);
  // Zeros are padding, after a tag or instead of one.
  const first = sound.findIndex((byte) => byte !== 0);
  return sound[first] === 0xff && firstFrame(sound, mp3FrameAt, first) !== -1;
}

/** The length of an ID3 tag after its header, in four times seven bits. https://id3.org/id3v2.4.0-structure */
const tagLength = (head: Buffer): number =>
  [...head.subarray(6, 10)].reduce((length, byte) => length * 128 + (byte & 0x7f), 0);

/** Up to `length` bytes of a file from `start`. Throws what the disk throws. */
function bytesAt(path: string, start: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, start));
  } finally {
    closeSync(file);
  }
}
