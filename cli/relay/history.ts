import { firstFrame, framesIn, type Packing } from './sound-frames.ts';

export type History = ReturnType<typeof createHistory>;

/** The newest of a station's sound, at least `size` bytes. Every byte is known by its offset in all that was ever sent. */
export function createHistory(size: number) {
  /** The bytes from `start` on. None is ever overwritten: it may still be on its way to somebody. */
  let tape = Buffer.allocUnsafeSlow(2 * size);
  let start = 0;
  let known = 0;
  let end = 0;
  // Listeners of one slice ask for the same, and newcomers start at one offset.
  let last = { from: 0, to: 0, bytes: tape.subarray(0, 0) };
  let join: number | undefined;

  /** At most `max` bytes from an offset on; callers share them. What is no longer known is left out. */
  function since(offset: number, max = Number.POSITIVE_INFINITY): Buffer {
    const from = Math.max(offset, known);
    const to = Math.min(end, from + max);
    if (last.from !== from || last.to !== to)
      last = { from, to, bytes: tape.subarray(from - start, to - start) };
    return last.bytes;
  }

  return {
    /** The offset after the newest byte. */
    end: () => end,
    append(bytes: Buffer): void {
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
    /** Forgets all, because what comes next does not follow it. Offsets go on. */
    clear(): void {
      known = end;
      join = undefined;
    },
    since,
    /** Where a newcomer starts: at a frame, so far back that what follows lasts `milliseconds` but has at most `bytes`. */
    joinAt(milliseconds: number, bytes: number, packing: Packing): number {
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
  const frames = [...framesIn(sound, packing, Math.max(0, sound.length - 32 * 1024))];
  const sum = (of: 'length' | 'seconds') => frames.reduce((total, frame) => total + frame[of], 0);
  return frames.length > 0 ? sum('length') / sum('seconds') : 0;
}
