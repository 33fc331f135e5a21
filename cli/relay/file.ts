import { readOrdinaryFile } from '../lib/ordinary-file.ts';
import { firstFrame, formatAt, frameAt } from '../lib/sound-frames.ts';
import type { Source, StreamEvents } from './options.ts';

type FileSource = Extract<Source, { kind: 'file' }>;

/** How often the frames that are due are sent, in milliseconds, and how many seconds are sent at once at first. */
const beat = 200;
const ahead = 8;

/**
 * Plays an MP3 file over and over at its own bit rate.
 *
 * @returns a function that stops it, after which no event comes
 */
export function openFile(source: FileSource, events: StreamEvents): () => void {
  let timer = setTimeout(start);
  return () => clearTimeout(timer);

  function start() {
    let frames: ReturnType<typeof framesOf>;
    try {
      frames = framesOf(readOrdinaryFile(source.path, source.within));
    } catch (error) {
      return events.end(error instanceof Error ? error.message : String(error));
    }
    if (frames.length === 0) return events.end('it has no MP3 frames');
    const startedAt = performance.now();
    let next = 0;
    let sent = 0;
    timer = setInterval(send, beat);
    events.start({ contentType: 'audio/mpeg' });
    send();

    function send() {
      const due = (performance.now() - startedAt) / 1000 + ahead;
      const batch: Buffer[] = [];
      while (sent < due) {
        const frame = frames[next % frames.length];
        if (!frame) break;
        batch.push(frame.bytes);
        sent += frame.seconds;
        next += 1;
      }
      if (batch.length > 0) events.sound(Buffer.concat(batch));
    }
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
