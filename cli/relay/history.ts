import { firstFrame, frameAt, type Packing } from './frames.ts';

/** The newest stretch of a station's sound, every byte known by its place in all that was ever sent. */
export interface History {
  /** The place after the newest byte. */
  readonly end: () => number;
  readonly append: (bytes: Buffer) => void;
  /** Forgets all, because what comes next has nothing to do with it. Places go on. */
  readonly clear: () => void;
  /** At most `most` bytes from a place on; callers share them. What is no longer known is left out. */
  readonly since: (place: number, most?: number) => Buffer;
  /** Where a newcomer starts: at a frame, so far back that what follows lasts `milliseconds` but holds at most `bytes`. */
  readonly joinAt: (milliseconds: number, bytes: number, packing: Packing) => number;
}

/** A history that knows at least `size` bytes back. */
export function createHistory(size: number): History {
  /** The bytes from `start` on. None is ever overwritten: it may still be on its way to somebody. */
  let tape = Buffer.allocUnsafeSlow(2 * size);
  let start = 0;
  let known = 0;
  let end = 0;
  // Listeners of one slice ask for the same, and newcomers start at one place.
  let last = { from: 0, to: 0, bytes: tape.subarray(0, 0) };
  let join: number | undefined;

  function since(place: number, most = Number.POSITIVE_INFINITY): Buffer {
    const from = Math.max(place, known);
    const to = Math.min(end, from + most);
    if (last.from !== from || last.to !== to)
      last = { from, to, bytes: tape.subarray(from - start, to - start) };
    return last.bytes;
  }

  return {
    end: () => end,
    append(bytes) {
      if (end - start + bytes.length > tape.length) {
        const kept = since(end - size);
        tape = Buffer.allocUnsafeSlow(Math.max(2 * size, kept.length + bytes.length));
        kept.copy(tape);
        start = end - kept.length;
        known = start;
      }
      bytes.copy(tape, end - start);
      end += bytes.length;
      join = undefined;
    },
    clear() {
      known = end;
      join = undefined;
    },
    since,
    joinAt(milliseconds, bytes, packing) {
      if (join === undefined) {
        const all = since(end - bytes);
        const wanted = Math.ceil((bytesPerSecond(all, packing) * milliseconds) / 1000);
        const frame = firstFrame(all, packing, Math.max(0, all.length - wanted));
        join = frame === -1 ? end : end - all.length + frame;
      }
      return join;
    },
  };
}

/** How many bytes a second of the newest sound takes; 0 where that cannot be told. */
function bytesPerSecond(sound: Buffer, packing: Packing): number {
  let bytes = 0;
  let seconds = 0;
  for (
    let at = firstFrame(sound, packing, Math.max(0, sound.length - 32 * 1024));
    at !== -1 && at < sound.length;
  ) {
    const frame = frameAt(sound, at, packing);
    if (!frame) break;
    bytes += frame.length;
    seconds += frame.seconds;
    at += frame.length;
  }
  return seconds > 0 ? bytes / seconds : 0;
}
