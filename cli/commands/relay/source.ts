import { setTimeout as delay } from 'node:timers/promises';
import { readOrdinaryFile } from '../../lib/ordinary-file.ts';
import {
  type ContentType,
  createFramer,
  endOfTag,
  firstFrame,
  formatAt,
  framesIn,
  type Packing,
  packingOf,
} from '../../lib/sound-frames.ts';
import type { Source } from './flags.ts';
import { openStream, type Part, type StreamOptions } from './upstream.ts';

/** How the sound of a source joins what was sent before. */
export interface Beginning {
  readonly contentType: ContentType;
  /** The sound format; `undefined` if it goes on at the next byte after the last that was sent, rather than at a frame. */
  readonly format: string | undefined;
}

export interface Sound {
  readonly sound: Buffer;
  readonly beginning?: Beginning;
  /** Whether the source has sent new sound: sound after the last byte that was sent, or for longer than a burst. */
  readonly isProven: boolean;
}

/** An event of a source; the last one is its end, with the reason for the log. */
export type SourcePart = Sound | { readonly title: string | undefined } | { readonly end: string };

export interface SourceOptions extends StreamOptions {
  /** How much sound a file sends at once, in milliseconds. */
  readonly ahead: number;
  /** The newest sound that was sent before. */
  readonly sent: () => Buffer;
  /** Whether sound is dropped until it is proven, because listeners hear the fallback, or nothing. */
  readonly isHeld: () => boolean;
}

/** Opens a source and joins it to what was sent before, until `signal` closes it. */
export async function* openSource(source: Source, options: SourceOptions): AsyncGenerator<SourcePart> {
  const { signal, ahead } = options;
  const parts = source.kind === 'file' ? openFile(source, signal, ahead) : openStream(source.url, options);
  let join: ((sound: Buffer) => Sound | undefined) | undefined;
  try {
    for await (const part of parts) {
      if ('contentType' in part) join = createJoin(part.contentType, source, options);
      else if ('title' in part) yield part;
      else {
        const sound = join?.(part.sound);
        if (sound) yield sound;
      }
    }
  } catch (error) {
    yield { end: error instanceof Error ? error.message : String(error) };
  }
}

/** Finds where the sound of a source begins, and when it is proven. The function it returns gives `undefined` for sound that is not sent. */
function createJoin(contentType: ContentType, source: Source, { limits, sent, isHeld }: SourceOptions) {
  const packing = packingOf(contentType);
  // A source may end anywhere, and players hear half a frame before another one.
  const whole = createFramer(packing);
  let firstAt: number | undefined;
  let isProven = false;
  let hasBegun = false;
  let splice: ReturnType<typeof createSplicer> | undefined;

  return (bytes: Buffer): Sound | undefined => {
    const piece = whole(bytes);
    const now = performance.now();
    firstAt ??= now;
    isProven ||= now - firstAt > limits.trial;
    if (isHeld() && !isProven) return undefined;
    if (hasBegun) return { sound: piece, isProven };
    // A file starts at its beginning: it is not searched for what was sent.
    const before = () => (source.kind === 'file' || isHeld() ? Buffer.alloc(0) : sent());
    splice ??= createSplicer(before(), packing, limits.silence);
    const spliced = splice(piece);
    if (!spliced) return undefined;
    hasBegun = true;
    const { rest: sound, isSpliced } = spliced;
    // Sound after the last byte that was sent is new, and in the same format.
    isProven ||= isSpliced;
    const format = isSpliced ? undefined : formatAt(sound, 0, packing);
    return { sound, beginning: { contentType, format }, isProven };
  };
}

/** The least of the last bytes to search for, and how much new sound is searched for how long, in bytes and milliseconds. */
const minNeedle = 1024;
const maxBytes = 256 * 1024;
const maxTime = 400;

/** Joins a source to what was `sent`: at the next byte if the source repeats it, else at a frame. Throws if no sound is found in `maxWait` milliseconds. */
export function createSplicer(sent: Buffer, packing: Packing, maxWait: number) {
  const needle = needleOf(sent);
  const started = performance.now();
  let fresh: Buffer = Buffer.alloc(0);
  return (chunk: Buffer) => {
    fresh = Buffer.concat([fresh, chunk]);
    const at = needle ? fresh.indexOf(needle) : -1;
    if (needle && at !== -1) {
      const rest = fresh.subarray(at + needle.length);
      // A burst may hold only old sound, which does not prove that more comes.
      return rest.length > 0 ? { rest, isSpliced: true } : undefined;
    }
    const waited = performance.now() - started;
    if (needle && fresh.length <= maxBytes && waited <= maxTime) return undefined;
    const frame = firstFrame(fresh, packing);
    if (frame !== -1) return { rest: fresh.subarray(frame), isSpliced: false };
    if (fresh.length <= maxBytes && waited <= maxWait) return undefined;
    throw new Error('it sends no sound, though it says so');
  };
}

/** The last bytes that were sent, as many as it takes to be unique: silence repeats itself. */
function needleOf(sent: Buffer): Buffer | undefined {
  for (let length = minNeedle; length <= sent.length; length *= 2) {
    const needle = sent.subarray(sent.length - length);
    if (sent.indexOf(needle) === sent.length - length) return Buffer.from(needle);
  }
  return undefined;
}

type FileSource = Extract<Source, { kind: 'file' }>;

const beat = 200;

/** Plays an MP3 file in a loop at its own bit rate, after `ahead` milliseconds at once. Throws the reason for the log if it cannot. */
export async function* openFile(file: FileSource, signal: AbortSignal, ahead: number): AsyncGenerator<Part> {
  const frames = framesOf(readOrdinaryFile(file.path, file.within));
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
