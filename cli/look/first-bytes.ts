import { bytesAt } from '../lib/ordinary-file.ts';
import { endOfTag, firstFrame } from '../lib/sound-frames.ts';

/** Bytes read of a sound file: far more than two frames and the padding that some encoders write before them. */
const maxSoundBytes = 64 * 1024;

/** Files that are copied unchanged, by extension: the format's name, and a check of the first bytes. */
export const copiedKinds: Readonly<
  Record<string, { readonly name: string; readonly holds: (path: string) => boolean }>
> = {
  // https://www.rfc-editor.org/rfc/rfc8118#section-8
  '.pdf': { name: 'PDF', holds: (path) => bytesAt(path, 0, 5).toString('latin1') === '%PDF-' },
  '.mp3': { name: 'MP3', holds: isMp3 },
};

/** Whether a file starts with frames of MP3, behind a tag or padding. */
function isMp3(path: string): boolean {
  const sound = bytesAt(path, endOfTag(bytesAt(path, 0, 10)), maxSoundBytes);
  // Zeros are padding, after a tag or instead of one.
  const first = sound.findIndex((byte) => byte !== 0);
  return sound[first] === 0xff && firstFrame(sound, 'mp3', first) !== -1;
}
