import { setTimeout as delay } from 'node:timers/promises';
import { readOrdinaryFile } from '../../lib/ordinary-file.ts';
import { endOfTag, framesIn } from '../../lib/sound-frames.ts';
import type { Part, Source } from './options.ts';

type FileSource = Extract<Source, { kind: 'file' }>;

const beat = 200;

/** Plays an MP3 file in a loop at its own bit rate, after `ahead` milliseconds at once. Throws the reason for the log if it cannot. */
export async function* openFile(
  source: FileSource,
  signal: AbortSignal,
  ahead: number,
): AsyncGenerator<Part> {
  const frames = framesOf(readOrdinaryFile(source.path, source.within));
  if (frames.length === 0) throw new Error('it has no MP3 frames');
  yield { contentType: 'audio/mpeg' };
  const startedAt = performance.now();
  let next = 0;
  for (let sent = 0; ; await delay(beat, undefined, { signal })) {
    const due = (performance.now() - startedAt + ahead) / 1000;
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

/** The frames of a file, without tags and without the silent header frame. */
const framesOf = (file: Buffer) =>
  [...framesIn(file, 'mp3', endOfTag(file))]
    .map(({ at, length, seconds }) => ({ bytes: file.subarray(at, at + length), seconds }))
    .filter(({ bytes }, i) => i > 0 || !/Xing|Info|VBRI/.test(bytes.toString('latin1', 0, 64)));
