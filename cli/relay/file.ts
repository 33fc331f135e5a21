import { setTimeout as delay } from 'node:timers/promises';
import { readOrdinaryFile } from '../lib/ordinary-file.ts';
import { firstFrame, formatAt, frameAt } from '../lib/sound-frames.ts';
import type { Part, Source } from './options.ts';

type FileSource = Extract<Source, { kind: 'file' }>;

/** How often the frames that are due are sent, in milliseconds, and how many seconds are sent at once at first. */
const beat = 200;
const ahead = 8;

/** Plays an MP3 file over and over at its own bit rate. Throws why it cannot, in words for the log. */
export async function* openFile(source: FileSource, signal: AbortSignal): AsyncGenerator<Part> {
  const frames = framesOf(readOrdinaryFile(source.path, source.within));
  if (frames.length === 0) throw new Error('it has no MP3 frames');
  yield { info: { contentType: 'audio/mpeg' } };
  const startedAt = performance.now();
  let next = 0;
  for (let sent = 0; ; await delay(beat, undefined, { signal })) {
    const due = (performance.now() - startedAt) / 1000 + ahead;
    const batch: Buffer[] = [];
    for (; sent < due; next += 1) {
      const frame = frames[next % frames.length];
      if (!frame) break;
      batch.push(frame.bytes);
      sent += frame.seconds;
    }
    if (batch.length > 0) yield { sound: Buffer.concat(batch) };
  }
}

/** The kind of sound in a file, as `formatAt` has it; `undefined` if the file cannot be read or has none. */
export function formatOfFile({ path, within }: FileSource): string | undefined {
  try {
    const [first] = framesOf(readOrdinaryFile(path, within));
    return first && formatAt(first.bytes, 0, 'mp3');
  } catch {
    return undefined;
  }
}

/** The frames of a file, without its tags and without the silent one that only describes the file. */
function framesOf(file: Buffer) {
  const frames: { readonly bytes: Buffer; readonly seconds: number }[] = [];
  for (let at = firstFrame(file, 'mp3', afterTag(file)); at !== -1 && at < file.length; ) {
    const frame = frameAt(file, at, 'mp3');
    if (!frame || at + frame.length > file.length) {
      at = firstFrame(file, 'mp3', at + 1);
      continue;
    }
    const bytes = file.subarray(at, at + frame.length);
    if (frames.length > 0 || !/Xing|Info|VBRI/.test(bytes.subarray(0, 64).toString('latin1')))
      frames.push({ bytes, seconds: frame.seconds });
    at += frame.length;
  }
  return frames;
}

/** Where an ID3v2 tag at the start ends: its size is in four bytes of seven bits. */
function afterTag(file: Buffer): number {
  if (file.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, 10);
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
}
