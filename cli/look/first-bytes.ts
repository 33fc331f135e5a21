import { bytesAt } from '../lib/ordinary-file.ts';
import { endOfTag, firstFrame, framesIn } from '../lib/sound-frames.ts';

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

/** How long an MP3 sounds, in seconds: its first frame may count them, else all are taken to be as the first ones are. */
export function secondsOf(path: string, bytes: number): number | undefined {
  const start = endOfTag(bytesAt(path, 0, 10));
  const sound = bytesAt(path, start, maxSoundBytes);
  const frames = [...framesIn(sound, 'mp3')];
  const [first] = frames;
  if (!first) return undefined;
  const tag = first.at + sound.toString('latin1', first.at, first.at + first.length - 8).search(/Xing|Info/);
  const isCounted = tag >= first.at && sound.readUInt8(tag + 7) % 2 === 1;
  if (isCounted) return sound.readUInt32BE(tag + 8) * first.seconds;
  const length = frames.reduce((sum, frame) => sum + frame.length, 0);
  return ((bytes - start) * frames.length * first.seconds) / length;
}
