import { framesIn, type Packing } from '../../lib/sound-frames.ts';

export type History = ReturnType<typeof createHistory>;

/** At least the last `size` bytes of a station's sound. A byte is addressed by its offset in everything that was ever sent. */
export function createHistory(size: number) {
  /** The bytes from offset `start` on. They are never overwritten, because sockets may still have to send them. */
  let tape = Buffer.allocUnsafeSlow(2 * size);
  let start = 0;
  let end = 0;
  // Listeners of one slice get the same bytes, and newcomers start at the same offset.
  let last = { from: 0, to: 0, bytes: tape.subarray(0, 0) };
  let join: number | undefined;

  /** At most `max` bytes from an offset on, as a buffer that callers share. Bytes that are no longer kept are left out. */
  function since(offset: number, max = Number.POSITIVE_INFINITY): Buffer {
    const from = Math.max(offset, start);
    const to = Math.min(end, from + max);
    if (last.from !== from || last.to !== to)
      last = { from, to, bytes: tape.subarray(from - start, to - start) };
    return last.bytes;
  }

  return {
    end: () => end,
    append(bytes: Buffer): void {
      if (end - start + bytes.length > tape.length) {
        const kept = since(end - size);
        tape = Buffer.allocUnsafeSlow(Math.max(2 * size, kept.length + bytes.length));
        kept.copy(tape);
        start = end - kept.length;
      }
      bytes.copy(tape, end - start);
      end += bytes.length;
      join = undefined;
    },
    /** Drops all sound, when other sound follows. Offsets go on. */
    clear(): void {
      tape = Buffer.allocUnsafeSlow(2 * size);
      start = end;
      join = undefined;
    },
    since,
    /** The offset at which a newcomer starts: a frame about `milliseconds` back, but at most `bytes`. */
    joinAt(milliseconds: number, bytes: number, packing: Packing): number {
      if (join === undefined) {
        const all = since(end - bytes);
        let seconds = milliseconds / 1000;
        join = end;
        for (const { at, seconds: length } of [...framesIn(all, packing)].reverse()) {
          if (seconds <= 0) break;
          seconds -= length;
          join = end - all.length + at;
        }
      }
      return join;
    },
  };
}
