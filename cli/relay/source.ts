import { formatAt, packingOf } from '../lib/sound-frames.ts';
import { openFile } from './file.ts';
import type { Limits, Source, StreamEvents, StreamInfo } from './options.ts';
import { createSplicer } from './splice.ts';
import { openStream } from './upstream.ts';

/** How the sound of a source goes on. */
export interface Beginning extends StreamInfo {
  /** The kind of sound; `undefined` if it is that of before. */
  readonly format: string | undefined;
  /** At the very next byte after what was sent before; otherwise at a frame. */
  readonly spliced: boolean;
}

export interface SourceEvents extends Pick<StreamEvents, 'sound' | 'title' | 'end'> {
  /** Its first sound comes next. */
  readonly begin: (beginning: Beginning) => void;
  /** It has sent new sound: what follows the last byte that was sent, or sound for longer than a burst. */
  readonly proven: () => void;
}

export interface SourceOptions {
  readonly limits: Limits;
  /** Hosts to which a stream may redirect. */
  readonly follow: readonly string[];
  /** The newest of what was sent before. */
  readonly sent: () => Buffer;
  /** Whether its sound is dropped until it is proven, because listeners have other sound, or none. */
  readonly isHeld: () => boolean;
}

/**
 * Opens a source and joins it to what was sent before. It ends where the source ends, and if no sound is found in what it sends. Its events
 * come later, never before this returns.
 *
 * @returns a function that closes it, after which no event comes
 */
export function openSource(
  source: Source,
  { limits, follow, sent, isHeld }: SourceOptions,
  events: SourceEvents,
): () => void {
  let info: StreamInfo = { contentType: 'audio/mpeg' };
  /** When the sound began that has come without a pause since, and when it last came. */
  let firstSound = 0;
  let lastSound = Number.NEGATIVE_INFINITY;
  let isProven = false;
  let join: ReturnType<typeof createSplicer> | undefined;
  let isSpliced = false;
  let hasBegun = false;
  let joinTimer: NodeJS.Timeout | undefined;

  function fail() {
    close();
    events.end('it sends no sound, though it says so');
  }

  function joined(bytes: Buffer): Buffer | undefined {
    const packing = packingOf(info.contentType);
    if (!join) {
      // A file begins anew: what was sent is not looked for in it.
      const before = source.kind === 'file' || isHeld() ? Buffer.alloc(0) : sent();
      join = createSplicer(before, packing, () => performance.now());
      joinTimer = setTimeout(fail, limits.silence);
    }
    const splice = join(bytes);
    if (splice.kind === 'noise') fail();
    if (splice.kind === 'undecided' || splice.kind === 'noise') return undefined;
    clearTimeout(joinTimer);
    isSpliced = splice.kind === 'spliced';
    return splice.rest;
  }

  function prove() {
    isProven = true;
    events.proven();
  }

  function receive(bytes: Buffer) {
    const now = performance.now();
    // Sound that comes now and then is no stream.
    if (now - lastSound > limits.trial / 2) firstSound = now;
    lastSound = now;
    if (!isProven && now - firstSound > limits.trial && (hasBegun || isHeld())) prove();
    if (hasBegun) return events.sound(bytes);
    if (isHeld() && !isProven) return;
    const sound = isSpliced ? bytes : joined(bytes);
    // All of a burst may have been sent before: that is no sign that more comes.
    if (!sound || sound.length === 0) return;
    hasBegun = true;
    // A splice may go on in the middle of a frame, with the same kind of sound.
    const format = isSpliced ? undefined : formatAt(sound, 0, packingOf(info.contentType));
    events.begin({ ...info, format, spliced: isSpliced });
    // What follows the last byte that was sent is new.
    if (isSpliced && !isProven) prove();
    events.sound(sound);
  }

  const streamEvents: StreamEvents = {
    start(itsInfo) {
      info = itsInfo;
    },
    sound: receive,
    title: events.title,
    end(reason) {
      clearTimeout(joinTimer);
      events.end(reason);
    },
  };
  const closeStream =
    source.kind === 'file'
      ? openFile(source, streamEvents)
      : openStream(source.url, limits, follow, streamEvents);

  function close() {
    clearTimeout(joinTimer);
    closeStream();
  }

  return close;
}
